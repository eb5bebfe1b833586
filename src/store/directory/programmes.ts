import { badRequest, NAMES_CHECKED, unknownName } from '../../platform/errors.js';
import type {
  Programme,
  PutProgrammeInput,
  SecretSettings,
} from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { SECRET_SETTINGS } from '../provisioning/agreements.js';
import type { AppendAudit } from '../parts.js';

export interface ProgrammeCurrency {
  readonly currency: string | null;
}

export function createProgrammes({ compiler }: StoreDialect) {
  const find = compile((p: { programme: string }) =>
    compiler.selectFrom('programmes').select('currency').where('programme', '=', p.programme),
  );
  const some = compile(() =>
    compiler.selectFrom('programmes').select('programme').orderBy('programme').limit(NAMES_CHECKED),
  );
  return {
    /** Returns null for an unknown programme. */
    *currency(programme: string): Operation<ProgrammeCurrency | null> {
      return yield* first(find, { programme });
    },
    /** Checks the programme; null passes. Errors: BAD_REQUEST for an unknown programme. */
    *require(programme: string | null): Step<void> {
      if (programme === null || (yield* first(find, { programme })) !== null) return;
      const { rows } = yield* run(some, {});
      const known = rows.map((row) => row.programme);
      throw badRequest('programme', unknownName('Programme', programme, known));
    },
  };
}

/** Defaults of docs/reference/provisioning.md#secrets. */
const DEFAULTS: SecretSettings = {
  digits: 8,
  algorithm: 'sha256',
  stepMs: 60_000,
  derivation: 'hmac',
  validityMs: 60_000,
  verifier: 'gateway',
};

export function createProgrammeTable(dialect: StoreDialect, audit: AppendAudit) {
  const statements = compileStatements(dialect);
  return {
    *list(): Operation<readonly Programme[]> {
      return (yield* run(statements.list, {})).rows;
    },
    *put({ actor, ...input }: PutProgrammeInput): Operation<Programme> {
      const { programme } = input;
      const known = yield* first(statements.find, { programme });
      const wanted: Programme = {
        ...DEFAULTS,
        name: programme,
        currency: null,
        ...known,
        ...given(input),
        programme,
      };
      if (JSON.stringify(known) === JSON.stringify(inOrder(wanted))) return wanted;
      yield* run(statements.put, wanted);
      yield* audit({
        actor,
        action: 'put_programme',
        subject: programme,
        reason: '',
        before: JSON.stringify(known),
        after: JSON.stringify(inOrder(wanted)),
        atMs: yield* databaseNowMs(dialect),
      });
      return wanted;
    },
  };
}

/** Returns the members that are not undefined. */
function given(input: Omit<PutProgrammeInput, 'actor'>): Partial<Programme> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function inOrder(row: Programme): Programme {
  const { programme, name, currency, digits, algorithm, stepMs, derivation, validityMs, verifier } = row;
  return { programme, name, currency, digits, algorithm, stepMs, derivation, validityMs, verifier };
}

function compileStatements({ compiler }: StoreDialect) {
  const programmes = compiler
    .selectFrom('programmes')
    .select(['programme', 'name', 'currency', ...SECRET_SETTINGS]);
  return {
    find: compile((p: { programme: string }) => programmes.where('programme', '=', p.programme)),
    list: compile(() => programmes.orderBy('programme')),
    put: compile((p: Programme) => {
      const columns = {
        name: p.name,
        currency: p.currency,
        otp_digits: p.digits,
        otp_algorithm: p.algorithm,
        otp_step_ms: p.stepMs,
        otp_derivation: p.derivation,
        secret_validity_ms: p.validityMs,
        verifier: p.verifier,
      };
      return compiler
        .insertInto('programmes')
        .values({ programme: p.programme, ...columns })
        .onConflict((conflict) => conflict.column('programme').doUpdateSet(columns));
    }),
  };
}

import type { Programme, PutProgrammeInput, SecretSettings } from '../../usecase/ports.js';
import { compileAuditEntry } from '../audit.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { databaseNowMs, first, run, type Operation } from '../operation.js';
import { compile } from '../statement.js';
import { SECRET_SETTINGS } from './secret-settings.js';

export interface ProgrammeTable {
  list(): Operation<readonly Programme[]>;
  put(input: PutProgrammeInput): Operation<Programme>;
}

/** Contract section 7. */
const DEFAULTS: SecretSettings = {
  digits: 8,
  algorithm: 'sha256',
  stepMs: 60_000,
  derivation: 'hmac',
  validityMs: 60_000,
  verifier: 'gateway',
};

export function createProgrammeTable(dialect: StoreDialect): ProgrammeTable {
  const statements = compileStatements(dialect);
  const audit = compileAuditEntry(dialect);
  return {
    *list() {
      return (yield* run(statements.list, {})).rows;
    },
    *put({ actor, ...input }) {
      const { programme } = input;
      const known = yield* first(statements.find, { programme });
      const wanted: Programme = { ...DEFAULTS, name: programme, ...known, ...given(input), programme };
      if (JSON.stringify(known) === JSON.stringify(inOrder(wanted))) return wanted;
      yield* run(statements.put, wanted);
      yield* run(audit, {
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

/** Without what was left out. */
function given(input: Omit<PutProgrammeInput, 'actor'>): Partial<Programme> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function inOrder(row: Programme): Programme {
  const { programme, name, digits, algorithm, stepMs, derivation, validityMs, verifier } = row;
  return { programme, name, digits, algorithm, stepMs, derivation, validityMs, verifier };
}

function compileStatements({ compiler }: StoreDialect) {
  const programmes = compiler.selectFrom('programmes').select(['programme', 'name', ...SECRET_SETTINGS]);
  return {
    find: compile((p: { programme: string }) => programmes.where('programme', '=', p.programme)),
    list: compile(() => programmes.orderBy('programme')),
    put: compile((p: Programme) => {
      const columns = {
        name: p.name,
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

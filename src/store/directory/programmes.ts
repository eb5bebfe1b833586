import { badRequest, NAMES_CHECKED, unknownName } from '../../platform/errors.js';
import type {
  Programme,
  ProvisioningAdmin,
  SecretSettings,
} from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, firstOnce, type Operation, run, runOnce, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { SECRET_SETTINGS } from '../provisioning/agreements.js';
import type { StoreParts } from '../parts.js';

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

/** Creates the programmes for administration by operators. */
export function createProgrammeRecords({
  connection,
  dialect: { compiler },
  change,
}: StoreParts): Pick<ProvisioningAdmin, 'programmes' | 'putProgramme'> {
  const rows = compiler
    .selectFrom('programmes')
    .select(['programme', 'name', 'currency', ...SECRET_SETTINGS]);
  return {
    programmes: async () => (await connection.readAside(runOnce(rows.orderBy('programme')))).rows,
    putProgramme({ actor, ...input }) {
      const { programme } = input;
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      return change(function* (record) {
        const known = yield* firstOnce(rows.where('programme', '=', programme));
        const wanted = inOrder({
          ...DEFAULTS,
          name: programme,
          currency: null,
          ...known,
          ...given,
          programme,
        });
        if (JSON.stringify(known) === JSON.stringify(wanted)) return wanted;
        const columns = columnsOfProgramme(wanted);
        yield* runOnce(
          compiler
            .insertInto('programmes')
            .values({ programme, ...columns })
            .onConflict((conflict) => conflict.column('programme').doUpdateSet(columns)),
        );
        record({ actor, action: 'put_programme', subject: programme, before: known, after: wanted });
        return wanted;
      });
    },
  };
}

function inOrder(row: Programme): Programme {
  const { programme, name, currency, digits, algorithm, stepMs, derivation, validityMs, verifier } = row;
  return { programme, name, currency, digits, algorithm, stepMs, derivation, validityMs, verifier };
}

function columnsOfProgramme(programme: Programme) {
  return {
    name: programme.name,
    currency: programme.currency,
    otp_digits: programme.digits,
    otp_algorithm: programme.algorithm,
    otp_step_ms: programme.stepMs,
    otp_derivation: programme.derivation,
    secret_validity_ms: programme.validityMs,
    verifier: programme.verifier,
  };
}

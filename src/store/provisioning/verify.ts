import { sql } from 'kysely';
import { timeStep } from '../../core/access/secret.js';
import { CardwayError } from '../../platform/errors.js';
import type {
  AcceptInput,
  AcceptOutcome,
  Provisioning,
  VerificationRead,
  WrongCodeOutcome,
} from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import type { ActivationCodes } from './activation-codes.js';
import type { Agreements } from './agreements.js';
import {
  ATTEMPT,
  type AttemptRow,
  compileHistoryEntry,
  compileNewest,
  limited,
  secretStatusOf,
} from './attempt-changes.js';
import { named } from '../engine/names.js';

type ReadInput = Parameters<Provisioning['readForVerification']>[0];
type WrongCode = Parameters<Provisioning['countWrongCode']>[0];

export function createVerify(
  dialect: StoreDialect,
  parts: { readonly agreements: Agreements; readonly activationCodes: ActivationCodes },
) {
  const statements = compileStatements(dialect);
  const history = compileHistoryEntry(dialect);
  const newest = compileNewest(dialect);

  function* accepted(input: AcceptInput, row: VerifiedRow, nowMs: number): Step<AcceptOutcome> {
    const { attemptId, actor, activationCode } = input;
    const driftSteps = timeStep(nowMs, row.stepMs) - row.counter;
    yield* run(statements.accept, { attemptId, nowMs, driftSteps });
    yield* run(history, { attemptId, atMs: nowMs, actor, from: 'issued', to: 'verified', reason: null });
    const codeExpiresAtMs =
      activationCode === undefined
        ? null
        : yield* parts.activationCodes.issue({ ...row, ...activationCode }, nowMs);
    return { kind: 'accepted', verifiedAtMs: nowMs, driftSteps, codeExpiresAtMs };
  }

  return {
    *read({ programme, cardId, sharedKeyId }: ReadInput): Operation<VerificationRead> {
      const nowMs = yield* databaseNowMs(dialect);
      const found = yield* parts.agreements.verifying(programme, sharedKeyId);
      if (found === null) throw new CardwayError('NOT_FOUND', { message: 'The programme is not known.' });
      const { rows } = yield* run(statements.latest, { programme, cardId });
      return {
        nowMs,
        ...found,
        attempts: rows.map((row) => ({
          attemptId: row.attemptId,
          sharedKeyId: row.sharedKeyId,
          counter: row.counter,
          standing: secretStatusOf(row, nowMs),
        })),
      };
    },
    *accept(input: AcceptInput): Operation<AcceptOutcome> {
      const nowMs = yield* databaseNowMs(dialect);
      // The lock of the card keeps the row as it is until the commit.
      const row = yield* first(statements.find, input);
      if (row === null) throw new CardwayError('INTERNAL', { cause: new Error('The attempt is gone.') });
      const standing = secretStatusOf(row, nowMs);
      if (standing !== 'open') return { kind: 'refused', standing };
      if (row.wrongCodes >= input.wrongCodesMax) return limited(row, nowMs);
      return yield* accepted(input, row, nowMs);
    },
    *countWrongCode({ cardId, wrongCodesMax }: WrongCode): Operation<WrongCodeOutcome> {
      const nowMs = yield* databaseNowMs(dialect);
      const open = yield* first(newest, { cardId });
      if (open === null || secretStatusOf(open, nowMs) !== 'open') return { kind: 'counted' };
      if (open.wrongCodes >= wrongCodesMax) return limited(open, nowMs);
      yield* run(statements.countWrongCode, { attemptId: open.attemptId });
      return { kind: 'counted' };
    },
  };
}

interface VerifiedRow extends AttemptRow {
  readonly programme: string;
  readonly cardId: number;
  readonly stepMs: number;
}

/** Number of a card's newest attempts by which a late code is still recognised. */
const LATEST_MAX = 20;

function compileStatements({ compiler }: StoreDialect) {
  const attempts = compiler.selectFrom('provisioning_attempts');
  return {
    // An attempt of the programme that the card belonged to before is none of this one.
    latest: compile((p: { programme: string; cardId: number }) =>
      attempts
        .select(ATTEMPT)
        .where('card_id', '=', p.cardId)
        .where('programme', '=', p.programme)
        .orderBy('sequence', 'desc')
        .limit(sql.lit(LATEST_MAX)),
    ),
    find: compile((p: { attemptId: string; cardId: number }) =>
      attempts
        .innerJoin('programmes', 'programmes.programme', 'provisioning_attempts.programme')
        .select(ATTEMPT)
        .select([...named('cardId'), 'provisioning_attempts.programme', 'otp_step_ms as stepMs'])
        .where('attempt_id', '=', p.attemptId)
        .where('card_id', '=', p.cardId),
    ),
    accept: compile((p: { attemptId: string; nowMs: number; driftSteps: number }) =>
      compiler
        .updateTable('provisioning_attempts')
        .set({ state: 'verified', verified_at_ms: p.nowMs, drift_steps: p.driftSteps })
        .where('attempt_id', '=', p.attemptId),
    ),
    countWrongCode: compile((p: { attemptId: string }) =>
      compiler
        .updateTable('provisioning_attempts')
        .set({ wrong_codes: sql`wrong_codes + 1` })
        .where('attempt_id', '=', p.attemptId),
    ),
  };
}

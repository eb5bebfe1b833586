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
import { databaseNowMs, firstOnce, type Operation, runOnce } from '../engine/operation.js';
import type { ActivationCodes } from './activation-codes.js';
import type { Agreements } from './agreements.js';
import { attemptsOfCard, changeAttempt, limited, secretStatusOf } from './attempt-changes.js';

type ReadInput = Parameters<Provisioning['readForVerification']>[0];
type WrongCode = Parameters<Provisioning['countWrongCode']>[0];

export function createVerify(
  dialect: StoreDialect,
  parts: { readonly agreements: Agreements; readonly activationCodes: ActivationCodes },
) {
  return {
    *read({ programme, cardId, sharedKeyId }: ReadInput): Operation<VerificationRead> {
      const nowMs = yield* databaseNowMs(dialect);
      const found = yield* parts.agreements.verifying(programme, sharedKeyId);
      if (found === null) throw new CardwayError('NOT_FOUND', { message: 'The programme is not known.' });
      // An attempt of the programme that the card belonged to before is none of this one.
      const latest = attemptsOfCard(dialect, cardId).where('programme', '=', programme).limit(LATEST_MAX);
      const attempts = (yield* runOnce(latest)).rows.map((row) => ({
        attemptId: row.attemptId,
        sharedKeyId: row.sharedKeyId,
        counter: row.counter,
        standing: secretStatusOf(row, nowMs),
      }));
      return { nowMs, ...found, attempts };
    },
    *accept(input: AcceptInput): Operation<AcceptOutcome> {
      const { attemptId, cardId, actor, activationCode } = input;
      const nowMs = yield* databaseNowMs(dialect);
      // The lock of the card keeps the row as it is until the commit.
      const row = yield* firstOnce(
        attemptsOfCard(dialect, cardId)
          .innerJoin('programmes', 'programmes.programme', 'provisioning_attempts.programme')
          .select(['provisioning_attempts.programme', 'step_ms as stepMs'])
          .where('attempt_id', '=', attemptId),
      );
      if (row === null) throw new CardwayError('INTERNAL', { cause: new Error('The attempt is gone.') });
      const standing = secretStatusOf(row, nowMs);
      if (standing !== 'open') return { kind: 'refused', standing };
      if (row.wrongCodes >= input.wrongCodesMax) return limited(row, nowMs);
      const driftSteps = timeStep(nowMs, row.stepMs) - row.counter;
      yield* changeAttempt(
        dialect,
        { attemptId, fromState: 'issued', toState: 'verified', actor, reason: null, atMs: nowMs },
        { verified_at_ms: nowMs, drift_steps: driftSteps },
      );
      const { programme } = row;
      const codeExpiresAtMs =
        activationCode === undefined
          ? null
          : yield* parts.activationCodes.issue({ attemptId, programme, cardId, ...activationCode }, nowMs);
      return { kind: 'accepted', verifiedAtMs: nowMs, driftSteps, codeExpiresAtMs };
    },
    *countWrongCode({ cardId, wrongCodesMax }: WrongCode): Operation<WrongCodeOutcome> {
      const nowMs = yield* databaseNowMs(dialect);
      const open = yield* firstOnce(attemptsOfCard(dialect, cardId).limit(1));
      if (open === null || secretStatusOf(open, nowMs) !== 'open') return { kind: 'counted' };
      if (open.wrongCodes >= wrongCodesMax) return limited(open, nowMs);
      yield* runOnce(
        dialect.compiler
          .updateTable('provisioning_attempts')
          .set({ wrong_codes: open.wrongCodes + 1 })
          .where('attempt_id', '=', open.attemptId),
      );
      return { kind: 'counted' };
    },
  };
}

/** Number of a card's newest attempts by which a late code is still recognised. */
const LATEST_MAX = 20;

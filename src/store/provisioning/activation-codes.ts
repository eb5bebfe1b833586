import { sql } from 'kysely';
import type { CheckCodeInput, CheckCodeOutcome } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { databaseNowMs, type Operation, runOnce, type Step } from '../engine/operation.js';
import { limited } from './attempt-changes.js';

interface NewCode {
  readonly attemptId: string;
  readonly programme: string;
  readonly cardId: number;
  readonly codeHash: string;
  readonly validityMs: number;
}

export type ActivationCodes = ReturnType<typeof createActivationCodes>;

export function createActivationCodes(dialect: StoreDialect) {
  const { compiler } = dialect;
  const change = compiler.updateTable('activation_codes');
  return {
    /**
     * Issues a code, as a step of the commit that verifies the secret; supersedes an earlier code of the card. Returns its end,
     * epoch ms.
     */
    *issue(code: NewCode, nowMs: number): Step<number> {
      const expiresAtMs = nowMs + code.validityMs;
      yield* runOnce(change.set({ state: 'superseded' }).where(IS_OPEN).where('card_id', '=', code.cardId));
      yield* runOnce(
        compiler.insertInto('activation_codes').values({
          ...columnsOf(code, 'attemptId', 'programme', 'cardId', 'codeHash'),
          state: 'issued',
          expires_at_ms: expiresAtMs,
        }),
      );
      return expiresAtMs;
    },
    *check({ programme, cardId, codeHash, wrongCodesMax }: CheckCodeInput): Operation<CheckCodeOutcome> {
      const nowMs = yield* databaseNowMs(dialect);
      const { rows } = yield* runOnce(
        compiler
          .selectFrom('activation_codes')
          .select(named('sequence', 'attemptId', 'codeHash', 'state', 'expiresAtMs', 'wrongCodes'))
          .where('card_id', '=', cardId)
          .where('programme', '=', programme)
          .orderBy('sequence', 'desc')
          .limit(LATEST_MAX),
      );
      const right = rows.find((row) => row.codeHash === codeHash);
      const row = right ?? rows.find(({ state }) => state === 'issued');
      if (row === undefined) return { kind: 'refused', reason: 'invalid' };
      if (row.state !== 'issued')
        return { kind: 'refused', reason: row.state === 'checked' ? 'replayed' : 'superseded' };
      const isRight = row === right;
      if (nowMs > row.expiresAtMs) return { kind: 'refused', reason: isRight ? 'expired' : 'invalid' };
      if (row.wrongCodes >= wrongCodesMax) return limited(row, nowMs);
      const used = isRight ? { state: 'checked' as const } : { wrong_codes: row.wrongCodes + 1 };
      yield* runOnce(change.set(used).where('sequence', '=', row.sequence));
      return isRight
        ? { kind: 'accepted', attemptId: row.attemptId, checkedAtMs: nowMs }
        : { kind: 'refused', reason: 'invalid' };
    },
  };
}

const IS_OPEN = sql<boolean>`state = 'issued'`;

/** Number of a card's newest codes by which a late code is still recognised. */
const LATEST_MAX = 10;

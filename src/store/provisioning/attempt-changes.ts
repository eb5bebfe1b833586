import { type InferResult, sql, type SqlBool, type Updateable } from 'kysely';
import { type AttemptState, VERIFIED_FOR_MS } from '../../core/provisioning/attempt.js';
import type { AttemptChange } from '../../use-cases/provisioning/attempt-port.js';
import type { SecretStatus } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { firstOnce, runOnce, type Step } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';

/** Step of an attempt, as its history has it. */
type Change = AttemptChange & { readonly attemptId: string };

type Attempts = Tables['provisioning_attempts'];

/** Moves an attempt to its next state, and writes its history. The lock of the card keeps the state that was read. */
export function* changeAttempt(
  dialect: StoreDialect,
  change: Change,
  columns: Updateable<Attempts> = {},
): Step<void> {
  const { attemptId, toState: state } = change;
  const attempts = dialect.compiler.updateTable('provisioning_attempts');
  yield* runOnce(attempts.set({ ...columns, state }).where('attempt_id', '=', attemptId));
  yield* noteChange(dialect, change);
}

/** Writes one change of an attempt to its history. */
export function* noteChange({ compiler }: StoreDialect, change: Change): Step<void> {
  const row = columnsOf(change, 'attemptId', 'atMs', 'actor', 'fromState', 'toState', 'reason');
  yield* runOnce(compiler.insertInto('attempt_history').values(row));
}

/** The token that takes an attempt. */
export function tokenColumns(token: { readonly tokenReference: string; readonly walletId: string | null }) {
  const wallet = token.walletId === null ? {} : { wallet_id: token.walletId };
  return { token_reference: token.tokenReference, ...wallet };
}

export interface FreeAttempt<State extends AttemptState = AttemptState> {
  readonly attemptId: string;
  readonly state: State;
}

/**
 * Finds the attempt of a card that a token may take: the newest recently verified one, else the newest issued and still valid one.
 * For an approval, an issued attempt is enough only where the verifier is external.
 */
export function* freeAttempt(
  { compiler }: StoreDialect,
  { programme, cardId }: { readonly programme: string; readonly cardId: number },
  { nowMs, isReported }: { readonly nowMs: number; readonly isReported: boolean },
): Step<FreeAttempt<'verified' | 'issued'> | null> {
  const isEnough = isReported ? sql`1 = 1` : sql`verifier = 'external'`;
  const found = yield* firstOnce(
    compiler
      .selectFrom('provisioning_attempts')
      .innerJoin('programmes', 'programmes.programme', 'provisioning_attempts.programme')
      .select(['attempt_id as attemptId', 'state'])
      .where('card_id', '=', cardId)
      .where('provisioning_attempts.programme', '=', programme)
      .where(
        sql<SqlBool>`(state = 'verified' and verified_at_ms >= ${nowMs - VERIFIED_FOR_MS}
          or state = 'issued' and expires_at_ms >= ${nowMs} and ${isEnough})`,
      )
      .orderBy('state', 'desc')
      .orderBy('sequence', 'desc')
      .limit(1),
  );
  return found as FreeAttempt<'verified' | 'issued'> | null;
}

const ATTEMPT = named(
  'attemptId',
  'sharedKeyId',
  'counter',
  'state',
  'issuedAtMs',
  'expiresAtMs',
  'verifiedAtMs',
  'wrongCodes',
);

export type AttemptRow = InferResult<ReturnType<typeof attemptsOfCard>>[number];

/** Selects the attempts of a card, newest first. Each new attempt closes the previous one, so that only the first can be open. */
export function attemptsOfCard({ compiler }: StoreDialect, cardId: number) {
  return compiler
    .selectFrom('provisioning_attempts')
    .select(ATTEMPT)
    .where('card_id', '=', cardId)
    .orderBy('sequence', 'desc');
}

/**
 * States after an accepted code. For an attempt not verified here that a network continued, the external verifier had accepted
 * its code.
 */
const SPENT: readonly AttemptState[] = ['verified', 'authorized', 'digitized', 'declined'];

/** Returns the limit after too many wrong codes. It lasts until the attempt or the code ends; a new one ends it too. */
export function limited(
  { expiresAtMs }: { readonly expiresAtMs: number },
  nowMs: number,
): { readonly kind: 'limited'; readonly retryAfterMs: number } {
  return { kind: 'limited', retryAfterMs: Math.max(1, expiresAtMs - nowMs) };
}

export function secretStatusOf(row: AttemptRow, nowMs: number): SecretStatus {
  if (row.verifiedAtMs !== null || SPENT.includes(row.state)) return 'spent';
  if (row.state === 'superseded') return 'superseded';
  return row.state === 'issued' && nowMs <= row.expiresAtMs ? 'open' : 'expired';
}

/** Actor and reason of an attempt whose secret nobody verified in time. */
export const NOT_VERIFIED = { actor: 'gateway', reason: 'not_verified' };

import { sql } from 'kysely';
import { type AttemptState, VERIFIED_FOR_MS } from '../../core/provisioning/attempt.js';
import type { SecretStatus } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, run, runWith, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { columnsOf, named } from '../engine/names.js';

interface AttemptTransition {
  readonly attemptId: string;
  readonly fromState: AttemptState;
  readonly toState: 'authorized' | 'digitized' | 'declined';
  readonly actor: string;
  readonly reason: string;
  readonly atMs: number;
}

/** The token that took an attempt. */
interface TokenOfAttempt {
  readonly tokenReference: string;
  readonly walletId: string | null;
}

export interface ChangeAttempt {
  /**
   * Moves an attempt that is still in its previous state, and writes its history. Returns false for an attempt in another state.
   */
  move(move: AttemptTransition, token: TokenOfAttempt): Step<boolean>;
}

export function createChangeAttempt(dialect: StoreDialect): ChangeAttempt {
  const update = (column: 'authorized_at_ms' | 'digitized_at_ms' | null) =>
    compile((p: AttemptTransition, token: TokenOfAttempt) =>
      dialect.compiler
        .updateTable('provisioning_attempts')
        .set({
          state: p.toState,
          token_reference: token.tokenReference,
          wallet_id: sql<string | null>`coalesce(cast(${token.walletId} as text), wallet_id)`,
          ...(column === null ? {} : { [column]: p.atMs }),
        })
        .where('attempt_id', '=', p.attemptId)
        .where('state', '=', p.fromState),
    );
  const updates = {
    authorized: update('authorized_at_ms'),
    digitized: update('digitized_at_ms'),
    declined: update(null),
  };
  const insert = compileHistoryEntry(dialect);
  return {
    *move(move, token) {
      const { changes } = yield* runWith(updates[move.toState], move, token);
      if (changes === 0) return false;
      const { fromState: from, toState: to, ...entry } = move;
      yield* run(insert, { ...entry, from, to });
      return true;
    },
  };
}

export interface FreeAttempt<State extends AttemptState = AttemptState> {
  readonly attemptId: string;
  readonly state: State;
}

interface Wanted {
  readonly programme: string;
  readonly cardId: number;
  readonly nowMs: number;
  readonly verifiedSinceMs: number;
  /** A later verification or issue would be good for longer, by as much as the clock was set back. */
  readonly untilMs: number;
}

export function wantedAt(
  { programme, cardId }: { readonly programme: string; readonly cardId: number },
  nowMs: number,
): Wanted {
  return {
    programme,
    cardId,
    nowMs,
    verifiedSinceMs: nowMs - VERIFIED_FOR_MS,
    untilMs: nowMs + SET_BACK_MAX_MS,
  };
}

/** Attempts of a card that no token has taken, newest first. */
interface FreeAttempts {
  /** Finds an attempt for an approval: recently verified, or issued and still valid where the verifier is external. */
  forToken(wanted: Wanted): Step<FreeAttempt<'verified' | 'issued'> | null>;
  /** Finds the attempt behind a completion without an authorization: verified, or else issued and still valid. */
  forReport(wanted: Wanted): Step<FreeAttempt<'verified' | 'issued'> | null>;
}

export function createFreeAttempts({ compiler }: StoreDialect): FreeAttempts {
  const attempts = (p: Wanted) =>
    compiler
      .selectFrom('provisioning_attempts')
      .select(named('attemptId', 'state'))
      .where('card_id', '=', p.cardId)
      .where('provisioning_attempts.programme', '=', p.programme)
      .orderBy('sequence', 'desc')
      .limit(sql.lit(1));
  const verified = compile((p: Wanted) =>
    attempts(p)
      .where('state', '=', sql.lit('verified'))
      .where('verified_at_ms', '>=', p.verifiedSinceMs)
      .where('verified_at_ms', '<=', p.untilMs),
  );
  const issuedAndValid = (p: Wanted) =>
    attempts(p)
      .where('state', '=', sql.lit('issued'))
      .where('expires_at_ms', '>=', p.nowMs)
      .where('issued_at_ms', '<=', p.untilMs);
  const issued = compile(issuedAndValid);
  const issuedForExternal = compile((p: Wanted) =>
    issuedAndValid(p).where((eb) =>
      eb.exists(
        eb
          .selectFrom('programmes')
          .select('programmes.programme')
          .where('programmes.programme', '=', p.programme)
          .where('verifier', '=', sql.lit('external')),
      ),
    ),
  );
  function* newest(wanted: Wanted, orElse: typeof issued): Step<FreeAttempt<'verified' | 'issued'> | null> {
    const found = (yield* first(verified, wanted)) ?? (yield* first(orElse, wanted));
    return found === null ? null : (found as FreeAttempt<'verified' | 'issued'>);
  }
  return {
    forToken: (wanted) => newest(wanted, issuedForExternal),
    forReport: (wanted) => newest(wanted, issued),
  };
}

export interface AttemptRow {
  readonly attemptId: string;
  readonly sharedKeyId: string;
  readonly counter: number;
  readonly state: AttemptState;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly wrongCodes: number;
}

/** Columns of an AttemptRow under its names. */
export const ATTEMPT = named(
  'attemptId',
  'sharedKeyId',
  'counter',
  'state',
  'issuedAtMs',
  'expiresAtMs',
  'verifiedAtMs',
  'wrongCodes',
);

/** Explicit, because SQLite uses a partial index only for a query that repeats its condition. */
export const IS_ISSUED = sql<boolean>`state = 'issued'`;

/**
 * States after an accepted code. For an attempt not verified here that a network continued, the external verifier had accepted
 * its code.
 */
const SPENT: readonly AttemptState[] = ['verified', 'authorized', 'digitized', 'declined'];

/** Correction of a clock that ends nothing early. */
const SET_BACK_MAX_MS = 5000;

/** Returns whether it is still valid. Before its issue it would live on by as much as the clock was set back. */
export function isInTime(
  { issuedAtMs, expiresAtMs }: { readonly issuedAtMs: number; readonly expiresAtMs: number },
  nowMs: number,
): boolean {
  return nowMs <= expiresAtMs && nowMs >= issuedAtMs - SET_BACK_MAX_MS;
}

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
  return row.state === 'issued' && isInTime(row, nowMs) ? 'open' : 'expired';
}

/** Actor and reason of an attempt whose secret nobody verified in time. */
export const NOT_VERIFIED = { actor: 'gateway', reason: 'not_verified' };

interface HistoryEntry {
  readonly attemptId: string;
  readonly atMs: number;
  /** Key id of the caller. */
  readonly actor: string;
  readonly from: AttemptState | null;
  readonly to: AttemptState;
  readonly reason: string | null;
}

/** Compiles the insert of one transition of an attempt, in the commit of that transition. */
export function compileHistoryEntry({ compiler }: StoreDialect) {
  return compile((p: HistoryEntry) =>
    compiler.insertInto('attempt_history').values({
      ...columnsOf(p, 'attemptId', 'atMs', 'actor', 'reason'),
      from_state: p.from,
      to_state: p.to,
    }),
  );
}

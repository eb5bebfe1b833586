import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type AttemptState, VERIFIED_FOR_MS } from '../../core/provisioning/attempt.js';
import type { SecretStatus } from '../../use-cases/provisioning/provisioning-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { run, runWith, type Step } from '../engine/operation.js';
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

export type ChangeAttempt = ReturnType<typeof createChangeAttempt>;

export function createChangeAttempt(dialect: StoreDialect) {
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
        .where('attempt_id', '=', p.attemptId),
    );
  const updates = {
    authorized: update('authorized_at_ms'),
    digitized: update('digitized_at_ms'),
    declined: update(null),
  };
  const insert = compileHistoryEntry(dialect);
  return {
    /** Moves an attempt to its next state, and writes its history. The lock of the card keeps the state that was read. */
    *move(move: AttemptTransition, token: TokenOfAttempt): Step<void> {
      yield* runWith(updates[move.toState], move, token);
      const { fromState: from, toState: to, ...entry } = move;
      yield* run(insert, { ...entry, from, to });
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
}

/** Finds the attempt of a card that a token may take: the newest recently verified one, else the newest issued and still valid one. */
interface FreeAttempts {
  /** For an approval. An issued attempt is enough only where the verifier is external. */
  forToken(wanted: Wanted, nowMs: number): Step<FreeAttempt<'verified' | 'issued'> | null>;
  /** For a completion without an authorization. */
  forReport(wanted: Wanted, nowMs: number): Step<FreeAttempt<'verified' | 'issued'> | null>;
}

export function createFreeAttempts({ compiler }: StoreDialect): FreeAttempts {
  const newest = (issuedWhere: RawBuilder<SqlBool>) =>
    compile((p: Wanted, q: { nowMs: number; verifiedSinceMs: number }) =>
      compiler
        .selectFrom('provisioning_attempts')
        .innerJoin('programmes', 'programmes.programme', 'provisioning_attempts.programme')
        .select(['attempt_id as attemptId', 'state'])
        .where('card_id', '=', p.cardId)
        .where('provisioning_attempts.programme', '=', p.programme)
        .where(
          sql<SqlBool>`(state = 'verified' and verified_at_ms >= ${q.verifiedSinceMs}
            or state = 'issued' and expires_at_ms >= ${q.nowMs} and ${issuedWhere})`,
        )
        .orderBy('state', 'desc')
        .orderBy('sequence', 'desc')
        .limit(sql.lit(1)),
    );
  const ofToken = newest(sql`verifier = 'external'`);
  const ofReport = newest(sql`1 = 1`);
  function* find(statement: typeof ofToken, wanted: Wanted, nowMs: number) {
    const verifiedSinceMs = nowMs - VERIFIED_FOR_MS;
    const { rows } = yield* runWith(statement, wanted, { nowMs, verifiedSinceMs });
    return (rows[0] ?? null) as FreeAttempt<'verified' | 'issued'> | null;
  }
  return {
    forToken: (wanted, nowMs) => find(ofToken, wanted, nowMs),
    forReport: (wanted, nowMs) => find(ofReport, wanted, nowMs),
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

/** Compiles the look-up of a card's newest attempt. Each new attempt closes the previous one, so that no other can be open. */
export function compileNewest({ compiler }: StoreDialect) {
  return compile((p: { cardId: number }) =>
    compiler
      .selectFrom('provisioning_attempts')
      .select(ATTEMPT)
      .where('card_id', '=', p.cardId)
      .orderBy('sequence', 'desc')
      .limit(sql.lit(1)),
  );
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

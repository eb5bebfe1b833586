import { sql } from 'kysely';
import type { AttemptState } from '../../core/attempt.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { first, type Step } from '../operation.js';
import { compile } from '../statement.js';

export interface FreeAttempt<State extends AttemptState = AttemptState> {
  readonly attemptId: string;
  readonly state: State;
}

export interface Wanted {
  readonly programme: string;
  readonly cardId: number;
  readonly nowMs: number;
  readonly verifiedSinceMs: number;
}

export function wantedAt(
  input: { readonly programme: string; readonly cardId: number; readonly verifiedForMs: number | null },
  nowMs: number,
): Wanted {
  const { programme, cardId, verifiedForMs } = input;
  return { programme, cardId, nowMs, verifiedSinceMs: verifiedForMs === null ? 0 : nowMs - verifiedForMs };
}

/** Attempts of a card that no token has taken; the newest first. */
export interface FreeAttempts {
  /** Good for an approval: verified not long ago, or issued and not yet ended where the verifier is external. */
  forToken(wanted: Wanted): Step<FreeAttempt<'verified' | 'issued'> | null>;
  /** What a completion that nobody asked an authorization for came from: verified, or else issued and not yet ended. */
  forReport(wanted: Wanted): Step<FreeAttempt<'verified' | 'issued'> | null>;
}

export function createFreeAttempts({ compiler }: StoreDialect): FreeAttempts {
  const attempts = (p: Wanted) =>
    compiler
      .selectFrom('provisioning_attempts')
      .select(['attempt_id as attemptId', 'state'])
      .where('card_id', '=', p.cardId)
      .where('provisioning_attempts.programme', '=', p.programme)
      .orderBy('sequence', 'desc')
      .limit(sql.lit(1));
  const verified = compile((p: Wanted) =>
    attempts(p).where('state', '=', sql.lit('verified')).where('verified_at_ms', '>=', p.verifiedSinceMs),
  );
  const issued = compile((p: Wanted) =>
    attempts(p).where('state', '=', sql.lit('issued')).where('expires_at_ms', '>=', p.nowMs),
  );
  const issuedForExternal = compile((p: Wanted) =>
    attempts(p)
      .where('state', '=', sql.lit('issued'))
      .where('expires_at_ms', '>=', p.nowMs)
      .where((eb) =>
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

import type Database from 'better-sqlite3';
import type { AttemptState } from '../../src/core/attempt.js';

export interface SeededAttempt {
  readonly attemptId: string;
  readonly state: AttemptState;
  readonly programme?: string;
  readonly cardId?: number;
  readonly customerId?: number;
  readonly issuedAtMs: number;
  readonly expiresAtMs?: number;
  readonly verifiedAtMs?: number | null;
}

/** Puts an attempt into the tables as issuing and verifying a secret would leave it. */
export function seedAttempt(database: Database.Database, attempt: SeededAttempt): void {
  const { issuedAtMs, attemptId, state, programme = 'sandbox', cardId = 5001, customerId = 1001 } = attempt;
  const { expiresAtMs = issuedAtMs + 60_000 } = attempt;
  const verifiedAtMs = attempt.verifiedAtMs ?? (state === 'verified' ? issuedAtMs : null);
  const values = { attemptId, state, programme, cardId, customerId, issuedAtMs, expiresAtMs, verifiedAtMs };
  database
    .prepare(
      `insert into provisioning_attempts
        (attempt_id, programme, card_id, customer_id, shared_key_id, counter, state, issued_at_ms, expires_at_ms, verified_at_ms)
        values (@attemptId, @programme, @cardId, @customerId, '001', @issuedAtMs, @state, @issuedAtMs, @expiresAtMs, @verifiedAtMs)`,
    )
    .run(values);
  const history = database.prepare(
    'insert into attempt_history (attempt_id, at_ms, actor, from_state, to_state) values (?, ?, ?, ?, ?)',
  );
  history.run(attemptId, issuedAtMs, 'sandbox-integrator', null, 'issued');
  if (state !== 'issued') history.run(attemptId, issuedAtMs, 'sandbox-network', 'issued', state);
}

import type Database from 'better-sqlite3';
import type { AttemptState } from '../../src/core/provisioning/attempt.js';

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
  for (const statement of seedStatements(attempt)) database.exec(statement);
}

/** Returns the statements that insert an attempt, in SQL that every database accepts. */
export function seedStatements(attempt: SeededAttempt): readonly string[] {
  const { issuedAtMs, attemptId, state, programme = 'sandbox', cardId = 5001, customerId = 1001 } = attempt;
  const { expiresAtMs = issuedAtMs + 60_000 } = attempt;
  const verifiedAtMs = attempt.verifiedAtMs ?? (state === 'verified' ? issuedAtMs : null);
  const history = (from: string | null, to: string): string =>
    `insert into attempt_history (attempt_id, at_ms, actor, from_state, to_state)
      values ${values(attemptId, issuedAtMs, from === null ? 'sandbox-integrator' : 'sandbox-network', from, to)}`;
  return [
    `insert into provisioning_attempts
      (attempt_id, programme, card_id, customer_id, shared_key_id, counter, state, issued_at_ms, expires_at_ms, verified_at_ms)
      values ${values(attemptId, programme, cardId, customerId, '001', issuedAtMs, state, issuedAtMs, expiresAtMs, verifiedAtMs)}`,
    history(null, 'issued'),
    ...(state === 'issued' ? [] : [history('issued', state)]),
  ];
}

function values(...all: readonly (string | number | null)[]): string {
  const literals = all.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `(${literals.join(', ')})`;
}

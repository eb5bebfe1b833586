import { sql } from 'kysely';
import type { AttemptState } from '../../core/attempt.js';
import type { AttemptStanding } from '../../usecase/ports.js';

export interface AttemptRow {
  readonly attemptId: string;
  readonly sharedKeyId: string;
  readonly counter: number;
  readonly state: AttemptState;
  readonly expiresAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly wrongCodes: number;
}

/** The columns of an AttemptRow under its names. */
export const ATTEMPT = [
  'attempt_id as attemptId',
  'shared_key_id as sharedKeyId',
  'counter',
  'state',
  'expires_at_ms as expiresAtMs',
  'verified_at_ms as verifiedAtMs',
  'wrong_codes as wrongCodes',
] as const;

/** Said in so many words, because SQLite uses a partial index only for a query that repeats its condition. */
export const IS_ISSUED = sql<boolean>`state = 'issued'`;

/** Where a network went on with an attempt that nobody verified here, whoever verifies for us had accepted its code. */
const SPENT: readonly AttemptState[] = ['verified', 'authorized', 'digitized', 'declined'];

export function standingOf(row: AttemptRow, nowMs: number): AttemptStanding {
  if (row.verifiedAtMs !== null || SPENT.includes(row.state)) return 'spent';
  if (row.state === 'superseded') return 'superseded';
  return row.state === 'issued' && nowMs <= row.expiresAtMs ? 'open' : 'expired';
}

import type { Tables } from '../schema.js';

/** A table, with what its rows are told apart by. */
export interface MovedTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
  /** It numbers its rows: what comes next must be known where they go. */
  readonly isNumbered?: boolean;
}

const numbered = (name: keyof Tables): MovedTable => ({ name, key: ['sequence'], isNumbered: true });

/** Every table but the facts and what is left behind, in an order in which no row comes before one that it refers to. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'programmes', key: ['programme'] },
  { name: 'terminals', key: ['terminal_id'] },
  numbered('terminal_passwords'),
  { name: 'wallets', key: ['reference'] },
  { name: 'cards', key: ['card_id'] },
  { name: 'api_keys', key: ['key_id'] },
  numbered('audit_log'),
  numbered('transactions'),
  { name: 'transaction_texts', key: ['transaction_sequence', 'sequence'], isNumbered: true },
  numbered('events'),
  numbered('endpoints'),
  numbered('deliveries'),
  numbered('delivery_attempts'),
  { name: 'shared_keys', key: ['programme', 'shared_key_id'] },
  numbered('provisioning_attempts'),
  numbered('attempt_history'),
  numbered('activation_codes'),
  numbered('token_authorizations'),
  numbered('digitizations'),
  { name: 'transaction_counts', key: ['span_ms', 'from_ms'] },
  { name: 'counted_rows', key: ['sequence', 'attempt'] },
];

/** What counts for a minute on one node only. */
export const LEFT_BEHIND: readonly (keyof Tables)[] = ['rate_counts'];

export const NUMBERED_TABLES: readonly (keyof Tables)[] = MOVED_TABLES.filter(
  ({ isNumbered }) => isNumbered === true,
).map(({ name }) => name);

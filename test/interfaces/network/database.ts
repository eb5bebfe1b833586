import Database from 'better-sqlite3';
import { seedAttempt, type SeededAttempt } from '../../support/attempts.js';
import type { Bench } from '../../support/channels/index.js';
import { shared } from '../../support/shared.js';

/** Tables of a running gateway, without the gateway's knowledge. */
export interface AttemptTables {
  /** Adds an attempt of card 5001, verified now unless the change says otherwise. */
  verified(change?: Partial<SeededAttempt>): string;
  query(sql: string, ...values: unknown[]): Record<string, unknown>[];
  change(sql: string): void;
  /** Counts everything that a call about a token can leave behind. */
  traces(): Record<string, number>;
  close(): void;
}

/** Opens the tables of a shared bench, before the tests of this file or block. */
export const attemptTables = (bench: Bench): AttemptTables =>
  shared(
    () => Promise.resolve(open(bench)),
    (tables) => Promise.resolve(tables.close()),
  );

function open(bench: Bench): AttemptTables {
  const database = new Database(bench.ledger.path);
  const query: AttemptTables['query'] = (sql, ...values) =>
    database.prepare(sql).all(...values) as Record<string, unknown>[];
  let made = 0;
  return {
    query,
    change: (sql) => {
      database.exec(sql);
    },
    verified(change = {}) {
      made += 1;
      const attemptId = `attempt-${String(made)}`;
      seedAttempt(database, { attemptId, state: 'verified', issuedAtMs: Date.now(), ...change });
      return attemptId;
    },
    traces() {
      const tables = ['events', 'digitizations', 'token_authorizations', 'attempt_history', 'transactions'];
      return Object.fromEntries(
        tables.map((table) => [table, Number(query(`select count(*) as n from ${table}`)[0]!['n'])]),
      );
    },
    close: () => database.close(),
  };
}

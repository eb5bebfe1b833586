import type { Call, Result, Step } from '../operation.js';

/** The last number that a table gave to a row, also where that row is gone: cursors and ids must never mean another one. */
export interface Sequences {
  last(table: string): Step<number>;
  continueAfter(table: string, last: number): Step<void>;
}

function* firstNumber(call: Call): Step<number> {
  const { rows } = (yield call) as Result<{ last: number | null }>;
  return rows[0]?.last ?? 0;
}

/** AUTOINCREMENT keeps it in a table of its own. */
export const SQLITE_SEQUENCES: Sequences = {
  last: (table) =>
    firstNumber({ sql: 'select seq as last from sqlite_sequence where name = ?', values: [table] }),
  *continueAfter(table, last) {
    yield { sql: 'delete from sqlite_sequence where name = ?', values: [table] };
    yield { sql: 'insert into sqlite_sequence (name, seq) values (?, ?)', values: [table, last] };
  },
};

/** Each bigserial column has a sequence; what it gave out to transactions that came to nothing counts too. */
export const POSTGRES_SEQUENCES: Sequences = {
  last: (table) =>
    firstNumber({
      sql: `select last_value - 1 + is_called::integer as last from ${table}_sequence_seq`,
      values: [],
    }),
  *continueAfter(table, last) {
    const values = [`${table}_sequence_seq`, Math.max(last, 1), String(last > 0)];
    yield { sql: 'select setval($1::regclass, $2::bigint, $3::boolean)', values };
  },
};

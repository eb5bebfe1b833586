import type { Result, Step } from '../../operation.js';
import {
  CALLED_MAX,
  type Forgotten,
  type ForgetPiece,
  type LedgerAdding,
  type LedgerNames,
} from '../dialect.js';

/** In the text: plans are made without values, and for a limit that it does not know the server would read all that match. */
const first = (limit: number): string => `limit ${String(limit)}`;

const PLACES = 'select sequence, received_at_ms as "receivedAtMs" from transaction_keys';

/** One look for each key, whatever the server believes of the partitions. */
const ROW_AT_KEY = `(select * from transactions as r
  where r.sequence = k.sequence and r.received_at_ms = k.received_at_ms offset 0) as t`;

const referring = (columns: string): string => `select ${columns} from transaction_keys
    where reference_id = $1 and reference_date = $2 and terminal_id = $3
  union all
  select ${columns} from transaction_keys
    where is_unlinked and reference_id = $1 and terminal_id = $3 and reference = $4 and reference_date between $5 and $6`;

/** All of it in one narrow table, whatever partition the row is in (ledger-schema). */
export const NAMES: LedgerNames = {
  request: (key) => ({ sql: `${PLACES} where request_key = $1`, values: [key] }),
  checksum: ({ terminalId, checksumKey, isKeyless, limit }) => ({
    sql: isKeyless
      ? `${PLACES} where checksum_key = $1 and key_id is null and terminal_id = $2 order by sequence ${first(limit)}`
      : `${PLACES} where checksum_key = $1 and terminal_id = $2 ${first(limit)}`,
    values: [checksumKey, terminalId],
  }),
  called: ({ id, terminalId, from, to }) => ({
    sql: `select t.sequence, t.received_at_ms as "receivedAtMs", t.method_name as "methodName", t.state, t.reference,
        t.transaction_date as "transactionDate"
      from (select sequence, received_at_ms from transaction_keys
        where transaction_id = $1 and terminal_id = $2 and transaction_date between $3 and $4
        limit ${String(CALLED_MAX + 1)}) as k
      cross join lateral ${ROW_AT_KEY}`,
    values: [id, terminalId, from, to],
  }),
  *reversing({ id, terminalId, reference, date, from, to, methods }) {
    const named = [id, date, terminalId, reference, from, to];
    // Nearly always there is none, which the keys know by themselves.
    const { rows: keys } = yield { sql: `${referring('1 as found')} limit 1`, values: named };
    if (keys.length === 0) return null;
    const isReversal = methods.map((_method, index) => `$${String(named.length + index + 1)}`).join();
    const { rows } = (yield {
      sql: `select t.request_id as "requestId" from (${referring('sequence, received_at_ms')}) as k
        cross join lateral ${ROW_AT_KEY} where t.reference = $4 and t.method_name in (${isReversal}) limit 1`,
      values: [...named, ...methods],
    }) as Result<{ readonly requestId: string }>;
    return rows[0]?.requestId ?? null;
  },
};

/** A taken id is found out by the table's own trigger: nothing is added, and nothing comes back. */
export const ADDING: LedgerAdding = {
  statement: (insert) => insert.returning('sequence'),
  sequenceOf: ({ rows }) => (rows as readonly { readonly sequence: number }[])[0]?.sequence ?? null,
};

/** The partition that was taken out of the ledger last, with nothing in it that is still needed. One at a time. */
export const GONE = 'transactions_gone';

/** Deletes the keys of its rows, some at a time, and in the end the table. */
export function* forget(piece: ForgetPiece): Step<Forgotten> {
  const { rows: tables } = yield {
    sql: 'select 1 as found where to_regclass($1) is not null',
    values: [GONE],
  };
  if (tables.length === 0) return { deleted: 0, through: null };
  const { rows } = (yield { sql: forgetting(piece.limit), values: [piece.after] }) as Result<{
    through: number | null;
    deleted: number;
  }>;
  const { through = null, deleted = 0 } = rows[0] ?? {};
  if (through === null) yield { sql: `drop table ${GONE}`, values: [] };
  return { deleted, through };
}

/**
 * A request id that has been claimed anew meanwhile has another sequence, and stays. The limit stands in the text: plans are made
 * without values, and for a limit that it does not know the server would read all keys, each time.
 */
const forgetting = (limit: number): string => `with piece as (
    select sequence, request_key from ${GONE} where sequence > $1 order by sequence limit ${String(limit)}),
  forgotten as (
    delete from transaction_keys as k using piece as p
    where k.request_key = p.request_key and k.sequence = p.sequence returning 1)
  select (select max(sequence) from piece) as through, (select count(*) from forgotten) as deleted`;

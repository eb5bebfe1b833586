import type { Result, Step } from '../../operation.js';
import type { Forgotten, ForgetPiece, LedgerAdding, LedgerNames } from '../dialect.js';

/** In the text: plans are made without values, and for a limit that it does not know the server would read all that match. */
const first = (limit: number): string => `limit ${String(limit)}`;

const PLACES = 'select sequence, received_at_ms as "receivedAtMs" from transaction_keys';

/** All of it in one narrow table, whatever partition the row is in (ledger-schema). */
export const NAMES: LedgerNames = {
  request: (key) => ({ sql: `${PLACES} where request_key = $1`, values: [key] }),
  checksum: ({ terminalId, checksumKey, isKeyless, limit }) => ({
    sql: isKeyless
      ? `${PLACES} where checksum_key = $1 and key_id is null and terminal_id = $2 order by sequence ${first(limit)}`
      : `${PLACES} where checksum_key = $1 and terminal_id = $2 ${first(limit)}`,
    values: [checksumKey, terminalId],
  }),
  called: ({ date, id, terminalId, limit }) => ({
    sql: `${PLACES} where transaction_date = $1 and transaction_id = $2 and terminal_id = $3
      order by sequence desc limit $4`,
    values: [date, id, terminalId, limit],
  }),
  referringTo: ({ date, id, terminalId }) => ({
    sql: `${PLACES} where reference_date = $1 and reference_id = $2 and terminal_id = $3 order by sequence`,
    values: [date, id, terminalId],
  }),
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

import Database from 'better-sqlite3';
import type { Effort } from '../scenarios/scenario.js';
import { FIRST_CARD, FIRST_CUSTOMER, FIRST_REFERENCE } from '../load/wallets.js';

/**
 * Fills a database with so many saved transactions. Each copies the newest row, but has its own ids, wallet, checksum and times,
 * spread over the past. One statement adds a million, so that none is ever in memory.
 */
export function addHistory(
  path: string,
  { transactions: rows, wallets, tell }: Pick<Effort, 'transactions' | 'wallets' | 'tell'>,
): void {
  const database = new Database(path);
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -1000000');
  database.function('random_hex', { deterministic: false }, randomHex);
  const columns = database
    .prepare<[], { name: string }>(
      "select name from pragma_table_info('transactions') where name <> 'sequence'",
    )
    .all()
    .map(({ name }) => name);
  const own = ownValues(wallets, rows);
  const selected = columns.map((name) => own[name] ?? `sample.${name}`).join(', ');
  const insert = database.prepare(
    `insert into transactions (${columns.join(', ')})
     with recursive numbers(n) as (select ? union all select n + 1 from numbers where n + 1 < ?)
     select ${selected} from numbers, (select * from transactions order by sequence desc limit 1) as sample order by n`,
  );
  for (let from = 0; from < rows; from += STEP) {
    insert.run(from, Math.min(rows, from + STEP));
    tell(`history: ${String(Math.min(rows, from + STEP))} transactions`);
  }
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

const STEP = 250_000;
const GAP_MS = 100;

/** Returns SQL by column. The oldest row comes first. */
function ownValues(wallets: number, rows: number): Readonly<Record<string, string>> {
  const wallet = `(n * 7919 % ${String(wallets)})`;
  const requestId = `(${String(FIRST_CARD)} + ${wallet}) || '_' || (1700000000000 + n) || '_' || n`;
  const ago = `((${String(rows)} - n) * ${String(GAP_MS)})`;
  const date = `strftime('%Y%m%dT%H:%M:%S', (sample.received_at_ms - ${ago}) / 1000, 'unixepoch')`;
  return {
    request_id: requestId,
    reference: `cast(${String(FIRST_REFERENCE)} + ${wallet} as text)`,
    customer_id: `${String(FIRST_CUSTOMER)} + ${wallet}`,
    card_id: `${String(FIRST_CARD)} + ${wallet}`,
    transaction_id: "'H' || n",
    transaction_date: date,
    checksum: `${date} || random_hex(64)`,
    digest: `${date} || random_hex(64)`,
    received_at_ms: `sample.received_at_ms - ${ago}`,
    claimed_at_ms: `sample.claimed_at_ms - ${ago}`,
    settled_at_ms: `sample.settled_at_ms - ${ago}`,
  };
}

/** Own generator of eight digits at a time: crypto would take most of the time. */
let state = 0x9e3779b9;
function randomHex(length: unknown): string {
  let text = '';
  while (text.length < Number(length)) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    text += (state >>> 0).toString(16).padStart(8, '0');
  }
  return text.slice(0, Number(length));
}

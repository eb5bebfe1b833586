import Database from 'better-sqlite3';
import { Client } from 'pg';

/** Number of terminals that share the transactions. */
export const TERMINALS = 1000;

export interface MixedRows {
  readonly rows: number;
  readonly wallets: number;
}

/**
 * Adds wallets with one card each, and transactions of several programmes, terminals, methods, interfaces, keys and states, to a
 * migrated database. The statements are the same on both databases.
 */
export async function addMixedRows(databaseUrl: string, size: MixedRows): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new Database(databaseUrl.slice('sqlite:'.length));
    database.pragma('synchronous = OFF');
    database.pragma('cache_size = -500000');
    for (const statement of statementsFor(size)) database.exec(statement);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statementsFor(size)) await client.query(statement);
  // A running server has done this long ago.
  await client.query('vacuum analyze');
  await client.end();
}

function statementsFor({ rows, wallets }: MixedRows): readonly string[] {
  const numbers = (count: number): string =>
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${String(count)})`;
  const wallet = `(1 + cast(n as bigint) * 7919 % ${String(wallets)})`;
  const card = `(5000000 + ${wallet})`;
  const programme = `case when n % 2 = 0 then 'shop' else 'club' end`;
  const terminal = `cast(1000000000 + n * 31 % ${String(TERMINALS)} as text)`;
  return [
    `insert into programmes (programme, name) values ('shop', 'Shop'), ('club', 'Club')`,
    `${numbers(TERMINALS)} insert into terminals (terminal_id, programme, checksum_algorithm)
      select cast(999999999 + n as text), ${programme}, 'sha256' from numbers`,
    `${numbers(wallets)} insert into wallets (reference, programme, customer_id)
      select cast(10000000000 + n as text), ${programme}, 700000 + n from numbers`,
    `${numbers(wallets)} insert into cards (card_id, reference, is_default)
      select 5000000 + n, cast(10000000000 + n as text), 1 from numbers`,
    `${numbers(rows)} insert into transactions (request_id, request_key, method_name, effect, door, programme, terminal_id,
        reference, customer_id, card_id, key_id, request_amount, transaction_id, transaction_date, checksum,
        checksum_key, borders, content_hash, route, state, attempt, owner, lease_until_ms, received_at_ms, claimed_at_ms,
        sent_at_ms, answered_at_ms, settled_at_ms, http_status, result_code, error_code)
      select ${card} || '_20260101_' || n, '20260101_' || n || '_' || ${card},
        case when n % 5 = 0 then 'Balance' else 'Deduct' end, case when n % 5 = 0 then 'none' else 'money' end,
        case when n % 3 = 0 then 'xmlrpc' else 'json' end, ${programme}, ${terminal},
        cast(10000000000 + ${wallet} as text), 700000 + ${wallet}, ${card}, case when n % 3 = 0 then null else 'backend' end,
        n % 100000, 'H' || n, '20260101T00:00:00', 'c' || n || 'checksum of sixty-four characters, as long as of SHA-256', '20260101_' || n,
        '10,21,30', 'h' || n || 'hash of sixty-four characters, as long as one of SHA-256', 'default',
        case when n % 50 = 0 then 'refused' else 'answered' end, 1, 'bench', 0, n, n, n, n, n, 200,
        case when n % 7 = 0 then -9 else 1 end, case when n % 50 = 0 then 'DOWNSTREAM_REFUSED' end from numbers`,
  ];
}

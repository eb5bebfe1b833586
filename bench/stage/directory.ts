import Database from 'better-sqlite3';
import { Client } from 'pg';
import { openStore } from '../../src/store/store.js';
import { FIRST_CARD, FIRST_CUSTOMER, FIRST_REFERENCE } from '../load/wallets.js';
import * as known from './credentials.js';
import { directoryOf } from '../../test/support/directory.js';

/** Makes a migrated database with the benchmark's programme, terminal, keys and this number of wallets with one card each. */
export async function makeDatabase(path: string, wallets: number): Promise<void> {
  await seedDatabase(`sqlite:${path}`);
  const database = new Database(path);
  database.pragma('synchronous = OFF');
  for (const statement of walletStatements(wallets)) database.exec(statement);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Adds all but the wallets, through the gateway's own store. */
export async function seedDatabase(databaseUrl: string): Promise<void> {
  const store = await openStore({
    databaseUrl,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    masterKey: MASTER_KEY,
  });
  await store.migrate();
  const programme = known.PROGRAMME;
  const directoryAdmin = directoryOf(store);
  await directoryAdmin.putProgramme({ programme, name: 'Bench' });
  await directoryAdmin.putTerminal({
    terminalId: known.TERMINAL_ID,
    programme,
    password: known.TERMINAL_PASSWORD,
  });
  for (const [keyId, key, role] of [
    ['bench-client', known.CLIENT_KEY, 'client'],
    ['bench-integrator', known.INTEGRATOR_KEY, 'integrator'],
    ['bench-network', known.NETWORK_KEY, 'network'],
  ] as const) {
    await directoryAdmin.putApiKey({ keyId, key, role, programme });
  }
  await store.close();
}

export const MASTER_KEY = `hex:${'5a'.repeat(32)}`;

/** Adds to PostgreSQL the same wallets as to a SQLite file. */
export async function seedPostgresWallets(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of walletStatements(count)) await client.query(statement);
  await client.end();
}

/** Adds wallets and cards in one statement each: a million through the administration takes many minutes. */
function walletStatements(count: number): readonly string[] {
  const numbers = `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${String(count)})`;
  const reference = `cast(${String(FIRST_REFERENCE)} + n as text)`;
  return [
    `insert into wallets (reference, programme, customer_id) ${numbers}
     select ${reference}, '${known.PROGRAMME}', ${String(FIRST_CUSTOMER)} + n from numbers`,
    `insert into cards (card_id, reference, is_default) ${numbers}
     select ${String(FIRST_CARD)} + n, ${reference}, 1 from numbers`,
  ];
}

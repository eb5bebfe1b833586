/** Tests the commits of an SQLite file by its write-ahead log: what is acknowledged is in it, and what belongs together is one commit. */
import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { firstOnce } from '../../../src/store/engine/operation.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import type { Store } from '../../../src/store/store.js';
import { answered, decided, deduct, doubted, toTerminal } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

let file: string;
let store: Store;
let beside: Database.Database;

beforeEach(async () => {
  ({ file } = temporaryFolder());
  store = await migratedStore({ file });
  beside = new Database(file, { readonly: true });
});

afterEach(async () => {
  beside.close();
  await store.close();
});

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Returns the number of commits in the log. The last frame of each has the size of the database, all others have 0 there. */
function commits(): number {
  const log = readFileSync(`${file}-wal`);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  let count = 0;
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes)
    if (log.readUInt32BE(at + 4) > 0) count += 1;
  return count;
}

async function commitsOf(work: () => Promise<unknown>): Promise<number> {
  const before = commits();
  await work();
  return commits() - before;
}

const rowsOf = (table: string): number =>
  (beside.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count;

it('both handles wait for the disk at each commit', async () => {
  const opened = await sqliteDialect(file, DEFAULT_STORE_SETTINGS).open();
  const mode = () => firstOnce({ compile: () => ({ sql: 'pragma synchronous', parameters: [] }) } as never);
  expect([await opened.read(mode()), await opened.readAside(mode())]).toEqual([
    { synchronous: 2 },
    { synchronous: 2 },
  ]);
  await opened.close();
});

it('a claim and a settlement are in the log when they are acknowledged', async () => {
  expect(await commitsOf(() => store.ledger.claim(deduct()))).toBe(1);
  expect(rowsOf('transactions')).toBe(1);
  expect(await commitsOf(() => store.ledger.apply(answered(deduct().requestId)))).toBe(1);
  expect(beside.prepare('select state from transactions').get()).toEqual({ state: 'answered' });
});

it('a doubt, its contradiction and the word of an operator are each one commit with their event or audit entry', async () => {
  const { requestId } = deduct();
  await store.ledger.claim(deduct());
  const doubt = doubted(requestId, { reply: toTerminal(-7) });
  expect(await commitsOf(() => store.ledger.apply(doubt))).toBe(1);
  expect(rowsOf('events')).toBe(1);
  expect(await commitsOf(() => store.ledger.apply({ ...answered(requestId), ownReversal: null }))).toBe(1);
  expect(rowsOf('events')).toBe(2);
  const audit = { actor: 'a', action: 'b', subject: requestId, reason: 'c', before: '', after: '' };
  const word = decided(requestId, 1, { seen: 'contradicted', audit });
  expect(await commitsOf(() => store.ledger.apply(word))).toBe(1);
  expect(rowsOf('audit_log')).toBe(1);
});

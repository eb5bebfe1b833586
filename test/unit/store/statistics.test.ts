import Database from 'better-sqlite3';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createFinder } from '../../../src/store/transactions/find.js';
import type { Store } from '../../../src/store/store.js';
import { deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

/** A look-up that names no index. */
const LOOK_UP = `select request_id from transactions
  where checksum_key = +? and terminal_id = +? and checksum = +? limit 1`;

describe('a SQLite database in which many calls share a checksum, and that somebody analyzed', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await migratedStore({ file: folder.file });
    await store.ledger.claim(deduct());
    withDatabase((database) => {
      copyTransaction(database, 10_000);
      database.exec('analyze');
    });
  });

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  function withDatabase<T>(work: (database: Database.Database) => T): T {
    const database = new Database(folder.file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  /** Copies the only transaction. All have its checksum. */
  function copyTransaction(database: Database.Database, copies: number): void {
    const columns = database
      .prepare<[], { name: string }>("select name from pragma_table_info('transactions')")
      .all()
      .map(({ name }) => name)
      .filter((name) => name !== 'sequence');
    const values = columns.map((name) => (name === 'request_key' ? "request_key || '_' || n" : name));
    database.exec(`insert into transactions (${columns.join()})
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${String(copies)})
      select ${values.join()} from numbers, transactions where sequence = 1`);
  }

  function planOf(sql: string): string {
    const plan = withDatabase((database) =>
      database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all('', '', ''),
    );
    return plan.map(({ detail }) => detail).join();
  }

  it('searches by the index in the look-up of a claim', () => {
    const finder = createFinder(sqliteDialect(folder.file, DEFAULT_STORE_SETTINGS));
    const call = finder.withChecksum({ terminalId: '', checksum: '', checksumKey: '' }).next().value;
    if (call === null || !('sql' in call)) throw new Error('The look-up reads nothing.');
    expect(planOf(call.sql)).toContain('USING INDEX transactions_checksum_key');
  });

  it('searches by the index again after the next start', async () => {
    expect(planOf(LOOK_UP)).toBe('SCAN transactions');
    await store.close();
    store = await migratedStore({ file: folder.file });
    expect(planOf(LOOK_UP)).toContain('USING INDEX transactions_checksum_key');
  });
});

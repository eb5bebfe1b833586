import Database from 'better-sqlite3';
import { DEFAULT_STORE_SETTINGS } from '../../../src/store/settings.js';
import { sqliteDialect } from '../../../src/store/engine/sqlite/sqlite.js';
import { createFinder } from '../../../src/store/transactions/find.js';
import type { Call } from '../../../src/store/engine/operation.js';
import type { Store } from '../../../src/store/store.js';
import { deduct } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from './temporary-store.js';

describe('a SQLite database with one transaction, which somebody analyzed', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await migratedStore({ file: folder.file });
    await store.ledger.claim(deduct());
    withDatabase((database) => database.exec('analyze'));
  });

  afterEach(() => store.close());

  function withDatabase<T>(work: (database: Database.Database) => T): T {
    const database = new Database(folder.file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  function planOf({ sql, values }: Call): string {
    const plan = withDatabase((database) =>
      database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...values),
    );
    return plan.map(({ detail }) => detail).join();
  }

  const lookUps = () => {
    const finder = createFinder(sqliteDialect(folder.file, DEFAULT_STORE_SETTINGS));
    const looks = finder.keyless(deduct());
    return [looks.next().value, looks.next({ rows: [], changes: 0 }).value];
  };

  it('searches by the indexes again after the next start', async () => {
    await store.close();
    store = await migratedStore({ file: folder.file });
    expect(lookUps().map((call) => planOf(call as Call))).toEqual([
      expect.stringContaining('USING INDEX transactions_content'),
      expect.stringContaining('USING INDEX transactions_checksum'),
    ]);
  });
});

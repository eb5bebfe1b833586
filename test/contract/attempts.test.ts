import Database from 'better-sqlite3';
import { openStore, type Store } from '../../src/store/store.js';
import { seedAttempt } from '../support/attempts.js';
import { temporaryFolder, testClock } from '../unit/store/temporary-store.js';
import { attemptsContract } from './attempts.contract.js';

attemptsContract('SQLite', async () => {
  const folder = temporaryFolder();
  const databaseClock = testClock();
  const open = async (): Promise<Store> => {
    const store = await openStore({
      databaseUrl: `sqlite:${folder.file}`,
      clock: testClock(),
      databaseClock,
      settings: { scanRows: 4 },
    });
    await store.migrate();
    return store;
  };
  const store = await open();
  const other = await open();
  const database = new Database(folder.file);
  return {
    attempts: store.attempts,
    other: other.attempts,
    directoryAdmin: store.directoryAdmin,
    setNowMs: (nowMs) => {
      databaseClock.set(nowMs);
    },
    seed: (attempt) => {
      seedAttempt(database, attempt);
    },
    query: (sql) => database.prepare(sql).all() as Record<string, unknown>[],
    change: (sql) => {
      database.exec(sql);
    },
    async close() {
      database.close();
      await store.close();
      await other.close();
      folder.remove();
    },
  };
});

import Database from 'better-sqlite3';
import { createCommitQueue } from '../../src/store/commit-queue.js';
import { sqliteDialect } from '../../src/store/dialect/sqlite.js';
import { createAppendEvent } from '../../src/store/events/append.js';
import { storeSettings } from '../../src/store/settings.js';
import { startChild } from '../unit/store/child/start.js';
import { migratedStore, temporaryFolder, testClock } from '../unit/store/temporary-store.js';
import { eventLogContract } from './events.contract.js';

eventLogContract('SQLite', async () => {
  const { file, remove } = temporaryFolder();
  const clock = testClock();
  const store = await migratedStore({ file, clock });
  const settings = storeSettings({});
  const dialect = sqliteDialect(file, settings);
  const connection = await dialect.open();
  const commits = createCommitQueue(connection, settings);
  const append = createAppendEvent(dialect);
  return {
    log: store.eventLog,
    append: (...events) =>
      Promise.all(
        events.map((event) => commits.submit(() => append(event, clock.nowMs()), { isCompound: true })),
      ),
    appendFromTwoProcesses: (count) =>
      Promise.all(
        ['1', '2'].map((prefix) => startChild('append-events.ts', file, prefix, String(count)).ended),
      ),
    await(sequence) {
      const database = new Database(file);
      database.pragma('foreign_keys = OFF');
      database
        .prepare("insert into deliveries (event_sequence, endpoint_id, state) values (?, 'end', 'pending')")
        .run(sequence);
      database.close();
      return Promise.resolve();
    },
    setNowMs: (nowMs) => clock.set(nowMs),
    async close() {
      await commits.drain();
      connection.close();
      await store.close();
      remove();
    },
  };
});

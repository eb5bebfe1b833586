import Database from 'better-sqlite3';
import { openStore, type Store } from '../../src/store/store.js';
import { temporaryFolder, testClock } from '../unit/store/temporary-store.js';
import { provisioningContract } from './provisioning.contract.js';

provisioningContract('SQLite', async () => {
  const folder = temporaryFolder();
  const databaseClock = testClock();
  const open = async (): Promise<Store> => {
    const store = await openStore({
      databaseUrl: `sqlite:${folder.file}`,
      clock: testClock(),
      databaseClock,
    });
    await store.migrate();
    return store;
  };
  const store = await open();
  const other = await open();
  const database = new Database(folder.file, { readonly: true });
  const history = database.prepare(
    'select actor, from_state "from", to_state "to", reason from attempt_history where attempt_id = ? order by sequence',
  );
  return {
    provisioning: store.provisioning,
    provisioningAdmin: store.provisioningAdmin,
    other: other.provisioning,
    setNowMs: (nowMs) => {
      databaseClock.set(nowMs);
    },
    history: (attemptId) => history.all(attemptId) as never,
    async close() {
      database.close();
      await store.close();
      await other.close();
      folder.remove();
    },
  };
});

import { DEFAULT_STORE_SETTINGS } from '../../src/store/settings.js';
import { migratedStore, temporaryFolder, testClock } from '../unit/store/temporary-store.js';
import { directoryContract } from './directory.contract.js';

directoryContract('SQLite', async () => {
  const folder = temporaryFolder();
  const clock = testClock();
  const store = await migratedStore({ file: folder.file, clock });
  const other = await migratedStore({ file: folder.file, clock });
  return {
    directory: store.directory,
    directoryAdmin: store.directoryAdmin,
    other,
    cacheMs: DEFAULT_STORE_SETTINGS.cacheMs,
    passwordOverlapMs: DEFAULT_STORE_SETTINGS.passwordOverlapMs,
    advance: (ms) => {
      clock.set(clock.nowMs() + ms);
    },
    async close() {
      await store.close();
      await other.close();
      folder.remove();
    },
  };
});

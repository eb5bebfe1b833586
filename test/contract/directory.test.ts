import { DEFAULT_STORE_SETTINGS } from '../../src/store/settings.js';
import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { directoryContract } from './directory.contract.js';

eachDatabase((name, create) => {
  directoryContract(name, async () => {
    const database = await create();
    const clock = testClock();
    const store = await database.open({ clock });
    const other = await database.open({ clock });
    return {
      directory: store.directory,
      directoryAdmin: store.directoryAdmin,
      other,
      cacheMs: DEFAULT_STORE_SETTINGS.cacheMs,
      passwordOverlapMs: DEFAULT_STORE_SETTINGS.passwordOverlapMs,
      advance: (ms) => {
        clock.set(clock.nowMs() + ms);
      },
      close: () => database.close(),
    };
  });
});

import { DEFAULT_STORE_SETTINGS } from '../../src/store/settings.js';
import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { directoryContract } from './directory.contract.js';
import { keptFor } from './kept.js';
import { directoryOf } from '../support/directory.js';

const { cacheMs, passwordOverlapMs } = DEFAULT_STORE_SETTINGS;

eachDatabase((name, create) => {
  describe(`stores on ${name}`, () => {
    const clock = testClock();
    const advance = (ms: number): void => clock.set(clock.nowMs() + ms);
    const kept = keptFor(create, async (database) => ({
      store: await database.open({ clock }),
      other: await database.open({ clock }),
    }));

    directoryContract(name, async () => {
      // The stores use no cached value of the previous test any longer.
      advance(2 * cacheMs);
      const { store, other } = await kept();
      return {
        directory: store.directory,
        directoryAdmin: directoryOf(store),
        keys: store.administration.keys,
        other: { directory: other.directory, directoryAdmin: directoryOf(other) },
        cacheMs,
        passwordOverlapMs,
        advance,
      };
    });
  });
});

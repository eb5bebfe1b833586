import type { Store } from '../../src/store/store.js';
import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';

const NOW = 1_000_000;

eachDatabase((name, create) => {
  describe(`sign-ins that have begun on ${name}`, () => {
    let here: Store;
    let there: Store;
    const clock = testClock();
    const kept = keptFor(create, async (database) => ({
      here: await database.open({ clock }),
      there: await database.open({ clock }),
    }));

    beforeEach(async () => {
      clock.set(NOW);
      ({ here, there } = await kept());
    });

    it('end once, on one of two nodes, and not after their time', async () => {
      await here.begunSignIns.keep({ stateHash: 'a', forMs: 60_000 });
      await here.begunSignIns.keep({ stateHash: 'b', forMs: 60_000 });
      const taken = await Promise.all(
        [here, there, here, there].map((store) => store.begunSignIns.take('a')),
      );
      expect(taken.filter((one) => one)).toHaveLength(1);
      expect(await here.begunSignIns.take('unknown')).toBe(false);
      clock.set(NOW + 60_001);
      expect(await there.begunSignIns.take('b')).toBe(false);
    });
  });
});

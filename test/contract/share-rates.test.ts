import type { Store } from '../../src/store/store.js';
import type { RateCounts } from '../../src/use-cases/access/rate-limit-port.js';
import { createRateLimits } from '../../src/use-cases/access/rate-limits.js';
import { shareRates } from '../../src/use-cases/access/share-rates.js';
import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';

const NOW = 1_000_000;
const WINDOW_MS = 60_000;
const COUNT = { limit: 'failedAuthentication', key: '192.0.2.1', count: 1, isLimited: false } as const;
const RULE = { max: 5, windowMs: WINDOW_MS };

eachDatabase((name, create) => {
  describe(`processes that share counts on ${name}`, () => {
    let store: Store;
    const clock = testClock();
    const kept = keptFor(create, async (database) => ({ store: await database.open({ clock }) }));
    const ends: (() => Promise<void>)[] = [];

    beforeEach(async () => {
      clock.set(NOW);
      ({ store } = await kept());
    });

    afterEach(async () => {
      await Promise.all(ends.splice(0).map((end) => end()));
    });

    /** Makes a process whose rounds the test starts. */
    function processOf(source: string, rateCounts: RateCounts = store.rateCounts) {
      const limits = createRateLimits({
        clock,
        keysMax: 100,
        rules: {
          failedAuthentication: RULE,
          wrongChecksums: null,
          wrongChecksumsOfTerminal: null,
          signIns: null,
          transactionsOfKey: null,
          transactionsOfTerminal: null,
        },
      });
      const failures: unknown[] = [];
      let next: () => void = () => undefined;
      let paused: () => void = () => undefined;
      const timer = {
        wait: () => {
          const done = new Promise<void>((resolve) => (next = resolve));
          paused();
          return { done, cancel: () => undefined };
        },
      };
      const onFailure = (error: unknown): void => void failures.push(error);
      const sharing = { limits, rateCounts, source, clock, timer, everyMs: 1000, keysMax: 100, onFailure };
      const rounds = shareRates(sharing);
      ends.push(() => rounds.stop());
      return {
        failures,
        take: () => limits.take({ limit: 'failedAuthentication', key: '192.0.2.1' }).kind,
        round: () =>
          new Promise<void>((resolve) => {
            paused = resolve;
            next();
          }),
      };
    }

    const takes = (process: { take: () => string }, number: number): string[] =>
      Array.from({ length: number }, () => process.take());

    it('refuse together after one round of each', async () => {
      const [here, there] = [processOf('here'), processOf('there')];
      expect([...takes(here, 3), ...takes(there, 2)]).toEqual(Array(5).fill('taken'));
      await here.round();
      await there.round();
      expect(there.take()).toBe('limited');
      await there.round();
      await here.round();
      expect(here.take()).toBe('limited');
    });

    it('lose no count when the database fails', async () => {
      const down = { isDown: true };
      const put: RateCounts['put'] = (input) =>
        down.isDown ? Promise.reject(new Error('The database is down.')) : store.rateCounts.put(input);
      const [here, there] = [processOf('here', { ...store.rateCounts, put }), processOf('there')];
      takes(here, 5);
      there.take();
      await here.round();
      expect(here.failures).toHaveLength(1);
      down.isDown = false;
      await here.round();
      await there.round();
      expect(there.take()).toBe('limited');
    });

    it('delete the counts of ended windows from time to time', async () => {
      const ended = { ...COUNT, endsAtMs: NOW + 1 };
      await store.rateCounts.put({ source: 'gone', counts: [ended], nowMs: NOW });
      const stored = () => {
        clock.set(NOW);
        return store.rateCounts.changed({ source: 'reader', since: 0, nowMs: NOW });
      };
      expect((await stored()).counts).toHaveLength(1);
      clock.set(NOW + 2);
      const here = processOf('here');
      here.take();
      for (let round = 0; round < 60; round += 1) await here.round();
      expect((await stored()).counts.map(({ source }) => source)).toEqual(['here']);
    });

    it('ask the database nothing while nothing is counted', async () => {
      let asked = 0;
      const changed: RateCounts['changed'] = (input) => {
        asked += 1;
        return store.rateCounts.changed(input);
      };
      const here = processOf('here', { ...store.rateCounts, changed });
      await here.round();
      expect(asked).toBe(0);
      here.take();
      await here.round();
      clock.set(NOW + WINDOW_MS);
      await here.round();
      expect(asked).toBe(2);
      clock.set(NOW + WINDOW_MS + 1);
      await here.round();
      expect(asked).toBe(2);
    });
  });
});

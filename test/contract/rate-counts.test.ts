import type { Store } from '../../src/store/store.js';
import type { RateCount } from '../../src/use-cases/access/rate-limit-port.js';
import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';

const NOW = 1_000_000;

const count = (key: string, taken: number, endsAtMs = NOW + 60_000): RateCount => ({
  limit: 'failedAuthentication',
  key,
  count: taken,
  endsAtMs,
  isLimited: taken > 5,
});

eachDatabase((name, create) => {
  describe(`counts for rate limits on ${name}`, () => {
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

    const changedFor = (source: string, since = 0, nowMs = NOW) =>
      there.rateCounts.changed({ source, since, nowMs });

    it('reach other processes unchanged, and not their own', async () => {
      const counts = [count('192.0.2.1', 3), count('odd \u0000 \ud800 "key"', 9)];
      await here.rateCounts.put({ source: 'here', counts, nowMs: NOW });
      const { counts: told } = await changedFor('there');
      expect([...told].sort((a, b) => a.count - b.count)).toEqual(
        counts.map((each) => ({ ...each, source: 'here' })),
      );
      expect((await changedFor('here')).counts).toEqual([]);
    });

    it('of one key are replaced by the last', async () => {
      await here.rateCounts.put({ source: 'here', counts: [count('a', 1)], nowMs: NOW });
      await here.rateCounts.put({ source: 'here', counts: [count('a', 7, NOW + 90_000)], nowMs: NOW });
      expect((await changedFor('there')).counts).toEqual([
        { ...count('a', 7, NOW + 90_000), source: 'here' },
      ]);
    });

    it('are taken once, by one of two processes, and not after their end', async () => {
      await here.rateCounts.put({ source: 'sign-in', counts: [count('a', 0), count('b', 0)], nowMs: NOW });
      const take = (store: Store, key: string) =>
        store.rateCounts.take({ source: 'sign-in', limit: 'failedAuthentication', key });
      const taken = await Promise.all([take(here, 'a'), take(there, 'a'), take(here, 'a'), take(there, 'a')]);
      expect(taken.filter((one) => one)).toHaveLength(1);
      expect(await take(here, 'unknown')).toBe(false);
      clock.set(NOW + 60_001);
      expect(await take(there, 'b')).toBe(false);
    });

    it('are stored by the hundred', async () => {
      const counts = Array.from({ length: 320 }, (_, index) => count(`key ${String(index)}`, index));
      await here.rateCounts.put({ source: 'here', counts, nowMs: NOW });
      expect((await changedFor('there')).counts).toHaveLength(320);
    });

    it('are returned again shortly after a cursor, so that a late commit is not missed', async () => {
      await here.rateCounts.put({ source: 'here', counts: [count('a', 1)], nowMs: NOW });
      const { cursor } = await changedFor('there');
      expect((await changedFor('there', cursor)).counts).toHaveLength(1);
      expect((await changedFor('there', cursor + 60_000)).counts).toEqual([]);
    });

    it('last as long for a process with another clock', async () => {
      const ahead = NOW + 3_600_000;
      await here.rateCounts.put({ source: 'here', counts: [count('a', 1, ahead + 60_000)], nowMs: ahead });
      expect((await changedFor('there')).counts).toEqual([{ ...count('a', 1), source: 'here' }]);
      expect((await changedFor('there', 0, ahead)).counts).toMatchObject([{ endsAtMs: ahead + 60_000 }]);
    });

    it('are forgotten when their window has ended', async () => {
      await here.rateCounts.put({
        source: 'here',
        counts: [count('a', 1), count('b', 1, NOW + 120_000)],
        nowMs: NOW,
      });
      clock.set(NOW + 60_001);
      expect((await changedFor('there')).counts.map(({ key }) => key)).toEqual(['b']);
      await there.rateCounts.expire();
      clock.set(NOW);
      expect((await changedFor('there')).counts.map(({ key }) => key)).toEqual(['b']);
    });
  });
});

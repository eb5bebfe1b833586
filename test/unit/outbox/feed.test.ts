import * as fc from 'fast-check';
import { createFeed, type RunningFeed } from '../../../src/outbound/feed/feed.js';
import { CardwayError } from '../../../src/platform/errors.js';
import { sizeOf } from '../../fault/size.js';
import { machineTimer } from '../../support/machine-clock.js';
import { type Item, listSource, type ListSource } from './list-source.js';

const NEVER_MS = 600_000;

type Kind = Item['kind'] | null;

function feedOf(
  source: ListSource,
  options: { pageMax?: number; pastMax?: number; queueMax?: number; pollMs?: number } = {},
) {
  const failures: unknown[] = [];
  const feed = createFeed({
    source,
    timer: machineTimer,
    pollMs: options.pollMs ?? NEVER_MS,
    pageMax: options.pageMax ?? 4,
    pastMax: options.pastMax ?? options.pageMax ?? 4,
    queueMax: options.queueMax ?? 8,
    onFailure: (error) => failures.push(error),
  });
  return { feed, failures };
}

async function take(
  iterator: AsyncIterableIterator<Item>,
  count: number,
  onItem: () => Promise<void> = () => Promise.resolve(),
): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < count) {
    const step = await iterator.next();
    if (step.done === true) break;
    taken.push(step.value.sequence);
    await onItem();
  }
  return taken;
}

const follow = (feed: RunningFeed<Item, Kind>, after: number | null, filter: Kind = null) =>
  feed.follow({ after, filter, onBehind: () => undefined });

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a feed', () => {
  it('delivers past items and then new ones', async () => {
    const source = listSource();
    const { feed } = feedOf(source);
    source.append(10);
    const items = await follow(feed, 3);
    expect(await take(items, 7)).toEqual(numbers(4, 10));
    source.append(5);
    expect(await take(items, 5)).toEqual(numbers(11, 15));
    feed.stop();
  });

  it('begins with new items without a cursor', async () => {
    const source = listSource();
    const { feed } = feedOf(source);
    source.append(10);
    const items = await follow(feed, null);
    source.append(2);
    expect(await take(items, 2)).toEqual([11, 12]);
    feed.stop();
  });

  it('delivers only the items of the reader’s filter', async () => {
    const source = listSource();
    const { feed } = feedOf(source);
    source.append(4);
    const items = await follow(feed, 0, 'even');
    expect(await take(items, 2)).toEqual([2, 4]);
    source.append(4);
    expect(await take(items, 2)).toEqual([6, 8]);
    feed.stop();
  });

  it('finds items by polling when it gets no notification', async () => {
    const source = listSource({ isDeaf: true });
    const { feed } = feedOf(source, { pollMs: 1 });
    const items = await follow(feed, null);
    const taken = take(items, 3);
    source.append(3);
    expect(await taken).toEqual([1, 2, 3]);
    feed.stop();
  });

  it('does not delay others for an idle reader, and loses none of its items', async () => {
    const source = listSource();
    const { feed } = feedOf(source, { queueMax: 5 });
    let behind = 0;
    const slow = await feed.follow({ after: null, filter: null, onBehind: () => (behind += 1) });
    const first = take(slow, 1);
    const quick = await follow(feed, null);
    const quickly = take(quick, 200);
    await untilIdle(source);
    for (let added = 0; added < 100; added += 1) {
      source.append(2);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await quickly).toEqual(numbers(1, 200));
    expect(await first).toEqual([1]);
    expect(behind).toBe(1);
    expect(await take(slow, 199)).toEqual(numbers(2, 200));
    feed.stop();
  });

  it('loses nothing for a reader whose read of the past ends before the newest item and arrives after it', async () => {
    const source = listSource();
    const { feed } = feedOf(source);
    source.append(2);
    const live = take(await follow(feed, null), 1);
    await untilIdle(source);
    const arrival = deferred();
    source.hold(arrival.promise);
    const late = take(await follow(feed, 2), 1);
    await new Promise((resolve) => setImmediate(resolve));
    source.append(1);
    expect(await live).toEqual([3]);
    arrival.resolve(undefined);
    expect(await late).toEqual([3]);
    feed.stop();
  });

  it('continues after the store was unreachable', async () => {
    const source = listSource();
    const { feed, failures } = feedOf(source, { pollMs: 50 });
    source.append(2);
    source.fail(2, new CardwayError('UNAVAILABLE'));
    const items = await follow(feed, 0);
    expect(await take(items, 2)).toEqual([1, 2]);
    const next = take(items, 1);
    await untilIdle(source);
    source.fail(2, new CardwayError('UNAVAILABLE'));
    source.append(1);
    expect(await next).toEqual([3]);
    expect(failures.length).toBeGreaterThan(0);
    feed.stop();
  });

  it('ends when the log was deleted past it, with an error that names the place to continue from', async () => {
    const source = listSource();
    const { feed } = feedOf(source, { pageMax: 2 });
    source.append(10);
    const items = await follow(feed, 2);
    expect(await take(items, 2)).toEqual([3, 4]);
    source.expireThrough(7);
    const oldestAfter = 'evt_000000000007';
    await expect(items.next()).rejects.toMatchObject({ code: 'BAD_REQUEST', field: 'after', oldestAfter });
    expect(await items.next()).toEqual({ done: true, value: undefined });
    feed.stop();
  });

  it('ends only readers that missed something, when it was late itself', async () => {
    const source = listSource({ isDeaf: true });
    const { feed } = feedOf(source, { pollMs: 200 });
    source.append(2);
    const late = (await follow(feed, 2)).next();
    await untilIdle(source);
    source.append(8);
    source.expireThrough(7);
    const items = await follow(feed, 7);
    const taken = take(items, 4);
    await expect(late).rejects.toMatchObject({ oldestAfter: 'evt_000000000007' });
    const returned = take(await follow(feed, 7), 4);
    source.append(1);
    expect(await taken).toEqual(numbers(8, 11));
    expect(await returned).toEqual(numbers(8, 11));
    feed.stop();
  });

  it('ends every reader when it stops', async () => {
    const source = listSource();
    const { feed } = feedOf(source);
    const waiting = take(await follow(feed, null), 1);
    await new Promise((resolve) => setImmediate(resolve));
    feed.stop();
    expect(await waiting).toEqual([]);
  });
});

/** Resolves when the feed waits for new items. */
async function untilIdle(source: ListSource): Promise<void> {
  for (let before = -1; before !== source.reads;) {
    before = source.reads;
    await machineTimer.wait(20).done;
  }
}

/** Returns the pause of a reader between two items: none, or some turns. */
const pause = (turns: number) => async (): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const readers = fc.array(
  fc.record({
    startsAfterStep: fc.nat(12),
    pauseTurns: fc.nat(4),
    /** Number of items after which it leaves. It comes back with the last one as its cursor. */
    leavesAfter: fc.integer({ min: 1, max: 20 }),
    filter: fc.constantFrom<Kind>(null, 'even', 'odd'),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('any interleaving of additions, readers and disconnects', () => {
  it('shows every reader everything once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }),
        readers,
        fc.record({ pageMax: fc.integer({ min: 1, max: 5 }), queueMax: fc.integer({ min: 1, max: 6 }) }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (additions, everyone, limits, step, isDeaf) => {
          const source = listSource({ isDeaf, step });
          const { feed } = feedOf(source, { ...limits, pollMs: isDeaf ? 1 : NEVER_MS });
          const total = additions.reduce((sum, count) => sum + count, 0);
          const all = numbers(1, total).map((place) => place * step);
          const wanted = (filter: Kind) =>
            all.filter((place) => filter === null || (place % 2 === 0 ? 'even' : 'odd') === filter);
          const steps = additions.map(() => deferred());
          const runs = everyone.map(async (reader) => {
            await steps[Math.min(reader.startsAfterStep, steps.length) - 1]?.promise;
            const seen: number[] = [];
            while (seen.length < wanted(reader.filter).length) {
              const items = await follow(feed, seen.at(-1) ?? 0, reader.filter);
              const left = wanted(reader.filter).length - seen.length;
              seen.push(...(await take(items, Math.min(reader.leavesAfter, left), pause(reader.pauseTurns))));
              await items.return?.();
            }
            return seen;
          });
          for (const [index, count] of additions.entries()) {
            await pause(count % 3)();
            source.append(count);
            steps[index]?.resolve(undefined);
          }
          const seen = await Promise.all(runs);
          feed.stop();
          expect(seen).toEqual(everyone.map(({ filter }) => wanted(filter)));
        },
      ),
      { numRuns: sizeOf('FEED_RUNS', 150) },
    );
  });
});

function deferred(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

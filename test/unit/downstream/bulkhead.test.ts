import fc from 'fast-check';
import { createBulkhead, type CallSlot } from '../../../src/outbound/downstream/bulkhead.js';
import { ManualTime } from './manual-time.js';

const open = (queueMax: number, concurrentMax = 1) => {
  const time = new ManualTime();
  return { time, bulkhead: createBulkhead({ concurrentMax, queueMax, queueMs: 500 }, time) };
};

async function slotFor(
  { bulkhead }: Pick<ReturnType<typeof open>, 'bulkhead'>,
  taker = 'a',
): Promise<CallSlot> {
  const place = await bulkhead.enter(taker, 1000);
  if (place === null) throw new Error('There is no place.');
  return place;
}

test('refuses calls beyond places and queue', async () => {
  const opened = open(1);
  const { bulkhead } = opened;
  await slotFor(opened);
  void bulkhead.enter('a', 1000);
  expect(await bulkhead.enter('a', 1000)).toBeNull();
  expect(bulkhead.load()).toEqual({ concurrent: 1, queued: 1 });
});

test('gives a free place to the call that waited longest', async () => {
  const opened = open(2);
  const { bulkhead } = opened;
  const running = await slotFor(opened);
  const order: string[] = [];
  const named = async (name: string): Promise<CallSlot | null> => {
    const place = await bulkhead.enter('a', 1000);
    order.push(`${name} ${place === null ? 'away' : 'in'}`);
    return place;
  };
  const first = named('first');
  const second = named('second');
  running.leave();
  (await first)?.leave();
  const last = await second;
  expect(order).toEqual(['first in', 'second in']);
  last?.leave();
  expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
});

test('refuses a waiting call when its time is over, and gives its place in the queue to another', async () => {
  const opened = open(1);
  const { bulkhead, time } = opened;
  const running = await slotFor(opened);
  const short = bulkhead.enter('a', 200);
  time.advance(200);
  expect(await short).toBeNull();
  const long = bulkhead.enter('a', 5000);
  time.advance(499);
  expect(bulkhead.load().queued).toBe(1);
  time.advance(1);
  expect(await long).toBeNull();
  running.leave();
  expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
});

test('a place given at the last moment is given once', async () => {
  const opened = open(1);
  const { bulkhead, time } = opened;
  const running = await slotFor(opened);
  const waiting = bulkhead.enter('a', 100);
  running.leave();
  time.advance(100);
  const place = await waiting;
  expect(place).not.toBeNull();
  place?.leave();
  expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
  expect(time.pending()).toBe(0);
});

test('without a queue or without time no call waits', async () => {
  const none = open(0);
  await slotFor(none);
  expect(await none.bulkhead.enter('a', 1000)).toBeNull();
  expect(await none.bulkhead.enter('b', 1000)).toBeNull();
  const other = open(5);
  await slotFor(other);
  expect(await other.bulkhead.enter('a', 0)).toBeNull();
});

describe('a terminal that floods a route', () => {
  test('may have every place while no other terminal waits', async () => {
    const opened = open(0, 4);
    for (let place = 0; place < 4; place += 1) await slotFor(opened, 'flood');
    expect(opened.bulkhead.load().concurrent).toBe(4);
  });

  test('leaves the next free places to waiting terminals that hold fewer', async () => {
    const opened = open(10, 4);
    const places = await Promise.all(Array.from({ length: 4 }, () => slotFor(opened, 'flood')));
    const order: string[] = [];
    const wait = (taker: string): void =>
      void opened.bulkhead.enter(taker, 1000).then(() => order.push(taker));
    for (const taker of ['flood', 'flood', 'b', 'flood', 'c', 'b']) wait(taker);
    for (const place of places) {
      await new Promise(setImmediate);
      place.leave();
    }
    await new Promise(setImmediate);
    // b waited longest of those with nothing, then c. Then each holds 1, and the flood waited longest.
    expect(order).toEqual(['b', 'c', 'flood', 'flood']);
  });

  test('loses its latest call in a full queue to a terminal with at least two fewer waiting calls', async () => {
    const opened = open(3, 1);
    await slotFor(opened, 'flood');
    const told: string[] = [];
    const wait = (name: string, taker: string): Promise<unknown> =>
      opened.bulkhead
        .enter(taker, 1000)
        .then((place) => told.push(`${name} ${place === null ? 'away' : 'in'}`));
    const first = ['1', '2', '3'].map((name) => wait(name, 'flood'));
    void first;
    void wait('other', 'b');
    await new Promise(setImmediate);
    expect(told).toEqual(['3 away']);
    await wait('other 2', 'b');
    expect(told).toEqual(['3 away', 'other 2 away']);
    await wait('4', 'flood');
    expect(told.at(-1)).toBe('4 away');
    expect(opened.bulkhead.load()).toEqual({ concurrent: 1, queued: 3 });
  });
});

test('no caller is kept out, and no place is lost, in any order of arrivals and departures', () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('enter'), taker: fc.constantFrom('a', 'b', 'c', 'd') }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave'), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('time'), ms: fc.nat(600) }) },
  );
  return fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 6 }),
      fc.array(step, { maxLength: 60 }),
      async (concurrentMax, queueMax, steps) => {
        const { bulkhead, time } = open(queueMax, concurrentMax);
        const inside: { taker: string; place: CallSlot }[] = [];
        const waiting = new Map<number, string>();
        const heldBy = (taker: string): number => inside.filter((one) => one.taker === taker).length;
        const waitingOf = (taker: string): number =>
          [...waiting.values()].filter((one) => one === taker).length;
        const away = new Set<number>();
        let next = 0;
        let before: { waiting: string[]; held: Map<string, number> } | null = null;
        for (const move of steps) {
          if (move.kind === 'enter' && 'taker' in move) {
            const id = next++;
            waiting.set(id, move.taker);
            void bulkhead.enter(move.taker, 1000).then((place) => {
              waiting.delete(id);
              if (place === null) return void away.add(id);
              if (before !== null) {
                // None of those that waited held fewer than the one that got the place.
                const got = before.held.get(move.taker) ?? 0;
                const least = Math.min(...before.waiting.map((taker) => before?.held.get(taker) ?? 0));
                expect(got).toBe(least);
                if (new Set(before.waiting).size > 1)
                  expect(got + 1).toBeLessThanOrEqual(Math.ceil(concurrentMax / 2));
              }
              inside.push({ taker: move.taker, place });
            });
          } else if (move.kind === 'leave' && 'at' in move && inside.length > 0) {
            const [gone] = inside.splice(move.at % inside.length, 1);
            const takers = [...new Set([...waiting.values(), ...inside.map(({ taker }) => taker)])];
            before = {
              waiting: [...waiting.values()],
              held: new Map(takers.map((taker) => [taker, heldBy(taker)])),
            };
            gone?.place.leave();
          } else if (move.kind === 'time' && 'ms' in move) time.advance(move.ms);
          await new Promise(setImmediate);
          before = null;
          expect(inside.length).toBeLessThanOrEqual(concurrentMax);
          expect(bulkhead.load()).toEqual({ concurrent: inside.length, queued: waiting.size });
          expect(waiting.size).toBeLessThanOrEqual(queueMax);
          if (waiting.size > 0) expect(inside.length).toBe(concurrentMax);
          if (move.kind !== 'enter' || !('taker' in move) || !away.has(next - 1)) continue;
          // Only a full queue refuses a call, and only where no taker waits for two more.
          expect(waiting.size).toBe(queueMax);
          for (const taker of ['a', 'b', 'c', 'd']) {
            expect(waitingOf(taker)).toBeLessThanOrEqual(waitingOf(move.taker) + 1);
          }
        }
        for (const { place } of inside.splice(0)) place.leave();
        await new Promise(setImmediate);
        while (inside.length > 0) {
          inside.pop()?.place.leave();
          await new Promise(setImmediate);
        }
        expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
        expect(time.pending()).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

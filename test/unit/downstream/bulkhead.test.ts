import fc from 'fast-check';
import { createBulkhead, type CallSlot } from '../../../src/outbound/downstream/bulkhead.js';
import { ManualTime } from './manual-time.js';

const open = (queueMax: number, concurrentMax = 1) => {
  const time = new ManualTime();
  return { time, bulkhead: createBulkhead({ concurrentMax, queueMax, queueMs: 500 }, time) };
};

async function slotFor({ bulkhead }: Pick<ReturnType<typeof open>, 'bulkhead'>): Promise<CallSlot> {
  const place = await bulkhead.enter(1000);
  if (place === null) throw new Error('There is no place.');
  return place;
}

test('refuses calls beyond places and queue', async () => {
  const opened = open(1);
  const { bulkhead } = opened;
  await slotFor(opened);
  void bulkhead.enter(1000);
  expect(await bulkhead.enter(1000)).toBeNull();
  expect(bulkhead.load()).toEqual({ concurrent: 1, queued: 1 });
});

test('gives a free place to the call that waited longest', async () => {
  const opened = open(2);
  const { bulkhead } = opened;
  const running = await slotFor(opened);
  const order: string[] = [];
  const named = async (name: string): Promise<CallSlot | null> => {
    const place = await bulkhead.enter(1000);
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
  const short = bulkhead.enter(200);
  time.advance(200);
  expect(await short).toBeNull();
  const long = bulkhead.enter(5000);
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
  const waiting = bulkhead.enter(100);
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
  expect(await none.bulkhead.enter(1000)).toBeNull();
  const other = open(5);
  await slotFor(other);
  expect(await other.bulkhead.enter(0)).toBeNull();
});

test('calls enter in the order of their arrival, and no place is lost, whatever comes and goes', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: 'enter' } as const) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave' as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.nat(600) }) },
  );
  return fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 6 }),
      fc.array(step, { maxLength: 60 }),
      async (concurrentMax, queueMax, steps) => {
        const { bulkhead, time } = open(queueMax, concurrentMax);
        const inside: CallSlot[] = [];
        const entered: number[] = [];
        const waiting = new Set<number>();
        let next = 0;
        for (const move of steps) {
          const isFull = inside.length === concurrentMax && waiting.size === queueMax;
          if (move.kind === 'enter') {
            const id = next++;
            waiting.add(id);
            void bulkhead.enter(1000).then((place) => {
              waiting.delete(id);
              if (place === null) return;
              entered.push(id);
              inside.push(place);
            });
          } else if (move.kind === 'leave') inside.splice(move.at % (inside.length + 1), 1)[0]?.leave();
          else time.advance(move.ms);
          await new Promise(setImmediate);
          if (move.kind === 'enter')
            expect(waiting.has(next - 1) || entered.at(-1) === next - 1).toBe(!isFull);
          expect(inside.length).toBeLessThanOrEqual(concurrentMax);
          expect(bulkhead.load()).toEqual({ concurrent: inside.length, queued: waiting.size });
          expect(waiting.size).toBeLessThanOrEqual(queueMax);
          if (waiting.size > 0) expect(inside.length).toBe(concurrentMax);
        }
        while (inside.length > 0) {
          inside.pop()?.leave();
          await new Promise(setImmediate);
        }
        expect(entered).toEqual([...entered].sort((one, other) => one - other));
        expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
        expect(time.pending()).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

import fc from 'fast-check';
import { Bulkhead } from '../../../src/outbound/downstream/bulkhead.js';
import { ManualTime } from './manual-time.js';

const open = (concurrentMax = 1) => {
  const time = new ManualTime();
  return { time, bulkhead: new Bulkhead(concurrentMax, time) };
};

test('refuses calls beyond places and queue', async () => {
  const { bulkhead } = open();
  expect(await bulkhead.enter(1000)).toBe(true);
  void bulkhead.enter(1000);
  expect(await bulkhead.enter(1000)).toBe(false);
  expect(bulkhead.load()).toEqual({ concurrent: 1, queued: 1 });
});

test('gives a free place to the call that waited longest', async () => {
  const { bulkhead } = open(2);
  await Promise.all([bulkhead.enter(1000), bulkhead.enter(1000)]);
  const order: string[] = [];
  const named = async (name: string): Promise<void> => {
    order.push(`${name} ${(await bulkhead.enter(1000)) ? 'in' : 'away'}`);
  };
  const first = named('first');
  const second = named('second');
  bulkhead.leave();
  await first;
  bulkhead.leave();
  await second;
  expect(order).toEqual(['first in', 'second in']);
  bulkhead.leave();
  bulkhead.leave();
  expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
});

test('refuses a waiting call when its time is over, and gives its place in the queue to another', async () => {
  const { bulkhead, time } = open();
  await bulkhead.enter(1000);
  const short = bulkhead.enter(200);
  time.advance(200);
  expect(await short).toBe(false);
  const long = bulkhead.enter(5000);
  time.advance(499);
  expect(bulkhead.load().queued).toBe(1);
  time.advance(1);
  expect(await long).toBe(false);
  bulkhead.leave();
  expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
});

test('a place given at the last moment is given once', async () => {
  const { bulkhead, time } = open();
  await bulkhead.enter(1000);
  const waiting = bulkhead.enter(100);
  bulkhead.leave();
  time.advance(100);
  expect(await waiting).toBe(true);
  bulkhead.leave();
  expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
  expect(time.pending()).toBe(0);
});

test('without time no call waits', async () => {
  const { bulkhead } = open();
  await bulkhead.enter(1000);
  expect(await bulkhead.enter(0)).toBe(false);
});

test('calls enter in the order of their arrival, and no place is lost, whatever comes and goes', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: 'enter' } as const) },
    { weight: 4, arbitrary: fc.constant({ kind: 'leave' } as const) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.nat(600) }) },
  );
  return fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.array(step, { maxLength: 60 }),
      async (concurrentMax, steps) => {
        const { bulkhead, time } = open(concurrentMax);
        let inside = 0;
        const entered: number[] = [];
        const waiting = new Set<number>();
        let next = 0;
        const leave = (): void => {
          if (inside === 0) return;
          inside -= 1;
          bulkhead.leave();
        };
        for (const move of steps) {
          const isFull = inside === concurrentMax && waiting.size === concurrentMax;
          if (move.kind === 'enter') {
            const id = next++;
            waiting.add(id);
            void bulkhead.enter(1000).then((isIn) => {
              waiting.delete(id);
              if (!isIn) return;
              entered.push(id);
              inside += 1;
            });
          } else if (move.kind === 'leave') leave();
          else time.advance(move.ms);
          await new Promise(setImmediate);
          if (move.kind === 'enter')
            expect(waiting.has(next - 1) || entered.at(-1) === next - 1).toBe(!isFull);
          expect(inside).toBeLessThanOrEqual(concurrentMax);
          expect(bulkhead.load()).toEqual({ concurrent: inside, queued: waiting.size });
          expect(waiting.size).toBeLessThanOrEqual(concurrentMax);
          if (waiting.size > 0) expect(inside).toBe(concurrentMax);
        }
        while (inside > 0) {
          leave();
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

import { createBulkhead } from '../../../src/downstream/bulkhead.js';
import { ManualTime } from './manual-time.js';

const open = (queueMax: number, concurrentMax = 1) => {
  const time = new ManualTime();
  return { time, bulkhead: createBulkhead({ concurrentMax, queueMax, queueMs: 500 }, time) };
};

test('turns away what exceeds places and queue', async () => {
  const { bulkhead } = open(1);
  expect(await bulkhead.enter(1000)).toBe(true);
  void bulkhead.enter(1000);
  expect(await bulkhead.enter(1000)).toBe(false);
  expect(bulkhead.load()).toEqual({ concurrent: 1, queued: 1 });
});

test('hands a free place to the one that waited longest', async () => {
  const { bulkhead } = open(2);
  await bulkhead.enter(1000);
  const order: string[] = [];
  const first = bulkhead.enter(1000).then((hasPlace) => order.push(`first ${hasPlace}`));
  const second = bulkhead.enter(1000).then((hasPlace) => order.push(`second ${hasPlace}`));
  bulkhead.leave();
  await first;
  expect(order).toEqual(['first true']);
  bulkhead.leave();
  await second;
  expect(order).toEqual(['first true', 'second true']);
  expect(bulkhead.load()).toEqual({ concurrent: 1, queued: 0 });
});

test('turns a waiting call away when its time is over, and gives its place in the queue to another', async () => {
  const { bulkhead, time } = open(1);
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
  const { bulkhead, time } = open(1);
  await bulkhead.enter(1000);
  const waiting = bulkhead.enter(100);
  bulkhead.leave();
  time.advance(100);
  expect(await waiting).toBe(true);
  bulkhead.leave();
  expect(bulkhead.load()).toEqual({ concurrent: 0, queued: 0 });
  expect(time.pending()).toBe(0);
});

test('without a queue or without time nobody waits', async () => {
  const { bulkhead } = open(0);
  await bulkhead.enter(1000);
  expect(await bulkhead.enter(1000)).toBe(false);
  const other = open(5).bulkhead;
  await other.enter(1000);
  expect(await other.enter(0)).toBe(false);
});

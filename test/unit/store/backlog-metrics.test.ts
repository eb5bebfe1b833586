/** Tests when /metrics reads the backlog of the database again (docs/metrics.md). */
import { Registry } from 'prom-client';
import { metricsOf, storeMetrics } from '../../../src/platform/metrics.js';

const HOUR_MS = 3_600_000;
const EVERY_MS = 5_000;

/** A scrape of a database in which one call after another becomes doubtful, by clocks of its own. */
function scrapes() {
  const registry = new Registry();
  const at = { nowMs: 1_800_000_000_000, monotonicMs: 0 };
  let count = 0;
  storeMetrics(metricsOf(registry), {
    waiting: () => 0,
    isFailing: () => false,
    backlog: () => {
      count += 1;
      return Promise.resolve({ transactions: [{ state: 'in_doubt', count, sinceMs: 0 }], deliveries: 0 });
    },
    clock: { nowMs: () => at.nowMs, monotonicMs: () => at.monotonicMs },
    backlogEveryMs: EVERY_MS,
  });
  return {
    pass(ms: number, setMs = 0): void {
      at.nowMs += ms + setMs;
      at.monotonicMs += ms;
    },
    async doubts(): Promise<string | undefined> {
      return /^cardway_transactions_open\{state="in_doubt"\} (\d+)$/m.exec(await registry.metrics())?.[1];
    },
  };
}

it('one read serves scrapes that come close together', async () => {
  const { doubts, pass } = scrapes();
  expect(await doubts()).toBe('1');
  pass(EVERY_MS - 1);
  expect(await doubts()).toBe('1');
  pass(1);
  expect(await doubts()).toBe('2');
});

it.each([
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
])('a clock that was set %s changes nothing about it', async (_way, setMs) => {
  const { doubts, pass } = scrapes();
  expect(await doubts()).toBe('1');
  pass(EVERY_MS - 1, setMs);
  expect(await doubts()).toBe('1');
  pass(1);
  expect(await doubts()).toBe('2');
});

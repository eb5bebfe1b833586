/** Tests the durations on /metrics and in the log of a call during which somebody sets the machine's clock (docs/metrics.md). */
import { until } from '../life/until.js';
import { deduct, JSON_PROXY, sharedBench, USUAL } from '../support/channels/index.js';
import { movedClock } from '../support/moved-clock.js';

const HOUR_S = 3600;

const bench = sharedBench({
  env: { ...movedClock({ stepMs: HOUR_S * 1000 }), CARDWAY_DOWNSTREAM_TIMEOUT_MS: '30000' },
});

async function driftMs(): Promise<number> {
  const reply = await fetch(`${bench.url}/health/ready`);
  return ((await reply.json()) as { clocks: { databaseDriftMs: number } }).clocks.databaseDriftMs;
}

async function sums(): Promise<readonly number[]> {
  const text = await (await fetch(`${bench.url}/metrics`)).text();
  const found = text.matchAll(
    /^cardway_(?:transaction|downstream)_duration_seconds_sum\{.*(?:"Deduct"|"default")\} (\S+)$/gm,
  );
  return [...found].map(([, sum]) => Number(sum));
}

it.each([
  ['forward', 'SIGUSR2'],
  ['back', 'SIGWINCH'],
] as const)('a clock that is set %s by an hour during a call is in no duration', async (_way, signal) => {
  bench.wallet.behave(async (call) => {
    const before = await driftMs();
    process.kill(bench.gateway.pid, signal);
    await until('the clock was set', async () => Math.abs((await driftMs()) - before) > (HOUR_S * 1000) / 2);
    return USUAL(call);
  });
  const earlier = await sums();
  expect(await JSON_PROXY.call(bench.url, deduct())).toMatchObject({ resultCode: 1 });
  const both = await sums();
  expect(both).toHaveLength(2);
  both.forEach((sum, index) => {
    const added = sum - (earlier[index] ?? 0);
    expect(added).toBeGreaterThanOrEqual(0);
    expect(added).toBeLessThan(HOUR_S / 2);
  });
});

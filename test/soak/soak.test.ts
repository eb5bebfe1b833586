/**
 * A gateway under mixed load with faults stays as it is: memory, latency, sockets, files, and nothing left pending. In full length:
 *
 *   CARDWAY_SOAK_SECONDS=3600 CARDWAY_SOAK_PLOT=docs/soak.svg npx jest -c scripts/jest.config.cjs test/soak
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { startGateway } from '../support/gateway.js';
import { until } from '../life/until.js';
import { readGauges } from './gauges.js';
import { plot } from './plot.js';
import { soak, type Sample } from './run.js';

const SECONDS = Number(process.env['CARDWAY_SOAK_SECONDS'] ?? '12');
const PLOT = process.env['CARDWAY_SOAK_PLOT'];
/** A fresh process is still growing into its work. */
const isLong = SECONDS >= 300;
const CALLS_PER_SECOND = isLong ? 60 : 30;
const GROWTH_MB_MAX = isLong ? 25 : 120;

jest.setTimeout((SECONDS + 60) * 1000);

it(`stays flat over ${String(SECONDS)} s`, async () => {
  const gateway = await startGateway({
    env: {
      CARDWAY_LOG_LEVEL: 'warn',
      CARDWAY_DOWNSTREAM_LATE_MS: '2000',
      CARDWAY_BREAKER_FAILURES_MIN: '1000000',
      CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
      CARDWAY_WEBHOOK_SCHEDULE: '200ms,500ms,1s',
      CARDWAY_METRICS_BACKLOG_EVERY_MS: '0',
      CARDWAY_HTTP_KEEP_ALIVE_MS: '1000',
    },
  });
  const before = await readGauges(gateway.url);
  const report = await soak({
    url: gateway.url,
    seconds: SECONDS,
    callsPerSecond: CALLS_PER_SECOND,
    sampleEveryMs: isLong ? 5000 : 1000,
    onSample: (sample) => {
      if (PLOT !== undefined) appendFileSync(`${PLOT}.ndjson`, `${JSON.stringify(sample)}\n`);
    },
  });
  const { samples } = report;
  if (PLOT !== undefined) writeFileSync(PLOT, plot(samples, titleOf(report.calls, report.faults)));

  expect(report.unexpected).toEqual([]);
  expect(report.calls).toBeGreaterThan(SECONDS * CALLS_PER_SECOND * 0.5);
  expect(report.faults).toBeGreaterThan(SECONDS / 4);
  expect(report.webhooks).toBeGreaterThan(SECONDS / 4);
  // What was opened for the load is closed after it.
  await until(
    'nothing is pending',
    async () => {
      const now = await readGauges(gateway.url);
      return now.pending + now.sockets + now.webhooksInFlight === 0 && now.openFiles <= before.openFiles + 10;
    },
    20_000,
  );
  const after = await readGauges(gateway.url);
  expect(after.handles).toBeLessThanOrEqual(before.handles + 10);

  const quarter = Math.floor(samples.length / 4);
  const mean = (part: readonly Sample[], value: (sample: Sample) => number): number =>
    part.reduce((sum, sample) => sum + value(sample), 0) / part.length;
  const early = samples.slice(quarter, 2 * quarter);
  const late = samples.slice(-quarter);
  expect(mean(late, (s) => s.residentMb) - mean(early, (s) => s.residentMb)).toBeLessThan(GROWTH_MB_MAX);
  // A busy machine slows everything now and then: what a call takes of the processor, and the best that it can be, do not change.
  const cost = (part: readonly Sample[]): number => {
    const calls = part.slice(1).reduce((sum, sample) => sum + sample.calls, 0);
    return (part.at(-1)!.cpuSeconds - part[0]!.cpuSeconds) / calls;
  };
  const best = (part: readonly Sample[]): number => Math.min(...part.map(({ p50Ms }) => p50Ms));
  const busy = (part: readonly Sample[]): number => Math.min(...part.map(({ controlMs }) => controlMs));
  if (!isLong || busy(late) > 2 * busy(early) + 1) {
    process.stderr.write(
      'Latency is not compared: the run is short, or the machine grew busier meanwhile.\n',
    );
  } else {
    expect(best(late)).toBeLessThan(2 * best(early) + 5);
    expect(cost(late)).toBeLessThan(2 * cost(early));
  }
  expect(mean(late, (s) => s.openFiles)).toBeLessThan(mean(early, (s) => s.openFiles) + 30);
  expect(await gateway.stop()).toBe(0);
});

function titleOf(calls: number, faults: number): string {
  return `${String(Math.round(SECONDS / 60))} minutes: ${String(calls)} calls and ${String(faults)} faults, at ${String(CALLS_PER_SECOND)} a second`;
}

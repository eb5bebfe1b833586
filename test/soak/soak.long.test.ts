/**
 * Tests that a gateway under mixed load with faults stays constant: memory, latency, sockets, files, and no pending rows at the
 * end. In full length:
 *
 *   CARDWAY_SOAK_SECONDS=3600 npm test -- test/soak
 */
import { rmSync } from 'node:fs';
import { untilCounted } from '../support/counts.js';
import { openLedgerFile } from '../support/channels/ledger.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';
import { until } from '../life/until.js';
import { readGauges } from './gauges.js';
import { soak } from './run.js';
import { compare } from './windows.js';
import { constants } from '../support/constants.js';

const SECONDS = Number(process.env['CARDWAY_SOAK_SECONDS'] ?? '8');
/** Length from which memory and latency are compared: a fresh process is still warming up. */
const isLong = SECONDS >= 300;
const CALLS_PER_SECOND = Number(process.env['CARDWAY_SOAK_CALLS_PER_SECOND'] ?? (isLong ? '60' : '30'));
/** Limit of memory growth. The first seconds of a process do not count. */
const GROWTH_MB_MAX = isLong ? 25 : Infinity;
/** Limit of the growth of latency, from the second quarter to the last. */
const GROWTH_MAX = 1.25;

jest.setTimeout((SECONDS + 120) * 1000);

it(`stays flat over ${String(SECONDS)} s`, async () => {
  const folder = temporaryFolder();
  const gateway = await startGateway({
    folder,
    env: {
      CARDWAY_LOG_LEVEL: 'warn',
      ...constants({ LATE_ANSWER_MS: 2000, BREAKER_FAILURES_MIN: 1_000_000, SWEEP_EVERY_MS: 20 }),

      CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
      CARDWAY_WEBHOOK_SCHEDULE: '200ms,500ms,1s',

      CARDWAY_HTTP_KEEP_ALIVE_MS: '1000',
    },
  });
  await readAList(gateway.url);
  const before = await readGauges(gateway.url);
  const report = await soak({
    url: gateway.url,
    seconds: SECONDS,
    callsPerSecond: CALLS_PER_SECOND,
    sampleEveryMs: isLong ? 5000 : 500,
  });

  expect(report.unexpected).toEqual([]);
  // In a short run, their number depends on the machine's other work.
  const share = isLong ? 1 : 0;
  expect(report.calls).toBeGreaterThan(SECONDS * CALLS_PER_SECOND * 0.25 * share);
  expect(report.faults).toBeGreaterThan((SECONDS / 6) * share);
  expect(report.webhooks).toBeGreaterThan((SECONDS / 6) * share);
  // Everything opened for the load is closed after it.
  await until('nothing is pending', async () => {
    const now = await readGauges(gateway.url);
    return now.pending + now.sockets + now.webhooksInFlight === 0 && now.openFiles <= before.openFiles + 10;
  });
  const ledger = openLedgerFile(folder);
  await untilCounted(gateway.url, (sql) => ledger.query(sql));
  ledger.close();
  const after = await readGauges(gateway.url);
  expect(after.handles).toBeLessThanOrEqual(before.handles + 10);

  const { early, late } = compare(report.samples);
  expect(late.residentMb - early.residentMb).toBeLessThan(GROWTH_MB_MAX);
  expect(late.openFiles).toBeLessThan(early.openFiles + 30);
  if (isLong) {
    // Other programs on the same cores slow the gateway and an idle server alike.
    const busier = Math.max(1, late.controlMs / early.controlMs);
    expect(late.p50Ms).toBeLessThan(early.p50Ms * GROWTH_MAX * busier + 2);
    // Doubts are settled as fast as they come.
    expect(late.open).toBeLessThan(early.open * 1.5 + 50);
  }
  expect(await gateway.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

/** Lists are read by a thread, which keeps its files open from the first list on. */
async function readAList(url: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer cardway_sandbox_operator' },
    body: JSON.stringify({ query: '{ transactions(first: 1) { edges { cursor } } }' }),
  });
  expect(await response.json()).toMatchObject({ data: { transactions: {} } });
}

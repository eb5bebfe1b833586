/**
 * Tests R7: the first attempt comes within 1 s of the commit (99th percentile), also where some endpoints are dead. In full size:
 *
 *   CARDWAY_WEBHOOK_ENDPOINTS=1000 CARDWAY_WEBHOOK_WITHIN_MS=1000 npm test -- test/webhooks/many-endpoints.long.test.ts
 *
 * Only that run has a limit. Every other run prints its time.
 * A twentieth is dead, in turn: connections are refused, accepted and never answered, or not even accepted. The time ends when a
 * receiver has the request. All receivers run in separate processes.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { until } from '../life/until.js';
import { seededRandom } from '../support/random.js';
import { limitOf, sizeOf, printSize } from '../fault/size.js';
import { addEndpoint, testEndpoint } from '../support/webhooks/endpoints.js';
import { digitization, openEventWriter, type EventWriter } from '../support/webhooks/event-writer.js';
import { processorMs } from '../support/process-cost.js';
import { startReceivers, type Receivers } from './receivers.js';
import { constants } from '../support/constants.js';

const ENDPOINTS = sizeOf('CARDWAY_WEBHOOK_ENDPOINTS', 100);
const DEAD = Math.max(2, Math.round(ENDPOINTS / 20));
const WITHIN_MS = limitOf('CARDWAY_WEBHOOK_WITHIN_MS');
const BURSTS = 3;
const SINGLES = 100;

let folder: string;
let gateway: TestGateway;
let writer: EventWriter;
let receivers: Receivers;
const healthy: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  receivers = await startReceivers();
  gateway = await startGateway({
    folder,
    env: {
      CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
      CARDWAY_WEBHOOK_SCHEDULE: '1s,1s,1s,1s,1s,1s',
      // Another process writes bursts: only the poll finds them.
      ...constants({ SWEEP_EVERY_MS: 10 }),
      CARDWAY_LOG_LEVEL: 'silent',
    },
  });
  writer = await openEventWriter(join(folder, 'cardway.db'));
  const every = Math.floor(ENDPOINTS / DEAD);
  for (let number = 0; number < ENDPOINTS; number += 1) {
    const nth = number / every;
    const isDead = Number.isInteger(nth) && nth < DEAD;
    const base = isDead ? receivers.deadUrls[nth % receivers.deadUrls.length]! : receivers.healthyUrl;
    const { id } = await addEndpoint(gateway.url, `${base}/${String(number)}`);
    if (!isDead) healthy.push(id);
  }
});

afterAll(async () => {
  await writer.close();
  await gateway.kill();
  await receivers.stop();
});

it(`an event to ${String(ENDPOINTS)} endpoints, some of them dead, reaches the others`, async () => {
  const waits: number[] = [];
  for (let burst = 1; burst <= BURSTS; burst += 1) {
    const usedMs = processorMs(gateway.pid) ?? 0;
    await writer.append(digitization(`burst-${String(burst)}`));
    const committedAtMs = Date.now();
    const heard = await arrivals(healthy.length);
    const eachMs = ((processorMs(gateway.pid) ?? 0) - usedMs) / ENDPOINTS;
    const took = heard.map((atMs) => atMs - committedAtMs);
    waits.push(...took);
    report(`burst, ${eachMs.toFixed(2)} ms of the gateway's processor time for each delivery`, took);
  }
  report(`one event to ${String(healthy.length)} healthy and ${String(DEAD)} dead endpoints`, waits);
  expect(percentile(waits, 0.99)).toBeLessThan(WITHIN_MS);
});

it('an event to one endpoint, while the dead ones have a backlog, reaches it', async () => {
  const random = seededRandom(1).next;
  const waits: number[] = [];
  for (let single = 0; single < SINGLES; single += 1) {
    const askedAtMs = Date.now();
    await testEndpoint(gateway.url, healthy[Math.floor(random() * healthy.length)]!);
    const [atMs] = await arrivals(1);
    waits.push(atMs! - askedAtMs);
  }
  report('one event to one endpoint, from its mutation on', waits);
  expect(percentile(waits, 0.99)).toBeLessThan(WITHIN_MS);
});

let known = 0;

/** Returns when the next webhooks came, this many. Waits for them. */
async function arrivals(count: number): Promise<readonly number[]> {
  let heard: readonly number[] = [];
  await until('they came', async () => {
    heard = await receivers.arrivals(known);
    return heard.length >= count;
  });
  known += heard.length;
  return heard;
}

function report(what: string, waits: readonly number[]): void {
  const p50 = String(percentile(waits, 0.5));
  const p99 = String(percentile(waits, 0.99));
  const load = loadavg()[0]?.toFixed(1) ?? '';
  printSize(`webhooks: ${what}: p50 ${p50} ms, p99 ${p99} ms (load ${load})`);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../src/client/index.js';
import { eventId } from '../../src/core/events/event.js';
import { until } from '../life/until.js';
import { temporaryFolder } from '../support/gateway.js';
import { addEndpoint } from '../support/webhooks/endpoints.js';
import { digitization, type EventWriter } from '../support/webhooks/event-writer.js';
import { type Child, startChild } from '../unit/store/child/start.js';
import type { RestartingGateway } from './restarting-gateway.js';
import { seededRandom } from '../support/random.js';
import { sizeOf, printSize } from './size.js';
import { constants } from '../support/constants.js';

const KILLS = sizeOf('CARDWAY_FAULT_WEBHOOK_KILLS', 2);
const EVENTS = sizeOf('CARDWAY_FAULT_EVENTS', 100);
const SEED = sizeOf('CARDWAY_FAULT_SEED', 20260817);
const PATHS = ['/a', '/b', '/c'];
const SUBSCRIBERS = 3;
/** Time limit far beyond that of the slowest machine. */
const LONGEST_MS = 240_000 + KILLS * 10_000 + EVENTS * 100;

/** Place where events are written, and the gateway that reports them. */
export interface WebhookKillPoint {
  readonly gateway: RestartingGateway;
  /** URLs of subscribers, in turn. They stay the same after each kill. */
  readonly urls: readonly string[];
  /** Number of processes that deliver at the same time. */
  readonly processes: number;
  readonly writer: EventWriter;
  close(): Promise<void>;
}

let folder: string;
let place: WebhookKillPoint;
let receiver: RestartingReceiver;
const written: string[] = [];
/** Ids that each subscriber got. */
let seen: readonly string[][] = [];
let connections = 0;
let kills = 0;

/**
 * Defines the tests of R7 for the calling file: every event reaches every endpoint and every resuming subscriber at least once,
 * however often gateway and receiver are killed. Subscribers see no gap and no disorder. `open` gets a folder and the settings.
 *
 * Events are written while a gateway, the receiver or both are killed (SIGKILL) at random moments and started again. Between any
 * two kills the number of events is the same. The receiver writes down each webhook before it answers. CARDWAY_FAULT_SEED repeats
 * the same choices.
 */
export function webhookKillSuite(
  name: string,
  open: (folder: string, env: Readonly<Record<string, string>>) => Promise<WebhookKillPoint>,
): void {
  beforeAll(async () => {
    folder = temporaryFolder();
    receiver = await startRestartingReceiver(join(folder, 'received'));
    place = await open(folder, SETTINGS);
    for (const path of PATHS) await addEndpoint(await place.gateway.url(), `${receiver.url}${path}`);
    const random = seededRandom(SEED).next;
    const followed = Promise.all(
      Array.from({ length: SUBSCRIBERS }, (_, index) => follow(place.urls[index % place.urls.length]!)),
    );
    await until('every subscriber is connected', () => connections >= SUBSCRIBERS);
    await Promise.all([killAgainAndAgain(random), writeEvents(random)]);
    await until('every event has reached every endpoint', () => missing().length === 0, LONGEST_MS);
    seen = await followed;
  }, LONGEST_MS);

  afterAll(async () => {
    await place.close();
    await receiver.stop();
  });

  it(`after ${String(KILLS)} kills of ${name} every event has reached every endpoint, and few have twice`, () => {
    const lines = received();
    const expected = PATHS.length * EVENTS;
    expect(new Set(lines).size).toBe(expected);
    const doubled = lines.length - expected;
    printSize(
      `webhooks of ${name}: ${String(KILLS)} kills, ${String(EVENTS)} events to ${String(PATHS.length)} endpoints, ${String(doubled)} of ${String(expected)} came more than once; seed ${String(SEED)}`,
    );
    // Only deliveries under way at a kill can repeat: at most five at a time from each process to each endpoint.
    expect(doubled).toBeLessThanOrEqual(KILLS * PATHS.length * 5 * place.processes);
  });

  it(`after ${String(KILLS)} kills of ${name} every subscriber that resumed has seen each event once, in order`, () => {
    printSize(
      `subscriptions of ${name}: ${String(KILLS)} kills, ${String(EVENTS)} events, ${String(SUBSCRIBERS)} subscribers, ${String(connections)} connections`,
    );
    for (const ids of seen) expect(ids).toEqual(written);
    expect(seen).toHaveLength(SUBSCRIBERS);
    expect(connections).toBeGreaterThan(SUBSCRIBERS);
  });
}

const SETTINGS = {
  CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
  // Many short pauses: a killed process comes back before a delivery is dead.
  CARDWAY_WEBHOOK_SCHEDULE: Array(60).fill('250ms').join(','),
  ...constants({ SWEEP_EVERY_MS: 20, WEBHOOK_TIMEOUT_MS: 500 }),

  CARDWAY_LOG_LEVEL: 'silent',
};

/** Follows the events. Reconnects after each kill, and continues after the last event that it got. */
async function follow(url: string): Promise<string[]> {
  const ids: string[] = [];
  const onConnection = (state: 'connected' | 'lost') => (connections += Number(state === 'connected'));
  const client = createClient({ url, key: 'cardway_sandbox_integrator' });
  const options = { after: 'evt_000000000000', retryMaxMs: 100, onConnection };
  for await (const { id } of client.subscribe(options)) {
    ids.push(id);
    if (ids.length === EVENTS) break;
  }
  return ids;
}

/** Kills after each share of the events, at a random moment of their delivery. */
async function killAgainAndAgain(random: () => number): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const share = Math.floor((EVENTS * kill) / (KILLS + 1));
    await until('events are written', () => written.length >= share, LONGEST_MS);
    await new Promise((resolve) => setTimeout(resolve, random() * 400));
    const choice = random();
    const restarts = [
      // At least once, so that the subscribers must reconnect.
      ...(kill === 1 || choice < 0.7 ? [place.gateway.killAndRestart()] : []),
      ...(choice > 0.4 ? [receiver.killAndRestart()] : []),
    ];
    await Promise.all(restarts);
    kills = kill;
  }
}

/** Writes events, at most the share of one kill ahead. */
async function writeEvents(random: () => number): Promise<void> {
  for (let number = 1; number <= EVENTS; number += 1) {
    const killsBefore = Math.floor(((number - 1) * (KILLS + 1)) / EVENTS) - 1;
    await until('the gateway was killed often enough', () => kills >= killsBefore, LONGEST_MS);
    const sequence = await place.writer.append(digitization(`kill-${String(number)}`));
    written.push(eventId(sequence ?? 0));
    if (random() < 0.1) await new Promise((resolve) => setTimeout(resolve, random() * 40));
  }
}

function received(): string[] {
  return readFileSync(join(folder, 'received'), 'utf8').split('\n').slice(0, -1);
}

function missing(): string[] {
  const seen = new Set(received());
  return PATHS.flatMap((path) => written.map((id) => `${path} ${id}`)).filter((line) => !seen.has(line));
}

interface RestartingReceiver {
  readonly url: string;
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

async function startRestartingReceiver(journal: string): Promise<RestartingReceiver> {
  const start = async (port: string): Promise<{ child: Child; port: string }> => {
    const child = startChild('../../../fault/child/receiver.ts', journal, port);
    await until('the receiver listens', () => child.output().includes('port '));
    return { child, port: /port (\d+)/.exec(child.output())?.[1] ?? '0' };
  };
  let running = await start('0');
  const kill = async (): Promise<void> => {
    running.child.process.kill('SIGKILL');
    await running.child.ended;
  };
  return {
    url: `http://127.0.0.1:${running.port}`,
    async killAndRestart() {
      await kill();
      running = await start(running.port);
    },
    stop: kill,
  };
}

import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import { askGraphQL } from '../support/channels/graphql.js';
import {
  balance,
  deduct,
  CHANNELS,
  JSON_PROXY,
  KEYS,
  loadAuth,
  RPC2,
  type Call,
} from '../support/channels/index.js';
import { send } from '../support/channels/http.js';
import { addEndpoint } from '../support/webhooks/endpoints.js';
import { answerWith, startReceiver } from '../support/webhooks/receiver.js';
import { until } from '../life/until.js';
import { readGauges, type Gauges } from './gauges.js';
import { settleOpen } from './operator.js';

/** One sample of the gateway, and of its callers since the previous one. */
export interface Sample extends Gauges {
  /** Number of calls that expect an approval. */
  readonly calls: number;
  readonly p50Ms: number;
  /** Milliseconds of a round trip to a server that does nothing: a measure of the machine's load. */
  readonly controlMs: number;
}

export interface SoakReport {
  readonly samples: readonly Sample[];
  readonly calls: number;
  readonly faults: number;
  /** Calls that expect an approval and got none. */
  readonly unexpected: readonly string[];
  readonly sockets: number;
  readonly webhooks: number;
  /** Number of doubts that the operator settled. */
  readonly settled: number;
}

/** Amounts for which the simulated wallet service fails: 500, nothing, malformed, cut, slow, fault, too late. */
const FAULTS = ['951', '952', '953', '954', '955', '956', '957'];

interface SoakOptions {
  readonly url: string;
  readonly seconds: number;
  readonly callsPerSecond: number;
  readonly sampleEveryMs: number;
}

/**
 * Runs mixed load at a steady pace. Payments come through every interface, one in 25 with a fault downstream. Inquiries, repeated
 * calls, and sockets that come and go are part of it. A webhook receiver fails now and then. An operator settles doubts.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { url } = options;
  const startedAtMs = performance.now();
  const isOver = (): boolean => performance.now() - startedAtMs > options.seconds * 1000;
  const hooks = await receiveWebhooks(url);
  const told = newReplies();
  const samples: Sample[] = [];
  const load = startLoad({ url, callsPerSecond: options.callsPerSecond, isOver, told });
  const sampling = every(options.sampleEveryMs, isOver, async () => {
    const seen = await callersSaw(told, hooks.url);
    samples.push({ ...(await readGauges(url)), ...seen });
  });
  await Promise.all([sampling, load]);
  await hooks.close();
  AGENT.destroy();
  const { calls, faults, sockets, settled, unexpected } = told;
  return { samples, calls, faults, sockets, settled, unexpected, webhooks: hooks.count() };
}

/** Makes an endpoint whose receiver fails one time in five. */
async function receiveWebhooks(url: string) {
  const receiver = await startReceiver();
  let count = 0;
  receiver.answer = (webhook, response) => {
    receiver.received.length = 0;
    answerWith((count += 1) % 5 === 0 ? 500 : 204)(webhook, response);
  };
  await addEndpoint(url, `${receiver.url}/hook`);
  return { url: receiver.url, count: () => count, close: () => receiver.close() };
}

async function callersSaw(
  told: Replies,
  idleUrl: string,
): Promise<Pick<Sample, 'calls' | 'p50Ms' | 'controlMs'>> {
  const durations = told.durations.splice(0).sort((a, b) => a - b);
  const controlMs = await roundTripMs(idleUrl);
  return { calls: durations.length, p50Ms: durations[durations.length >> 1] ?? 0, controlMs };
}

/** Limit of calls under way. A machine too busy for the pace makes calls more slowly, like callers who wait for their replies. */
const OPEN_MAX = 40;

/** Resolves when all calls have ended. */
async function startLoad(args: {
  readonly url: string;
  readonly callsPerSecond: number;
  readonly isOver: () => boolean;
  readonly told: Replies;
}): Promise<void> {
  const { url, told, isOver } = args;
  const open = new Set<Promise<void>>();
  const steadily = (ms: number, begin: (turn: number) => Promise<void>): Promise<void> => {
    let turn = 0;
    return every(ms, isOver, () => {
      if (open.size >= OPEN_MAX) return Promise.resolve();
      const work = begin((turn += 1)).catch((error: unknown) => {
        told.unexpected.push(String(error));
      });
      open.add(work);
      void work.finally(() => open.delete(work));
      return Promise.resolve();
    });
  };
  await Promise.all([
    steadily(1000 / args.callsPerSecond, (turn) =>
      turn % 25 === 0 ? fail(url, turn, told) : pay(url, turn, told),
    ),
    steadily(500, async () => {
      await visit(url);
      told.sockets += 1;
    }),
    steadily(250, (turn) => report(url, turn)),
    steadily(5000, async () => {
      told.settled += await settleOpen(url);
    }),
  ]);
  await until('what was begun ends', () => open.size === 0, 120_000);
}

/** Returns the best of five. */
async function roundTripMs(url: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5; tries += 1) {
    const startedAtMs = performance.now();
    await send(url, { body: '{}' });
    best = Math.min(best, performance.now() - startedAtMs);
  }
  return best;
}

/** Runs work one after another, begun at a steady pace. */
async function every(ms: number, isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  let next = performance.now();
  while (!isOver()) {
    await work();
    next = Math.max(next + ms, performance.now() - ms);
    await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
  }
}

interface Replies {
  calls: number;
  faults: number;
  sockets: number;
  settled: number;
  readonly unexpected: string[];
  readonly durations: number[];
}

function newReplies(): Replies {
  return { calls: 0, faults: 0, sockets: 0, settled: 0, unexpected: [], durations: [] };
}

async function pay(url: string, turn: number, told: Replies): Promise<void> {
  // Deducted money, also by faults, is given back.
  const call =
    turn % 10 === 0
      ? balance()
      : turn % 50 === 1
        ? loadAuth({ request_amount: '10000' })
        : deduct({ request_amount: '1' });
  const startedAtMs = performance.now();
  told.calls += 1;
  const outcome = await (turn % 2 === 0 ? keptAlive(url, call) : throughChannel(url, turn, call)).catch(
    String,
  );
  told.durations.push(performance.now() - startedAtMs);
  if (outcome !== null) told.unexpected.push(outcome);
  // A terminal in doubt asks again.
  if (turn % 20 === 1) await JSON_PROXY.call(url, call).catch(() => undefined);
}

async function throughChannel(url: string, turn: number, call: Call): Promise<string | null> {
  const { status, resultCode } = await CHANNELS[(turn >> 1) % CHANNELS.length]!.call(url, call);
  return status === 200 && resultCode === 1 ? null : `${String(status)} ${String(resultCode)}`;
}

async function fail(url: string, turn: number, told: Replies): Promise<void> {
  told.faults += 1;
  const fault = FAULTS[(turn / 25) % FAULTS.length] ?? '951';
  await RPC2.call(url, deduct({ request_amount: fault })).catch(() => undefined);
}

const AGENT = new Agent({ keepAlive: true, maxSockets: 20 });

function keptAlive(url: string, call: Call): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.client}` };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/v1/proxy`, { method: 'POST', headers, agent: AGENT }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.once('error', reject);
      response.once('end', () => resolve(text.includes('"resultCode":1') ? null : text));
    });
    sending.once('error', reject);
    sending.end(JSON_PROXY.body(call));
  });
}

/** Opens a subscriber that subscribes and leaves without a close. A rejected one counts as a visit too. */
async function visit(url: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { Authorization: `Bearer ${KEYS.integrator}` },
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const subscribed = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => socket.send('{"type":"connection_init"}'));
    socket.once('message', () => {
      const query = 'subscription { digitizationComplete { id } }';
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
      // Messages are read in order: a subscriber that gets this answer is subscribed.
      socket.send('{"type":"ping"}');
      socket.once('message', () => {
        resolve();
      });
    });
  });
  await Promise.race([subscribed, closed]);
  socket.terminate();
  await closed;
}

async function report(url: string, turn: number): Promise<void> {
  const tokenReference = `soak-${String(turn)}`;
  await askGraphQL(
    url,
    'mutation ($input: DigitizationInput!) { reportDigitization(input: $input) { id } }',
    {
      key: KEYS.network,
      variables: {
        input: { cardId: 5001, walletId: '103', tokenReference, tokenRequestorId: '50110030273' },
      },
    },
  );
}

import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import { askGraphQL } from '../support/doors/graphql.js';
import {
  balance,
  deduct,
  DOORS,
  JSON_PROXY,
  KEYS,
  loadAuth,
  RPC2,
  type Call,
} from '../support/doors/index.js';
import { send } from '../support/doors/http.js';
import { answerWith, startReceiver } from '../support/webhooks/receiver.js';
import { readGauges, type Gauges } from './gauges.js';

/** One look at the gateway, and what callers saw since the one before. */
export interface Sample extends Gauges {
  readonly atSeconds: number;
  /** Of calls that were to be approved. */
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** A round trip to a server that does nothing: how busy the machine is. */
  readonly controlMs: number;
}

export interface SoakReport {
  readonly samples: readonly Sample[];
  readonly calls: number;
  readonly faults: number;
  /** Calls that were to be approved and were not. */
  readonly unexpected: readonly string[];
  readonly sockets: number;
  readonly webhooks: number;
}

/** Amounts for which the simulated wallet service fails: 500, nothing, malformed, cut, slow, fault, too late. */
const FAULTS = ['951', '952', '953', '954', '955', '956', '957'];

/**
 * Mixed load at a steady pace: payments through every door, one in 25 with a fault downstream, inquiries, repeated calls, sockets that
 * come and go, and webhooks to a receiver that fails now and then.
 */
export async function soak(args: {
  readonly url: string;
  readonly seconds: number;
  readonly callsPerSecond: number;
  readonly sampleEveryMs: number;
  readonly onSample: (sample: Sample) => void;
}): Promise<SoakReport> {
  const { url } = args;
  const endAtMs = performance.now() + args.seconds * 1000;
  const isOver = (): boolean => performance.now() > endAtMs;
  const receiver = await startReceiver();
  let hooks = 0;
  receiver.answer = (webhook, response) => answerWith((hooks += 1) % 5 === 0 ? 500 : 204)(webhook, response);
  await addEndpoint(url, `${receiver.url}/hook`);
  const told = { calls: 0, faults: 0, sockets: 0, unexpected: [] as string[], durations: [] as number[] };
  const samples: Sample[] = [];
  const startedAtMs = performance.now();
  const sampling = every(args.sampleEveryMs, isOver, async () => {
    const durations = told.durations.splice(0).sort((a, b) => a - b);
    const quantile = (share: number): number => durations[Math.floor(durations.length * share)] ?? 0;
    const sample = {
      ...(await readGauges(url)),
      atSeconds: (performance.now() - startedAtMs) / 1000,
      calls: durations.length,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      controlMs: await roundTripMs(receiver.url),
    };
    samples.push(sample);
    args.onSample(sample);
  });
  let turn = 0;
  const open = new Set<Promise<void>>();
  const paying = every(1000 / args.callsPerSecond, isOver, () => {
    turn += 1;
    const work = turn % 25 === 0 ? fail(url, turn, told) : pay(url, turn, told);
    open.add(work);
    void work.finally(() => open.delete(work));
    return Promise.resolve();
  });
  const socketing = every(500, isOver, async () => {
    await visit(url);
    told.sockets += 1;
  });
  const reporting = every(250, isOver, () => report(url, (turn += 1)));
  await Promise.all([sampling, paying, socketing, reporting]);
  await Promise.all(open);
  await receiver.close();
  AGENT.destroy();
  return { samples, ...told, webhooks: hooks };
}

/** The best of five. */
async function roundTripMs(url: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5; tries += 1) {
    const startedAtMs = performance.now();
    await send(url, { body: '{}' });
    best = Math.min(best, performance.now() - startedAtMs);
  }
  return best;
}

/** One after another, begun at a steady pace. */
async function every(ms: number, isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  let next = performance.now();
  while (!isOver()) {
    await work();
    next = Math.max(next + ms, performance.now() - ms);
    await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
  }
}

interface Told {
  calls: number;
  faults: number;
  readonly unexpected: string[];
  readonly durations: number[];
}

async function pay(url: string, turn: number, told: Told): Promise<void> {
  // What is taken, by faults too, is given back.
  const call =
    turn % 10 === 0
      ? balance()
      : turn % 50 === 1
        ? loadAuth({ request_amount: '10000' })
        : deduct({ request_amount: '1' });
  const startedAtMs = performance.now();
  told.calls += 1;
  const outcome = await (turn % 2 === 0 ? keptAlive(url, call) : throughDoor(url, turn, call)).catch(String);
  told.durations.push(performance.now() - startedAtMs);
  if (outcome !== null) told.unexpected.push(outcome);
  // A terminal that is not sure asks again.
  if (turn % 20 === 1) await JSON_PROXY.call(url, call).catch(() => undefined);
}

async function throughDoor(url: string, turn: number, call: Call): Promise<string | null> {
  const { status, resultCode } = await DOORS[(turn >> 1) % DOORS.length]!.call(url, call);
  return status === 200 && resultCode === 1 ? null : `${String(status)} ${String(resultCode)}`;
}

async function fail(url: string, turn: number, told: Told): Promise<void> {
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

/** A subscriber that comes, subscribes, and goes without a word. */
async function visit(url: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { Authorization: `Bearer ${KEYS.integrator}` },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => socket.send('{"type":"connection_init"}'));
    socket.once('message', () => {
      const query = 'subscription { digitizationComplete { id } }';
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
      // Messages are read in their order: who hears the answer to this has been subscribed.
      socket.send('{"type":"ping"}');
      socket.once('message', () => {
        resolve();
      });
    });
  });
  await new Promise((resolve) => {
    socket.once('close', resolve);
    socket.terminate();
  });
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

async function addEndpoint(url: string, hook: string): Promise<void> {
  const { errors } = await askGraphQL(
    url,
    'mutation ($input: AddEndpointInput!) { addEndpoint(input: $input) { secret } }',
    { variables: { input: { programme: 'sandbox', url: hook } } },
  );
  if (errors.length > 0) throw new Error(errors[0]!.message);
}

/**
 * Tests that callers without a key cannot delay calls by opening connections and sending half requests
 * (docs/reference/protocol.md#http-rules).
 */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { deduct, envelopeOf, KEYS, RPC2 } from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';
import { until } from './until.js';

const CONNECTIONS_MAX = 16;

const senders: Socket[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const gateway = sharedGateway({ env: { CARDWAY_HTTP_CONNECTIONS_MAX: String(CONNECTIONS_MAX) } });

afterAll(async () => {
  for (const sender of senders) sender.destroy();
  agent.destroy();
});

function pay(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.client}` };
    const sending = request(`${gateway.url}/v1/proxy`, { method: 'POST', headers, agent });
    sending.once('error', reject);
    sending.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    sending.end(JSON.stringify(envelopeOf(deduct())));
  });
}

async function sendHalf(): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const sender = connect(Number(port), hostname);
  sender.on('error', () => undefined);
  sender.resume();
  senders.push(sender);
  await once(sender, 'connect');
  sender.write(
    'POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: 999\r\n\r\n<',
  );
  return sender;
}

/** Opens a stream on its own connection: a pool would replace connections that end, and crowd out the next test. */
async function openStream(signal: AbortSignal): Promise<number | undefined> {
  const search = `?query=${encodeURIComponent('subscription { digitizationComplete { id } }')}`;
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${KEYS.integrator}` };
  const opening = request(`${gateway.url}/graphql/stream${search}`, { headers, signal, agent: false });
  opening.end();
  const [response] = (await once(opening, 'response')) as [IncomingMessage];
  for (const emitter of [opening, response]) emitter.on('error', () => undefined);
  return response.statusCode;
}

it('streams do not count as unproven connections', async () => {
  const ends = new AbortController();
  for (let index = 0; index < 2 * CONNECTIONS_MAX; index += 1) {
    expect(await openStream(ends.signal)).toBe(200);
  }
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toContain('cardway_alerts_total{alert="connections_full"} 0');
  ends.abort();
});

it('the oldest unproven connections are closed; known callers are still served', async () => {
  expect(await pay()).toBe(200);
  for (let index = 0; index < 4 * CONNECTIONS_MAX; index += 1) {
    await sendHalf();
    if (index % 8 === 0) expect(await pay()).toBe(200);
  }
  expect((await RPC2.call(gateway.url, deduct())).resultCode).toBe(1);
  await until(
    'the oldest are gone',
    () => senders.filter(({ closed }) => closed).length >= 3 * CONNECTIONS_MAX,
  );
  expect(senders.at(-1)?.closed).toBe(false);
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/cardway_alerts_total\{alert="connections_full"\} [1-9]/);
});

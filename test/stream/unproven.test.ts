/** Tests WebSockets that have not proved a key: they take no place from those that have one. */
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { until } from '../life/until.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { connect, openSocket, type RawSocket } from './raw-socket.js';
import { constants } from '../support/constants.js';

/** Number of messages with some 60 kB in one read. */
const MESSAGES = 2000;

let gateway: TestGateway;

async function start(env: Record<string, string>): Promise<void> {
  gateway = await startGateway({ env: { CARDWAY_METRICS_PUBLIC: 'true', ...env } });
}

async function silent(count: number, from?: string): Promise<RawSocket[]> {
  const headers = from === undefined ? {} : { 'X-Forwarded-For': from };
  return Promise.all(Array.from({ length: count }, () => openSocket(gateway.url, { headers })));
}

async function answers({ socket, next, send }: RawSocket): Promise<void> {
  send({ type: 'ping' });
  expect(await next()).toEqual({ type: 'pong' });
  expect(socket.readyState).toBe(WebSocket.OPEN);
}

async function open(): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return Number(/^cardway_stream_connections (\d+)$/m.exec(text)?.[1]);
}

describe('with few places', () => {
  beforeAll(() =>
    start({
      ...constants({ SOCKETS_MAX: 50, UNPROVEN_MAX: 500, INIT_MS: 60_000 }),
    }),
  );
  afterAll(() => gateway.stop());

  it('thousands of messages in one write do not hold up others', async () => {
    // A busy machine reads all answers at once, in any order: one of many attempts shows that the other's answer is not the last.
    let fewest = MESSAGES;
    for (let attempt = 1; attempt <= 20 && fewest >= MESSAGES / 2; attempt += 1)
      fewest = Math.min(fewest, await pongsBefore());
    expect(fewest).toBeLessThan(MESSAGES / 2);
  });

  /** Writes thousands of messages at once. Returns how many are answered before another connection has its answer. */
  async function pongsBefore(): Promise<number> {
    const other = await openSocket(gateway.url);
    const many = await openSocket(gateway.url);
    let pongs = 0;
    const begun = new Promise((resolve) => many.socket.once('message', resolve));
    many.socket.on('message', () => (pongs += 1));
    const { _socket: stream } = many.socket as unknown as { readonly _socket: Socket };
    stream.cork();
    for (let sent = 0; sent < MESSAGES; sent += 1) many.send({ type: 'ping' });
    stream.uncork();
    await begun;
    await answers(other);
    for (const { socket } of [other, many]) socket.terminate();
    return pongs;
  }

  it('more silent connections than places keep no key out, even with a long init time', async () => {
    const idle = await silent(120);
    // One key may have at most half of the places.
    const keys = ['cardway_sandbox_integrator', 'cardway_sandbox_operator'];
    const served = await Promise.all(
      Array.from({ length: 50 }, (_none, index) => connect(gateway.url, keys[index % 2])),
    );
    await Promise.all(served.map(answers));
    // Each one with a key has its own place. The one too many gets a refusal and may come again.
    const late = await openSocket(gateway.url);
    late.send({ type: 'connection_init', payload: { authorization: 'Bearer cardway_sandbox_client' } });
    expect((await late.closed).code).toBe(1013);
    await until('all but 50 of the silent ones gave way', async () => (await open()) <= 100);
    for (const { socket } of [...idle, ...served]) socket.terminate();
  });
});

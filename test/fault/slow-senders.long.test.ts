import { connect, type Socket } from 'node:net';
import { balance, CHANNELS, JSON_PROXY, RPC2 } from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';
import { headerLines, PATHS } from '../life/requests.js';
import { until } from '../life/until.js';
import { openSockets, percentile } from './metrics.js';
import { limitOf, sizeOf, printSize } from './size.js';
import { constants } from '../support/constants.js';

/** A long run: CARDWAY_TEST_SLOW_SENDERS=1000 CARDWAY_TEST_SLOW_RATIO_PERCENT=200. */
const SENDERS = sizeOf('CARDWAY_TEST_SLOW_SENDERS', 40);
const RATIO_PERCENT_MAX = limitOf('CARDWAY_TEST_SLOW_RATIO_PERCENT');
const HONEST_CALLS = 100;
const REQUEST_TIMEOUT_MS = 18_000;
const HEADERS_TIMEOUT_MS = REQUEST_TIMEOUT_MS / 3;
const BYTE_EVERY_MS = 250;

const gateway = sharedGateway({
  env: {
    ...constants({ REQUEST_TIMEOUT_MS }),
  },
});

interface SlowSender {
  readonly what: 'head' | 'body';
  readonly socket: Socket;
  readonly openedAtMs: number;
  heard: string;
  closedAtMs: number | undefined;
}

/** Opens slow senders: half never end their head, half never end their body. */
async function openSlowSenders(): Promise<readonly SlowSender[]> {
  const { hostname, port } = new URL(gateway.url);
  return Promise.all(
    Array.from({ length: SENDERS }, async (_none, index) => {
      const channel = CHANNELS[index % CHANNELS.length] ?? RPC2;
      const what = index % 8 < 4 ? 'head' : 'body';
      const socket = connect(Number(port), hostname);
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      const sender: SlowSender = { what, socket, openedAtMs: Date.now(), heard: '', closedAtMs: undefined };
      socket.on('data', (chunk: Buffer) => (sender.heard += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.once('close', () => (sender.closedAtMs = Date.now()));
      const head = [`POST ${PATHS[channel.name] ?? ''} HTTP/1.1`, 'Host: localhost', ...headerLines(channel)];
      socket.write(
        what === 'head'
          ? `${head.join('\r\n')}\r\nX-Slow: `
          : `${[...head, 'Content-Length: 60000'].join('\r\n')}\r\n\r\n`,
      );
      return sender;
    }),
  );
}

async function honestLatencies(): Promise<readonly number[]> {
  const latencies: number[] = [];
  const caller = async (): Promise<void> => {
    while (latencies.length < HONEST_CALLS) {
      const startedAtMs = performance.now();
      const { resultCode } = await JSON_PROXY.call(gateway.url, balance());
      latencies.push(performance.now() - startedAtMs);
      expect(resultCode).toBe(1);
    }
  };
  await Promise.all([caller(), caller()]);
  return latencies;
}

describe(`${String(SENDERS)} senders of a byte now and then`, () => {
  it('do not delay other callers, and are disconnected', async () => {
    await honestLatencies();
    const alone = await honestLatencies();
    const senders = await openSlowSenders();
    const trickle = setInterval(() => {
      for (const { socket, closedAtMs } of senders) if (closedAtMs === undefined) socket.write('x');
    }, BYTE_EVERY_MS);
    try {
      const beside = await honestLatencies();
      const measuredAtMs = Date.now();
      const ratio = percentile(beside, 0.99) / percentile(alone, 0.99);
      printSize(
        `99th percentile ${percentile(alone, 0.99).toFixed(1)} ms alone, ${percentile(beside, 0.99).toFixed(1)} ms beside them (× ${ratio.toFixed(2)}); ` +
          `median ${percentile(alone, 0.5).toFixed(1)} and ${percentile(beside, 0.5).toFixed(1)} ms`,
      );
      // The measurement ran beside all of them.
      expect(
        senders.filter(({ closedAtMs }) => closedAtMs !== undefined && closedAtMs < measuredAtMs),
      ).toEqual([]);
      // Twice is the goal of a long run on a quiet machine.
      expect(100 * ratio).toBeLessThan(RATIO_PERCENT_MAX);
      await until('all are cut', () => senders.every(({ closedAtMs }) => closedAtMs !== undefined));
    } finally {
      clearInterval(trickle);
      for (const { socket } of senders) socket.destroy();
    }
    for (const what of ['head', 'body'] as const) {
      const limitMs = what === 'head' ? HEADERS_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
      const ofThem = senders.filter((sender) => sender.what === what);
      for (const { heard, openedAtMs, closedAtMs = 0 } of ofThem) {
        expect(heard === '' || heard.startsWith('HTTP/1.1 408 ')).toBe(true);
        expect(closedAtMs - openedAtMs).toBeGreaterThan(limitMs - 1500);
      }
      expect(ofThem.some(({ heard }) => heard.startsWith('HTTP/1.1 408 '))).toBe(true);
    }
    expect(await openSockets(gateway.url)).toBeLessThan(20);
    expect((await RPC2.call(gateway.url, balance())).resultCode).toBe(1);
  });
});

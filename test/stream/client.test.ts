import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { verifyWebhook, type DigitizationEvent } from '../../src/client/index.js';
import { PROCESS_ENV, runCli, sharedGateway, temporaryFolder } from '../support/gateway.js';
import { digitized, openAppender, type Appender } from './appender.js';
import { constants } from '../support/constants.js';

const folder = temporaryFolder();
const FIRST = 'evt_000000000000';
const gateway = sharedGateway({ folder, env: constants({ SWEEP_EVERY_MS: 40 }) });
let appender: Appender;

beforeAll(async () => {
  appender = await openAppender(folder);
  await appender.append(digitized(1));
});

afterAll(() => appender.close());

interface Received {
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** Starts a receiver that accepts all webhooks except the first two, with a long page. */
async function startReceiver(): Promise<{ url: string; received: Received[]; close(): Promise<unknown> }> {
  const received: Received[] = [];
  let calls = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      calls += 1;
      if (calls === 1) {
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
      } else if (calls === 2) response.writeHead(500).end('x');
      else {
        received.push({ body, headers: request.headers });
        response.writeHead(200).end('x'.repeat(100_000));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((closed) => server.close(closed));
  return { url: `http://127.0.0.1:${port}/hook`, received, close };
}

describe('cardway listen', () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

  /** Runs the command until it has printed this many lines, then stops it. */
  async function listen(
    args: readonly string[],
    lines: number,
  ): Promise<{ out: string[]; status: number | null }> {
    const main = resolve(__dirname, '..', '..', 'dist', 'main.js');
    const child = spawn(process.execPath, [main, 'listen', '--url', gateway.url, ...args], {
      env: PROCESS_ENV,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const out: string[] = [];
    const printed = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    while (out.length < lines) {
      const { done, value } = await printed.next();
      if (done === true) break;
      out.push(value);
    }
    return { out, status: await untilStopped(child, args, exited) };
  }

  /**
   * Stops the child after its cursor was saved. The cursor is saved after the line was printed: a stop in between would print the
   * event again, which is allowed, but not tested here.
   */
  async function untilStopped(
    child: { kill(signal: 'SIGTERM'): boolean },
    args: readonly string[],
    exited: Promise<[number | null]>,
  ): Promise<number | null> {
    const file = args[args.indexOf('--state') + 1] ?? '';
    while (args.includes('--state') && !existsSync(file)) await new Promise((next) => setImmediate(next));
    child.kill('SIGTERM');
    return (await exited)[0];
  }

  it('prints each event, continues where it stopped, and forwards it signed until it is accepted', async () => {
    const state = join(folder, 'place');
    const receiver = await startReceiver();
    const first = await listen(['--json', '--after', FIRST, '--state', state], 1);
    expect(first).toMatchObject({ status: 0 });
    const place = readFileSync(state, 'utf8').trim();
    const secretFile = join(folder, 'secret');
    writeFileSync(secretFile, `${secret}\n`);
    const to = ['--forward-to', receiver.url, '--secret-file', secretFile];
    const forwarding = ['--state', state, ...to, '--card', '5001'];
    await appender.append(digitized(101), digitized(102));
    const second = await listen(forwarding, 2);
    const kept = Number(place.slice(4));
    expect(second.out[0]).toContain(
      `digitization.complete evt_${String(kept + 1).padStart(12, '0')} card=5001`,
    );
    await receiver.close();
    const taken = receiver.received.map(({ body, headers }) =>
      verifyWebhook<DigitizationEvent>({ body, headers, secret }),
    );
    expect(taken[0]).toMatchObject({
      type: 'digitization.complete',
      data: { id: `evt_${String(kept + 1).padStart(12, '0')}` },
    });
    expect(receiver.received[0]?.headers['webhook-id']).toBe(taken[0]?.data.id);
  });

  it('keeps its place before the first event, and continues from there', async () => {
    const state = join(folder, 'first-place');
    expect(await listen(['--state', state], 0)).toEqual({ out: [], status: 0 });
    await appender.append(digitized(103));
    const { out } = await listen(['--json', '--state', state], 1);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ tokenReference: 'DNITHE103' });
  });

  it('ends with one sentence where it cannot keep its place', async () => {
    const state = join(folder, 'missing', 'place');
    const { status, err } = await runCli(['listen', '--url', gateway.url, '--state', state], {});
    expect(err).toBe(`--state: ${state} cannot be written.\n`);
    expect(status).toBe(1);
  });
});

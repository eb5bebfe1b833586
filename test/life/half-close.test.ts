/** Tests that a caller that closes its sending half after its request gets the answer (docs/reference/protocol.md#http-rules). */
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import {
  deduct,
  CHANNELS,
  methodCallBody,
  sharedBench,
  startBench,
  type Bench,
} from '../support/channels/index.js';
import { HAS_OPENSSL, selfSigned } from '../support/certificates.js';
import { temporaryFolder } from '../support/gateway.js';
import { headerLines, PATHS } from './requests.js';
import { rawRequest } from './raw-http.js';
import { constants } from '../support/constants.js';

type Version = '1.0' | '1.1';
const VERSIONS: readonly Version[] = ['1.0', '1.1'];
const KEEPING = ['keep-alive', 'close', null] as const;
type Keeping = (typeof KEEPING)[number];

interface Asked {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: readonly string[];
  readonly body?: string;
  /** Content of this interface's answer. */
  readonly says: string;
}

const INTERFACES: readonly (readonly [name: string, ask: () => Asked])[] = [
  ...CHANNELS.map((channel) => {
    const asked = (): Asked => ({
      path: PATHS[channel.name]!,
      method: 'POST',
      headers: headerLines(channel),
      body: channel.body(deduct()),
      says: 'resultCode',
    });
    return [channel.name, asked] as const;
  }),
];

function requestOf(asked: Asked, version: Version, keeping: Keeping): Buffer {
  const { method, path, headers, body } = asked;
  const connection = keeping === null ? [] : [`Connection: ${keeping}`];
  return rawRequest({
    line: `${method} ${path} HTTP/${version}`,
    headers: [...headers, ...connection],
    ...(body === undefined ? {} : { body }),
  });
}

/** Sends the bytes and closes the sending half. Returns everything until the other side closes too. */
function halfClosed(socket: Socket, bytes: Buffer | string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.end(bytes);
  });
}

function plain(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true });
}

const combined = INTERFACES.flatMap(([name, ask]) =>
  VERSIONS.flatMap((version) => KEEPING.map((keeping) => [name, version, keeping, ask] as const)),
);

describe('a caller that closes its sending half after its request', () => {
  const bench = sharedBench({
    env: {
      ...constants({ SECRETS_PER_MINUTE_MAX: 1000 }),
    },
  });

  it.each(combined)('is answered (%s, HTTP/%s, Connection: %s)', async (_name, version, keeping, ask) => {
    const asked = ask();
    const heard = await halfClosed(plain(bench.url), requestOf(asked, version, keeping));
    expect(heard).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(heard).toContain(asked.says);
  });

  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))(
    'gets the outcome of its payment, once (%s)',
    async (_name, channel) => {
      const { length } = bench.wallet.calls;
      const asked = {
        path: PATHS[channel.name]!,
        method: 'POST',
        headers: headerLines(channel),
        says: '',
      } as const;
      const request = requestOf({ ...asked, body: channel.body(deduct()) }, '1.1', 'keep-alive');
      const heard = await halfClosed(plain(bench.url), request);
      expect(heard).toMatch(/^HTTP\/1\.1 200 /);
      expect(heard).toMatch(/resultCode(?:"|\\")?(?::|<\/name><value><int>)\s*1\b/);
      expect(bench.wallet.calls).toHaveLength(length + 1);
    },
  );

  it('is closed at once when it sent no request', async () => {
    expect(await halfClosed(plain(bench.url), '')).toBe('');
    const asked = { path: '/health/live', method: 'GET', headers: [], says: '' } as const;
    const socket = plain(bench.url);
    socket.write(requestOf(asked, '1.1', 'keep-alive'));
    await new Promise((resolve) => socket.once('data', resolve));
    expect(await halfClosed(socket, '')).toBe('');
  });

  it.each(['head', 'body', 'chunk'] as const)(
    'is refused within a %s, and nothing is sent upstream',
    async (within) => {
      const { length } = bench.wallet.calls;
      const body = methodCallBody(deduct());
      const whole = requestOf(
        { path: '/RPC2', method: 'POST', headers: ['Content-Type: text/xml'], body, says: '' },
        '1.1',
        'keep-alive',
      );
      const chunked = [
        'POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n',
        `${body.length.toString(16)}\r\n${body}\r\n`,
      ].join('');
      const cut = { head: whole.subarray(0, 40), body: whole.subarray(0, -1), chunk: chunked }[within];
      expect(await halfClosed(plain(bench.url), cut)).toMatch(/^$|^HTTP\/1\.1 400 /);
      // A later call has gone all the way: a forwarded earlier one would have arrived by now.
      const next = requestOf(
        {
          path: '/RPC2',
          method: 'POST',
          headers: ['Content-Type: text/xml'],
          body: methodCallBody(deduct()),
          says: '',
        },
        '1.1',
        'close',
      );
      await halfClosed(plain(bench.url), next);
      expect(bench.wallet.calls).toHaveLength(length + 1);
    },
  );
});

if (!HAS_OPENSSL) {
  process.stderr.write(
    'Skipped: half-closed connections over TLS: there is no openssl to make a certificate\n',
  );
} else {
  describe('a caller that closes its sending half of a TLS connection', () => {
    const folder = temporaryFolder();
    let bench: Bench;

    beforeAll(async () => {
      const { certFile, keyFile } = selfSigned(join(folder, 'gateway'), 'gateway');
      bench = await startBench({
        env: {
          CARDWAY_TLS_CERT: certFile,
          CARDWAY_TLS_KEY: keyFile,
          ...constants({ SECRETS_PER_MINUTE_MAX: 1000 }),
        },
      });
    });
    afterAll(() => bench.stop());

    const secure = async (): Promise<Socket> => {
      const { hostname, port } = new URL(bench.url);
      const options: ConnectionOptions & { readonly allowHalfOpen: boolean } = {
        host: hostname,
        port: Number(port),
        rejectUnauthorized: false,
        allowHalfOpen: true,
      };
      const socket = connectTls(options);
      await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
      return socket;
    };

    it.each(combined)('is answered (%s, HTTP/%s, Connection: %s)', async (_name, version, keeping, ask) => {
      const asked = ask();
      const heard = await halfClosed(await secure(), requestOf(asked, version, keeping));
      expect(heard).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(heard).toContain(asked.says);
    });

    it('is closed at once when it sent no request', async () => {
      expect(await halfClosed(await secure(), '')).toBe('');
    });
  });
}

/** Tests that a caller that closes its sending half after its request gets the answer (docs/reference/protocol.md#http-rules). */
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { deduct, CHANNELS, methodCallBody, RPC2, sharedBench } from '../support/channels/index.js';
import { HAS_OPENSSL, selfSigned } from '../support/certificates.js';
import { temporaryFolder } from '../support/gateway.js';
import { headerLines, PATHS } from './requests.js';
import { rawRequest } from './raw-http.js';

type Version = '1.0' | '1.1';
const VERSIONS: readonly Version[] = ['1.0', '1.1'];
const KEEPING = ['keep-alive', 'close', null] as const;
type Keeping = (typeof KEEPING)[number];

const COMBINED = VERSIONS.flatMap((version) => KEEPING.map((keeping) => [version, keeping] as const));

interface Asked {
  readonly line?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly version?: Version;
  readonly keeping?: Keeping;
}

function requestOf({ line, headers, body, version = '1.1', keeping = 'keep-alive' }: Asked = {}): Buffer {
  const connection = keeping === null ? [] : [`Connection: ${keeping}`];
  return rawRequest({
    line: `${line ?? 'POST /RPC2'} HTTP/${version}`,
    headers: [...(headers ?? headerLines(RPC2)), ...connection],
    body: body ?? methodCallBody(deduct()),
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

describe('a caller that closes its sending half after its request', () => {
  const bench = sharedBench();

  it.each(COMBINED)('is answered (HTTP/%s, Connection: %s)', async (version, keeping) => {
    const heard = await halfClosed(plain(bench.url), requestOf({ version, keeping }));
    expect(heard).toMatch(/^HTTP\/1\.1 200 [^]*resultCode/);
  });

  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))(
    'gets the outcome of its payment, once (%s)',
    async (_name, channel) => {
      const { length } = bench.wallet.calls;
      const line = `POST ${PATHS[channel.name]!}`;
      const request = requestOf({ line, headers: headerLines(channel), body: channel.body(deduct()) });
      const heard = await halfClosed(plain(bench.url), request);
      expect(heard).toMatch(/^HTTP\/1\.1 200 /);
      expect(heard).toMatch(/resultCode(?:"|\\")?(?::|<\/name><value><int>)\s*1\b/);
      expect(bench.wallet.calls).toHaveLength(length + 1);
    },
  );

  it('is closed at once when it sent no request', async () => {
    expect(await halfClosed(plain(bench.url), '')).toBe('');
    const socket = plain(bench.url);
    socket.write(rawRequest({ line: 'GET /health/live HTTP/1.1' }));
    await new Promise((resolve) => socket.once('data', resolve));
    expect(await halfClosed(socket, '')).toBe('');
  });

  it.each(['head', 'body', 'chunk'] as const)(
    'is refused within a %s, and nothing is sent upstream',
    async (within) => {
      const { length } = bench.wallet.calls;
      const body = methodCallBody(deduct());
      const whole = requestOf({ body });
      const chunked = [
        'POST /RPC2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n',
        `${body.length.toString(16)}\r\n${body}\r\n`,
      ].join('');
      const cut = { head: whole.subarray(0, 40), body: whole.subarray(0, -1), chunk: chunked }[within];
      expect(await halfClosed(plain(bench.url), cut)).toMatch(/^$|^HTTP\/1\.1 400 /);
      // A later call has gone all the way: a forwarded earlier one would have arrived by now.
      await halfClosed(plain(bench.url), requestOf({ keeping: 'close' }));
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
    const bench = sharedBench(() => {
      const { certFile, keyFile } = selfSigned(join(temporaryFolder(), 'gateway'), 'gateway');
      return { env: { CARDWAY_TLS_CERT: certFile, CARDWAY_TLS_KEY: keyFile } };
    });

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

    it.each(COMBINED)('is answered (HTTP/%s, Connection: %s)', async (version, keeping) => {
      const heard = await halfClosed(await secure(), requestOf({ version, keeping }));
      expect(heard).toMatch(/^HTTP\/1\.1 200 [^]*resultCode/);
    });

    it('is closed at once when it sent no request', async () => {
      expect(await halfClosed(await secure(), '')).toBe('');
    });
  });
}

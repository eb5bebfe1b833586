import { deflateSync, gzipSync } from 'node:zlib';
import { deduct, CHANNELS, GRAPHQL, RPC2, send } from '../support/channels/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { BEARER, headerLines, PATHS } from './requests.js';
import { openRaw, rawRequest } from './raw-http.js';

const NAMED_CHANNELS = CHANNELS.map((channel) => [channel.name, channel] as const);

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(async () => {
  expect(await gateway.stop()).toBe(0);
});

describe('bodies', () => {
  const LIMIT = 65_536;
  const ENCODINGS = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const;
  const CASES = NAMED_CHANNELS.flatMap(([name, channel]) =>
    ENCODINGS.map(([encoding, compress]) => [encoding, name, channel, compress] as const),
  );

  const bombs = new Map(
    ENCODINGS.map(([, compress]) => [compress, compress(Buffer.alloc(50 * 1024 * 1024, ' '))]),
  );

  it.each(CASES)('with a %s bomb are 413 (%s)', async (encoding, _name, channel, compress) => {
    const bomb = bombs.get(compress)!;
    expect(bomb.length).toBeLessThan(LIMIT);
    const heard = await channel.post(gateway.url, bomb, { headers: { 'Content-Encoding': encoding } });
    expect(heard.status).toBe(413);
  });

  it.each(NAMED_CHANNELS)('of 64 KiB are read, of one byte more are 413 (%s)', async (_name, channel) => {
    const body = channel.body(deduct());
    const fits = body + ' '.repeat(LIMIT - Buffer.byteLength(body));
    const heard = await channel.post(gateway.url, fits);
    expect([heard.status, heard.resultCode]).toEqual([200, 1]);
    const tooLong = await channel.post(gateway.url, `${fits} `);
    expect(tooLong.status).toBe(413);
    if (channel !== RPC2) expect(tooLong.errorCode).toBe('PAYLOAD_TOO_LARGE');
  });

  it.each(NAMED_CHANNELS)('that never arrive time out (%s)', async (name, channel) => {
    const connection = await openRaw(gateway.url);
    const headers = [...headerLines(channel), 'Content-Length: 100000'];
    connection.write(rawRequest({ line: `POST ${PATHS[name]!} HTTP/1.1`, headers }));
    expect((await connection.response()).status).toBe(413);
    await connection.closed;
  });

  it('of other media types are 415', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
    for (const path of ['/v1/proxy', '/RPC2', '/graphql']) {
      for (const type of types) {
        if (path === '/RPC2' && type === '') continue; // XML by default
        const { status } = await send(gateway.url + path, {
          headers: { 'Content-Type': type, 'Apollo-Require-Preflight': 'true', Authorization: BEARER },
          body: '{"query":"{__typename}"}',
        });
        expect([path, type, status]).toEqual([path, type, 415]);
      }
    }
  });

  it('the gateway still answers afterwards', async () => {
    expect((await GRAPHQL.call(gateway.url, deduct())).resultCode).toBe(1);
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
  });
});

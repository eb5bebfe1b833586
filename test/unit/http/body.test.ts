import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { readBody } from '../../../src/http/body.js';
import { CardwayError } from '../../../src/platform/errors.js';
import { until } from '../../life/until.js';

const MAX = 1000;
let limit = MAX;

let server: Server;
let read: Promise<Buffer>;

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    read = readBody(request, limit);
    read.then(
      () => response.end(),
      () => response.writeHead(400, { Connection: 'close' }).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Returns the result of `readBody` for a body in these pieces. */
async function readingOf(pieces: readonly Buffer[], headers: Record<string, string> = {}): Promise<Buffer> {
  const { port } = server.address() as AddressInfo;
  const arrived = new Promise<void>((resolve) => server.once('request', () => resolve()));
  const sending = httpRequest({ host: '127.0.0.1', port, method: 'POST', headers, agent: false });
  sending.on('error', () => undefined);
  sending.on('response', (response) => response.resume());
  for (const piece of pieces) sending.write(piece);
  sending.end();
  await arrived;
  return read;
}

async function refusalOf(pieces: readonly Buffer[], headers: Record<string, string> = {}): Promise<string> {
  try {
    await readingOf(pieces, headers);
  } catch (error) {
    if (error instanceof CardwayError) return error.code;
    throw error;
  }
  return 'read';
}

const bytes = (length: number): Buffer => Buffer.alloc(length, 'a');
const GZIP = { 'Content-Encoding': 'gzip' };

describe('a body', () => {
  it('is read in one piece, in many, and empty', async () => {
    expect(await readingOf([])).toEqual(Buffer.alloc(0));
    expect(await readingOf([bytes(10)])).toEqual(bytes(10));
    expect(await readingOf(Array.from({ length: 100 }, () => bytes(10)))).toEqual(bytes(1000));
  });

  it('is read up to the limit and not a byte further, announced or not', async () => {
    expect(await readingOf([bytes(MAX)], { 'Content-Length': String(MAX) })).toHaveLength(MAX);
    expect(await refusalOf([bytes(MAX + 1)], { 'Content-Length': String(MAX + 1) })).toBe(
      'PAYLOAD_TOO_LARGE',
    );
    expect(await refusalOf([bytes(MAX), bytes(1)])).toBe('PAYLOAD_TOO_LARGE');
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['GZip', gzipSync],
    [' deflate ', deflateSync],
  ])('is decompressed (%s)', async (encoding, compress) => {
    expect(await readingOf([compress(bytes(MAX))], { 'Content-Encoding': encoding })).toEqual(bytes(MAX));
  });

  it('is decompressed as deflate without its zlib header, as some clients send it', async () => {
    const deflate = { 'Content-Encoding': 'deflate' };
    expect(await readingOf([deflateRawSync(bytes(MAX))], deflate)).toEqual(bytes(MAX));
    expect(await refusalOf([deflateRawSync(bytes(MAX + 1))], deflate)).toBe('PAYLOAD_TOO_LARGE');
    expect(await refusalOf([deflateRawSync(bytes(MAX)).subarray(0, 5)], deflate)).toBe('MALFORMED');
    expect(await refusalOf([bytes(10)], deflate)).toBe('MALFORMED');
  });

  it('counts with its decompressed length', async () => {
    expect(await refusalOf([gzipSync(bytes(MAX + 1))], GZIP)).toBe('PAYLOAD_TOO_LARGE');
    expect(await refusalOf([gzipSync(bytes(500)), gzipSync(bytes(501))], GZIP)).toBe('PAYLOAD_TOO_LARGE');
  });

  it('that does not match its encoding is malformed', async () => {
    expect(await refusalOf([bytes(10)], GZIP)).toBe('MALFORMED');
    expect(await refusalOf([gzipSync(bytes(100)).subarray(0, 20)], GZIP)).toBe('MALFORMED');
    expect(await refusalOf([], GZIP)).toBe('MALFORMED');
  });

  it.each(['br', 'compress', 'gzip, gzip'])('in another encoding is not read (%s)', async (encoding) => {
    expect(await refusalOf([bytes(1)], { 'Content-Encoding': encoding })).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    ['plain', {}],
    ['compressed', GZIP],
  ])('takes little memory, however small its chunks are (%s)', async (_what, headers) => {
    const { port } = server.address() as AddressInfo;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = (): number => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    limit = 65_536;
    const before = held();
    const arrived = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const client = connect(port, '127.0.0.1');
    const lines = Object.entries({ Host: 'a', 'Transfer-Encoding': 'chunked', ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    client.write(`POST / HTTP/1.1\r\n${head}\r\n`);
    const request = await arrived;
    let taken = 0;
    request.on('data', (chunk: Buffer) => (taken += chunk.length));
    const chunks = 60_000;
    client.write('1\r\na\r\n'.repeat(chunks));
    await until('everything arrived', () => taken === chunks);
    expect(held() - before).toBeLessThan(4 * 1024 * 1024);
    client.destroy();
    await expect(read).rejects.toMatchObject({ code: 'MALFORMED' });
    limit = MAX;
  });

  it('whose sender disconnects in the middle is malformed', async () => {
    const { port } = server.address() as AddressInfo;
    const arrived = new Promise<void>((resolve) => server.once('request', () => resolve()));
    const sending = httpRequest({ host: '127.0.0.1', port, method: 'POST', agent: false });
    sending.on('error', () => undefined);
    sending.write(bytes(10));
    await arrived;
    sending.destroy();
    await expect(read).rejects.toMatchObject({ code: 'MALFORMED' });
  });
});

/** Requests that follow one another without waiting, from those who read the answers and from those who don't. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { balance, methodCallBody, RPC2 } from '../support/doors/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { headerLines } from './door-requests.js';
import { rawRequest, responseReader } from './raw-http.js';

const CONNECTIONS = 20;
const REQUESTS = 1500;
/** The answers of all of them together have 2,300 MB. */
const GROWTH_MAX_MB = 250;

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl)
  process.stderr.write('Skipped: pipelining over TLS: there is no openssl to make a certificate\n');

describe.each(hasOpenssl ? ['http', 'https'] : ['http'])('over %s', (scheme) => {
  let folder: string;
  let gateway: TestGateway;
  let sockets: Socket[];

  beforeAll(async () => {
    folder = temporaryFolder();
    const env = scheme === 'https' ? certificate(folder) : {};
    gateway = await startGateway({
      env: { CARDWAY_HTTP_STALL_MS: '2000', CARDWAY_HTTP_KEEP_ALIVE_MS: '2000', ...env },
    });
  });
  beforeEach(() => {
    sockets = [];
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });
  afterAll(async () => {
    expect(await gateway.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  function open(): Socket {
    const { hostname, port } = new URL(gateway.url);
    const at = { host: hostname, port: Number(port) };
    const socket = scheme === 'https' ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
    socket.on('error', () => undefined); // cut
    sockets.push(socket);
    return socket;
  }

  async function ask(path: string): Promise<string> {
    const socket = open();
    const reader = responseReader(socket);
    socket.write(rawRequest({ line: `GET ${path} HTTP/1.1` }));
    const { status, text } = await reader.next();
    socket.destroy();
    expect(status).toBe(200);
    return text;
  }

  it('those who ask for what costs nothing do not hold up others', async () => {
    const other = open();
    const reader = responseReader(other);
    const alive = rawRequest({ line: 'GET /health/live HTTP/1.1' });
    other.write(alive);
    await reader.next();
    const many = open();
    let answers = 0;
    many.on('data', (chunk: Buffer) => (answers += chunk.toString('latin1').split('HTTP/1.1 ').length - 1));
    const begun = new Promise((resolve) => many.once('data', resolve));
    many.write(
      Buffer.concat(Array.from({ length: REQUESTS }, () => rawRequest({ line: 'GET /no HTTP/1.1' }))),
    );
    await begun;
    other.write(alive);
    expect((await reader.next()).status).toBe(200);
    expect(answers).toBeLessThan(REQUESTS / 2);
  });

  it.each(['/openapi.json', '/graphql'])(
    'those who ask for %s and never read take little memory, and are cut',
    async (path) => {
      await ask(path === '/graphql' ? '/openapi.json' : path);
      const before = residentMb(gateway.pid);
      const one = rawRequest({ line: `GET ${path} HTTP/1.1`, headers: ['Accept: text/html'] });
      const many = Buffer.concat(Array.from({ length: REQUESTS }, () => one));
      const socketsBefore = openSockets(gateway.pid);
      for (let index = 0; index < CONNECTIONS; index += 1) {
        const socket = open();
        socket.pause();
        await new Promise((resolve) =>
          socket.once(scheme === 'https' ? 'secureConnect' : 'connect', resolve),
        );
        socket.write(many);
      }
      let most = 0;
      let asked = 0;
      // The ends of its connections, which those who do not read hear nothing of.
      while (asked === 0 || openSockets(gateway.pid) > socketsBefore + 2) {
        expect(await ask('/health/live')).toBe('{"status":"live"}');
        asked += 1;
        most = Math.max(most, residentMb(gateway.pid));
      }
      expect(most - before).toBeLessThan(GROWTH_MAX_MB);
    },
  );

  it('those who read have every answer, in their order', async () => {
    const calls = 200;
    const socket = open();
    const reader = responseReader(socket);
    for (let index = 0; index < calls; index += 1) {
      const headers = [`X-Request-Id: in-order-${String(index)}`];
      const body = methodCallBody(balance());
      socket.write(
        index % 2 === 0
          ? rawRequest({ line: 'GET /openapi.json HTTP/1.1', headers })
          : rawRequest({ line: 'POST /RPC2 HTTP/1.1', headers: [...headerLines(RPC2), ...headers], body }),
      );
    }
    for (let index = 0; index < calls; index += 1) {
      const response = await reader.next();
      expect(response.headers.get('x-request-id')).toBe(`in-order-${String(index)}`);
      expect(response.text).toContain(index % 2 === 0 ? '"openapi"' : '626900');
    }
  });

  it('who reads slowly, but steadily, has every answer', async () => {
    const count = 300;
    const socket = open();
    const reader = responseReader(socket);
    // Slower than the limit for nothing at all, over the whole.
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    socket.write(
      Buffer.concat(Array.from({ length: count }, () => rawRequest({ line: 'GET /openapi.json HTTP/1.1' }))),
    );
    const { body } = await reader.next();
    for (let index = 1; index < count; index += 1) expect((await reader.next()).body.equals(body)).toBe(true);
  });
});

function openSockets(pid: number): number {
  const folder = `/proc/${String(pid)}/fd`;
  return readdirSync(folder).filter((name) => isSocket(join(folder, name))).length;
}

/** False for one that was closed meanwhile. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    return false;
  }
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

function certificate(folder: string): Record<string, string> {
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...files], { stdio: 'ignore' });
  return { CARDWAY_TLS_CERT: cert, CARDWAY_TLS_KEY: key };
}

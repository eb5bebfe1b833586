/** Tests pipelined requests, from clients that read the answers and from clients that do not. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { balance, methodCallBody, RPC2 } from '../support/channels/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { headerLines } from './requests.js';
import { rawRequest, responseReader } from './raw-http.js';
import { until } from './until.js';

/** Number of requests that cost nothing. */
const CHEAP_REQUESTS = 1500;
const CONNECTIONS = 4;
/** Requests of each connection. Their answers have 30 MB, several times the system's buffer of an unread connection. */
const REQUESTS = 400;

/** Defines the tests for the calling file. */
export function pipeliningOver(scheme: 'http' | 'https'): void {
  describe(`over ${scheme}`, () => {
    let folder: string;
    let gateway: TestGateway;
    let sockets: Socket[];
    /** Open sockets while only the asking client is connected. */
    let socketsAlone: number;

    beforeAll(async () => {
      folder = temporaryFolder();
      const env = scheme === 'https' ? certificate(folder) : {};
      gateway = await startGateway({
        env: { CARDWAY_HTTP_STALL_MS: '2000', CARDWAY_HTTP_KEEP_ALIVE_MS: '2000', ...env },
      });
      sockets = [];
      socketsAlone = await openSockets();
      expect(socketsAlone).toBeGreaterThan(0);
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });
    afterAll(async () => {
      expect(await gateway.stop()).toBe(0);
      rmSync(folder, { recursive: true, force: true });
    });

    function open(): Socket {
      const { hostname, port } = new URL(gateway.url);
      const at = { host: hostname, port: Number(port) };
      const socket = scheme === 'https' ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
      socket.on('error', () => undefined); // Cut
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

    async function measured(series: string): Promise<number> {
      const lines = (await ask('/metrics')).split('\n').filter((line) => line.startsWith(series));
      return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
    }

    const openSockets = (): Promise<number> =>
      measured('cardway_nodejs_active_resources{type="TCPSocketWrap"}');
    const requests = (): Promise<number> => measured('cardway_http_requests_total{');

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
        Buffer.concat(Array.from({ length: CHEAP_REQUESTS }, () => rawRequest({ line: 'GET /no HTTP/1.1' }))),
      );
      await begun;
      other.write(alive);
      expect((await reader.next()).status).toBe(200);
      expect(answers).toBeLessThan(CHEAP_REQUESTS / 2);
    });

    it.each(['/openapi.json', '/graphql'])(
      'those who ask for %s and never read have few answers made for them, and are cut',
      async (path) => {
        const before = await requests();
        const one = rawRequest({ line: `GET ${path} HTTP/1.1`, headers: ['Accept: text/html'] });
        const many = Buffer.concat(Array.from({ length: REQUESTS }, () => one));
        for (let index = 0; index < CONNECTIONS; index += 1) {
          const socket = open();
          socket.pause();
          await new Promise((resolve) =>
            socket.once(scheme === 'https' ? 'secureConnect' : 'connect', resolve),
          );
          socket.write(many);
        }
        let asked = 0;
        // Counts open sockets: clients that do not read do not see their end.
        await until('they are cut', async () => {
          expect(await ask('/health/live')).toBe('{"status":"live"}');
          asked += 2;
          return (await openSockets()) <= socketsAlone;
        });
        const answered = (await requests()) - before - asked;
        expect(answered).toBeGreaterThanOrEqual(CONNECTIONS);
        expect(answered).toBeLessThan((CONNECTIONS * REQUESTS) / 2);
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
      // Slower than the limit without any reading, over the whole time.
      socket.on('data', () => {
        socket.pause();
        setTimeout(() => socket.resume(), 10);
      });
      socket.write(
        Buffer.concat(
          Array.from({ length: count }, () => rawRequest({ line: 'GET /openapi.json HTTP/1.1' })),
        ),
      );
      const { body } = await reader.next();
      for (let index = 1; index < count; index += 1)
        expect((await reader.next()).body.equals(body)).toBe(true);
    });
  });
}

function certificate(folder: string): Record<string, string> {
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...files], { stdio: 'ignore' });
  return { CARDWAY_TLS_CERT: cert, CARDWAY_TLS_KEY: key };
}

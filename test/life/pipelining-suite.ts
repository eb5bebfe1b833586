/** Tests pipelined requests, from clients that read the answers and from clients that do not. */
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import {
  balance,
  type Bench,
  type Call,
  CHANNELS,
  deduct,
  methodCallBody,
  RPC2,
  startBench,
  USUAL,
} from '../support/channels/index.js';
import { selfSigned } from '../support/certificates.js';
import { temporaryFolder } from '../support/gateway.js';
import { gate } from '../support/wallet/index.js';
import { headerLines, PATHS } from './requests.js';
import { rawRequest, responseReader } from './raw-http.js';
import { until } from './until.js';
import { constants } from '../support/constants.js';

/** A flood of requests that cost nothing: so many connections, each with so many. */
const FLOODS = 200;
const CHEAP_REQUESTS = 400;
/** Requests that one connection may have in flight. */
const IN_FLIGHT_MAX = 32;
const CONNECTIONS = 4;
/** Requests of each connection that never reads. */
const REQUESTS = 400;

/** Defines the tests for the calling file. */
export function pipeliningOver(scheme: 'http' | 'https'): void {
  describe(`over ${scheme}`, () => {
    const folder = temporaryFolder();
    let bench: Bench;
    let sockets: Socket[];
    /** Open sockets while only the asking client is connected. */
    let socketsAlone: number;

    beforeAll(async () => {
      const env = scheme === 'https' ? certificate(folder) : {};
      bench = await startBench({
        env: { ...constants({ STALL_MS: 2000 }), CARDWAY_HTTP_KEEP_ALIVE_MS: '2000', ...env },
      });
      sockets = [];
      socketsAlone = await openSockets();
      expect(socketsAlone).toBeGreaterThan(0);
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });
    afterAll(async () => {
      expect(await bench.gateway.stop()).toBe(0);
    });

    function open(): Socket {
      const { hostname, port } = new URL(bench.url);
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

    it('those who ask for what costs nothing are cut, and payments go on', async () => {
      const before = await measured('cardway_http_requests_total{');
      const flood = Buffer.concat(
        Array.from({ length: CHEAP_REQUESTS }, () => rawRequest({ line: 'GET /nope HTTP/1.1' })),
      );
      const cuts = Array.from({ length: FLOODS }, async () => {
        const socket = open();
        socket.resume().write(flood);
        await new Promise((resolve) => socket.once('close', resolve));
      });
      let isOver = false;
      const over = Promise.all(cuts).then(() => (isOver = true));
      const payer = open();
      const reader = responseReader(payer);
      let paid = 0;
      do {
        payer.write(
          rawRequest({
            line: 'POST /RPC2 HTTP/1.1',
            headers: headerLines(RPC2),
            body: methodCallBody(deduct()),
          }),
        );
        expect((await reader.next()).text).toContain('<name>resultCode</name><value><int>1</int>');
        paid += 1;
      } while (!isOver);
      await over;
      const served = (await measured('cardway_http_requests_total{')) - before - paid - 1;
      expect(served).toBeLessThanOrEqual(FLOODS * IN_FLIGHT_MAX);
    });

    it.each(CHANNELS.map((channel) => [channel.name, channel] as const))(
      'one with more requests in flight than a connection may carry is cut, and its calls are saved (%s)',
      async (name, channel) => {
        const closed = gate();
        bench.wallet.behave(async (call) => {
          await closed.opened;
          return USUAL(call);
        });
        const before = bench.wallet.calls.length;
        const calls = Array.from({ length: IN_FLIGHT_MAX }, () => deduct());
        const raw = (call: Call): Buffer =>
          rawRequest({
            line: `POST ${PATHS[name]!} HTTP/1.1`,
            headers: headerLines(channel),
            body: channel.body(call),
          });
        const socket = open();
        socket.resume().write(Buffer.concat(calls.map(raw)));
        await until('all are sent', () => bench.wallet.calls.length === before + calls.length);
        socket.write(raw(deduct()));
        await new Promise((resolve) => socket.once('close', resolve));
        closed.open();
        const later = open();
        const reader = responseReader(later);
        for (const call of calls) {
          later.write(raw(call));
          expect((await reader.next()).text).toMatch(/resultCode(?:"|\\")?(?::|<\/name><value><int>)\s*1\b/);
        }
        expect(bench.wallet.calls.length).toBe(before + calls.length);
      },
    );

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
        expect(answered).toBeLessThanOrEqual(CONNECTIONS * IN_FLIGHT_MAX);
      },
    );

    it('those who read have every answer, in their order', async () => {
      const calls = IN_FLIGHT_MAX;
      const socket = open();
      const reader = responseReader(socket);
      for (let index = 0; index < calls; index += 1) {
        const headers = [`X-Request-Id: in-order-${String(index)}`];
        const body = methodCallBody(balance());
        socket.write(
          index % 4 === 0
            ? rawRequest({ line: 'GET /openapi.json HTTP/1.1', headers })
            : rawRequest({ line: 'POST /RPC2 HTTP/1.1', headers: [...headerLines(RPC2), ...headers], body }),
        );
      }
      for (let index = 0; index < calls; index += 1) {
        const response = await reader.next();
        expect(response.headers.get('x-request-id')).toBe(`in-order-${String(index)}`);
        expect(response.text).toContain(index % 4 === 0 ? '"openapi"' : '626900');
      }
    });
  });
}

function certificate(folder: string): Record<string, string> {
  const { certFile, keyFile } = selfSigned(join(folder, 'server'), 'localhost');
  return { CARDWAY_TLS_CERT: certFile, CARDWAY_TLS_KEY: keyFile };
}

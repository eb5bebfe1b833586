/**
 * Tests certificates on connections that live long: kept connections, sockets, event streams and console sessions of callers, and
 * webhooks of the gateway. openssl makes the authority.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { openSocket } from '../stream/raw-socket.js';
import { type Authority, HAS_OPENSSL, type Issued, makeAuthority } from '../support/certificates.js';
import { askGraphQL, KEYS } from '../support/channels/index.js';
import { startGateway, temporaryFolder } from '../support/gateway.js';
import { type InProcessGateway, startInProcess } from '../support/in-process.js';
import { machineClock } from '../support/machine-clock.js';
import { digitization, openEventWriter } from '../support/webhooks/event-writer.js';
import { until } from './until.js';

const DAY_MS = 86_400_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The request went over a connection that was open already. */
  readonly isReused: boolean;
}
interface Sent {
  readonly path?: string;
  readonly agent: Agent;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

/** Posts a query. It reads the beginning of an event stream only. */
function post(
  url: string,
  { path = '/graphql', agent, headers = {}, query = '{ operatorSession { keyId } }' }: Sent,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sending = request(
      `${url}${path}`,
      { method: 'POST', agent, headers: { ...JSON_TYPE, ...headers } },
      (response) => {
        let text = '';
        const done = (): void => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            isReused: sending.reusedSocket,
          });
        };
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', done);
        if (response.headers['content-type']?.startsWith('text/event-stream') !== true) return;
        done();
        sending.destroy();
      },
    );
    sending.once('error', reject);
    sending.end(path === '/console/session' ? '' : JSON.stringify({ query }));
  });
}

if (!HAS_OPENSSL) {
  process.stderr.write('Skipped: bound connections: there is no openssl to make certificates\n');
  it('is not run: there is no openssl', () => undefined);
} else {
  let folder: string;
  let authority: Authority;
  let stranger: Authority;
  let served: Issued;
  let till: Issued;
  let other: Issued;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cardway-bound-'));
    authority = makeAuthority(folder, 'bank');
    stranger = makeAuthority(folder, 'stranger');
    served = authority.issue('/CN=gateway', { name: 'localhost' });
    till = authority.issue('/O=Shop/CN=till-7');
    other = authority.issue('/O=Shop/CN=till-8');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('callers that are bound to a certificate', () => {
    let gateway: InProcessGateway;
    let key: string;
    let aheadMs = 0;
    const clock = { ...machineClock, nowMs: () => machineClock.nowMs() + aheadMs };
    const tlsOf = (issued?: Issued) => ({
      rejectUnauthorized: false,
      ...(issued === undefined ? {} : { cert: issued.cert, key: issued.key }),
    });
    const agentOf = (issued?: Issued): Agent =>
      new Agent({ ...tlsOf(issued), keepAlive: true, maxSockets: 1 });
    const withKey = (): Record<string, string> => ({ Authorization: `Bearer ${key}` });

    beforeAll(async () => {
      gateway = await startInProcess(
        {
          CARDWAY_TLS_CERT: served.certFile,
          CARDWAY_TLS_KEY: served.keyFile,
          CARDWAY_TLS_CLIENT_CA: authority.certFile,
          CARDWAY_TLS_CLIENT_CERTIFICATES: 'optional',
          CARDWAY_STORE_CACHE_MS: '0',
          CARDWAY_SWEEP_EVERY_MS: '20',
        },
        { clock },
      );
      const operate = async (query: string): Promise<string> =>
        (
          await post(gateway.url, {
            agent: agentOf(),
            headers: { Authorization: `Bearer ${KEYS.operator}` },
            query,
          })
        ).text;
      const created = await operate(
        'mutation { createKey(input: { keyId: "bound", role: OPERATOR }) { secret } }',
      );
      key = (JSON.parse(created) as { data: { createKey: { secret: string } } }).data.createKey.secret;
      const binding = `mutation { setKeyCertificates(input: { keyId: "bound", clientCertificates: ["sha256:${till.fingerprint}"] }) { key { id } } }`;
      expect(await operate(binding)).not.toContain('"errors"');
    });
    afterEach(() => {
      aheadMs = 0;
    });
    afterAll(() => gateway.stop());

    async function session(): Promise<Record<string, string>> {
      const { status, headers } = await post(gateway.url, {
        path: '/console/session',
        agent: agentOf(till),
        headers: withKey(),
      });
      const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';');
      expect([status, cookie]).toEqual([204, expect.stringMatching(/^__Host-cardway-session=/) as string]);
      return { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    }

    it('a kept connection is refused from the moment on at which its certificate expires', async () => {
      const agent = agentOf(till);
      expect(await post(gateway.url, { agent, headers: withKey() })).toMatchObject({ status: 200 });
      aheadMs = 3 * DAY_MS;
      expect(await post(gateway.url, { agent, headers: withKey() })).toMatchObject({
        status: 401,
        isReused: true,
      });
      aheadMs = 0;
      expect(await post(gateway.url, { agent, headers: withKey() })).toMatchObject({
        status: 200,
        isReused: true,
      });
    });

    it('no session begins without the certificate', async () => {
      for (const issued of [undefined, other])
        expect(
          await post(gateway.url, { path: '/console/session', agent: agentOf(issued), headers: withKey() }),
        ).toMatchObject({ status: 401 });
    });

    it.each<[string, () => Promise<Record<string, string>>]>([
      ['key', () => Promise.resolve(withKey())],
      ['session', session],
    ])('the %s counts for nothing without it, in calls and streams', async (_what, proof) => {
      const headers = await proof();
      const stream = {
        ...{ path: '/graphql/stream', headers: { ...headers, Accept: 'text/event-stream' } },
        query: 'subscription { transactionSaved { id } }',
      };
      const asked = [{ headers }, stream];
      for (const each of asked) {
        expect(await post(gateway.url, { ...each, agent: agentOf(till) })).toMatchObject({ status: 200 });
        for (const issued of [undefined, other])
          expect(await post(gateway.url, { ...each, agent: agentOf(issued) })).toMatchObject({ status: 401 });
      }
    });

    it.each<[string, () => Promise<Record<string, string>>]>([
      ['key', () => Promise.resolve(withKey())],
      ['session', session],
    ])('the %s counts for nothing without it on a WebSocket', async (_what, proof) => {
      const headers = await proof();
      const opened = await openSocket(gateway.url, { ...tlsOf(till), headers });
      opened.send({ type: 'connection_init' });
      expect(await opened.next()).toMatchObject({ type: 'connection_ack' });
      opened.socket.close();
      for (const issued of [undefined, other]) {
        const refused = await openSocket(gateway.url, { ...tlsOf(issued), headers });
        refused.send({ type: 'connection_init' });
        expect(await refused.closed).toMatchObject({ code: 4403 });
      }
    });

    it('an open WebSocket ends when its certificate expires', async () => {
      const opened = await openSocket(gateway.url, tlsOf(till));
      opened.send({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } });
      expect(await opened.next()).toMatchObject({ type: 'connection_ack' });
      aheadMs = 3 * DAY_MS;
      expect(await opened.closed).toMatchObject({ code: 4403 });
    });
  });

  describe('webhooks to an endpoint that asks for a certificate', () => {
    let service: Server | undefined;
    const names: string[] = [];
    afterEach(() => {
      service?.closeAllConnections();
      service?.close();
      names.length = 0;
    });

    async function serve(identity: Issued): Promise<string> {
      const options = { ...identity, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
      service = createServer(options, (incoming, outgoing) => {
        names.push(String((incoming.socket as TLSSocket).getPeerCertificate().subject.CN));
        incoming.resume().once('end', () => outgoing.writeHead(204).end());
      }).listen(0, '127.0.0.1');
      await once(service, 'listening');
      return `https://localhost:${String((service.address() as AddressInfo).port)}/hook`;
    }

    /** Delivers one event. Resolves with the first attempt that the gateway reports. */
    async function deliver(
      to: string,
      tls: object,
    ): Promise<{ responseCode: number | null; failure: string | null }> {
      const config = join(folder, 'webhooks.yaml');
      writeFileSync(config, JSON.stringify({ outboundTls: [{ hosts: ['localhost'], ...tls }] }));
      const home = temporaryFolder();
      const gateway = await startGateway({
        folder: home,
        env: {
          CARDWAY_CONFIG: config,
          CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
          CARDWAY_SWEEP_EVERY_MS: '20',
        },
      });
      const writer = await openEventWriter(join(home, 'cardway.db'));
      try {
        const { data } = await askGraphQL<{ addEndpoint: unknown }>(
          gateway.url,
          'mutation ($input: AddEndpointInput!) { addEndpoint(input: $input) { secret } }',
          { variables: { input: { programme: 'sandbox', url: to } } },
        );
        expect(data?.addEndpoint).toBeTruthy();
        await writer.append(digitization('bound'));
        let attempt: { responseCode: number | null; failure: string | null } | undefined;
        await until('it is attempted', async () => {
          const shown = await askGraphQL<{
            deliveries: {
              edges: { node: { attempts: { responseCode: number | null; failure: string | null }[] } }[];
            };
          }>(gateway.url, '{ deliveries { edges { node { attempts { responseCode failure } } } } }');
          attempt = shown.data?.deliveries.edges[0]?.node.attempts[0];
          return attempt !== undefined;
        });
        return attempt!;
      } finally {
        await writer.close();
        await gateway.stop();
        rmSync(home, { recursive: true, force: true });
      }
    }
    const ours = (issued: Issued) => ({ cert: issued.certFile, key: issued.keyFile, ca: authority.certFile });

    it('show the certificate of the settings', async () => {
      expect(await deliver(await serve(served), ours(till))).toEqual({ responseCode: 204, failure: null });
      expect(names).toEqual(['till-7']);
    });

    it.each<[string, () => Issued, () => object, unknown]>([
      [
        'with a certificate of another authority',
        () => stranger.issue('/CN=h', { name: 'localhost' }),
        () => ours(till),
        'CERTIFICATE_REFUSED',
      ],
      [
        'with an expired certificate',
        () => authority.issue('/CN=h', { name: 'localhost', isExpired: true }),
        () => ours(till),
        'CERTIFICATE_REFUSED',
      ],
      [
        'with a certificate for another name',
        () => authority.issue('/CN=h', { name: 'hooks.example' }),
        () => ours(till),
        'CERTIFICATE_REFUSED',
      ],
      [
        'without the pinned name',
        () => served,
        () => ({ ...ours(till), names: ['hooks.example'] }),
        'CERTIFICATE_REFUSED',
      ],
      // The endpoint ends the connection, with a word why or without.
      [
        'that does not know our authority',
        () => served,
        () => ours(stranger.issue('/CN=till-7')),
        expect.stringMatching(/^(?:CERTIFICATE_REFUSED|CONNECTION_FAILED)$/),
      ],
    ])('send nothing to an endpoint %s', async (_what, identity, tls, failure) => {
      const attempt = await deliver(await serve(identity()), tls());
      expect(attempt).toEqual({ responseCode: null, failure });
      expect(names).toEqual([]);
    });
  });
}

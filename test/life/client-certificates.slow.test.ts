/**
 * Tests client certificates: of callers on the listener and behind a proxy, and of the gateway towards a wallet service. openssl
 * makes the authorities.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type Authority, HAS_OPENSSL, type Issued, makeAuthority } from '../support/certificates.js';
import { deduct, JSON_PROXY, KEYS } from '../support/channels/index.js';
import { PATIENT, startGateway, type TestGateway } from '../support/gateway.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { until } from './until.js';

const TERMINAL = '0068766621';
const OPERATOR = 'cardway_sandbox_operator';

interface Reply {
  readonly status: number;
  readonly text: string;
}
interface Sending {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly path?: string;
  readonly body?: string;
  readonly method?: string;
}

function send(
  url: string,
  { key = KEYS.client, path = '/v1/proxy', ...given }: Sending = {},
): Promise<Reply> {
  const { body = JSON_PROXY.body(deduct({ request_amount: '1' })).toString(), method = 'POST' } = given;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, ...given.headers };
  const isTls = url.startsWith('https:');
  const agent = isTls ? (given.agent ?? new Agent({ rejectUnauthorized: false })) : new HttpAgent();
  return new Promise((resolve, reject) => {
    const sending = (isTls ? request : httpRequest)(
      `${url}${path}`,
      { method, headers, agent },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sending.once('error', reject);
    sending.end(method === 'GET' ? undefined : body);
  });
}

const withCertificate = ({ cert, key }: Issued, keepAlive = false): Agent =>
  new Agent({ cert, key, keepAlive, maxSockets: 1, rejectUnauthorized: false });

/** Sends an operator's mutation or query. */
async function operate(url: string, query: string, variables: object, more: Sending = {}): Promise<string> {
  const body = JSON.stringify({ query, variables });
  const { text } = await send(url, { ...more, key: OPERATOR, path: '/graphql', body });
  expect(text).not.toContain('"errors"');
  return text;
}

const bindTerminal = (url: string, clientCertificates: readonly string[], more?: Sending): Promise<string> =>
  operate(
    url,
    'mutation ($input: SetTerminalInput!) { setTerminal(input: $input) { terminal { clientCertificates } } }',
    { input: { terminalId: TERMINAL, clientCertificates } },
    more,
  );
const bindKey = (url: string, clientCertificates: readonly string[]): Promise<string> =>
  operate(
    url,
    'mutation ($input: SetKeyCertificatesInput!) { setKeyCertificates(input: $input) { key { clientCertificates } } }',
    { input: { keyId: 'sandbox-client', clientCertificates } },
  );
const refusals = (url: string, more?: Sending): Promise<string> =>
  operate(url, '{ refusedCalls(first: 50) { edges { node { code reason } } } }', {}, more);

if (!HAS_OPENSSL) {
  process.stderr.write('Skipped: client certificates: there is no openssl to make them\n');
  it('is not run: there is no openssl', () => undefined);
} else {
  let folder: string;
  let authority: Authority;
  let stranger: Authority;
  let served: Issued;
  let till: Issued;
  let other: Issued;
  let expired: Issued;
  let foreign: Issued;
  const file = (name: string): string => join(folder, name);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cardway-mtls-'));
    authority = makeAuthority(folder, 'bank');
    stranger = makeAuthority(folder, 'stranger');
    served = authority.issue('/CN=gateway', { name: 'localhost' });
    till = authority.issue('/O=Shop/CN=till-7');
    other = authority.issue('/O=Shop/CN=till-8');
    expired = authority.issue('/O=Shop/CN=till-7', { isExpired: true });
    foreign = stranger.issue('/O=Shop/CN=till-7');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const listening = (more: Readonly<Record<string, string>>): Promise<TestGateway> =>
    startGateway({
      env: {
        ...PATIENT,
        CARDWAY_TLS_CERT: served.certFile,
        CARDWAY_TLS_KEY: served.keyFile,
        CARDWAY_TLS_CLIENT_CA: authority.certFile,
        ...more,
      },
    });
  async function reload(gateway: TestGateway): Promise<void> {
    const isReloaded = (): number => gateway.lines.filter((line) => line.includes('was reloaded')).length;
    const before = isReloaded();
    process.kill(gateway.pid, 'SIGHUP');
    await until('the reload', () => isReloaded() > before);
  }

  describe('terminals and keys that are bound to a certificate', () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await listening({ CARDWAY_TLS_CLIENT_CERTIFICATES: 'optional' });
    });
    afterAll(() => gateway.kill());
    afterEach(async () => {
      await bindTerminal(gateway.url, []);
      await bindKey(gateway.url, []);
    });
    const pay = async (issued?: Issued): Promise<Reply> =>
      send(gateway.url, issued === undefined ? {} : { agent: withCertificate(issued) });

    it('need none while they are not bound', async () => {
      expect(await pay()).toMatchObject({ status: 200 });
    });

    it.each(['terminal', 'key'])('need theirs, by subject: %s', async (what) => {
      const bindings = ['subject:CN=till-7, O=Shop'];
      await (what === 'key' ? bindKey : bindTerminal)(gateway.url, bindings);
      expect(await pay(till)).toMatchObject({ status: 200 });
      const refused = await pay();
      expect(refused.status).toBe(401);
      expect(refused.text).toContain('"UNAUTHENTICATED"');
      for (const wrong of [other, expired, foreign]) expect(await pay(wrong)).toEqual(refused);
    });

    it.each(['/O=Shop/CN=Café Zürich', '/O=Shop, Inc/CN=日本 <7>\\\\C3', '/O=Shop/CN=till+UID=7'])(
      'need theirs, by the subject as openssl prints it: %s',
      async (subject) => {
        const issued = authority.issue(subject);
        const printed = printedSubject(issued);
        await bindTerminal(gateway.url, [`subject:${printed}`]);
        expect(await pay(issued)).toMatchObject({ status: 200 });
        expect(await pay(till)).toMatchObject({ status: 401 });
      },
    );

    it.each(['terminal', 'key'])('need theirs, by fingerprint: %s', async (what) => {
      await (what === 'key' ? bindKey : bindTerminal)(gateway.url, [`sha256:${other.fingerprint}`]);
      expect(await pay(other)).toMatchObject({ status: 200 });
      expect(await pay(till)).toMatchObject({ status: 401 });
    });

    it('are refused like a wrong credential, and only operators see why', async () => {
      await bindTerminal(gateway.url, ['subject:CN=till-7,O=Shop']);
      const { text } = await pay(other);
      expect(text).not.toContain('certificate');
      await until('the refusal is listed', async () =>
        (await refusals(gateway.url)).includes('The client certificate is another one.'),
      );
    });

    it('do not believe a forwarded certificate that no trusted proxy sent', async () => {
      await bindTerminal(gateway.url, ['subject:CN=till-7,O=Shop']);
      const headers = { 'Client-Cert': clientCert(till), 'X-Forwarded-Client-Cert': forwardedCert(till) };
      expect(await send(gateway.url, { headers })).toMatchObject({ status: 401 });
    });

    it.each(['till-7', 'sha256:12', 'subject:', 'subject:till'])('are not bound to %s', async (binding) => {
      const body = JSON.stringify({
        query: 'mutation ($input: SetTerminalInput!) { setTerminal(input: $input) { terminal { id } } }',
        variables: { input: { terminalId: TERMINAL, clientCertificates: [binding] } },
      });
      const { text } = await send(gateway.url, { key: OPERATOR, path: '/graphql', body });
      expect(text).toContain('"field":"clientCertificates"');
    });
  });

  describe('a listener that requires certificates', () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      writeFileSync(file('clients.crl'), authority.listRevoked());
      gateway = await listening({
        CARDWAY_TLS_CLIENT_CERTIFICATES: 'required',
        CARDWAY_TLS_CLIENT_CRL: file('clients.crl'),
      });
    });
    afterAll(() => gateway.kill());
    const pay = (agent: Agent): Promise<Reply> => send(gateway.url, { agent });

    it('serves callers of its authority, and no others', async () => {
      expect(await pay(withCertificate(till))).toMatchObject({ status: 200 });
      for (const wrong of [expired, foreign]) await expect(pay(withCertificate(wrong))).rejects.toThrow();
      await expect(send(gateway.url)).rejects.toThrow();
      const reasons = ['CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'none'];
      await until('the refusals are in the log', () =>
        reasons.every((reason) =>
          gateway.lines.some(
            (line) => line.includes(`"certificate refused: ${reason}"`) && line.includes('127.0.0.1'),
          ),
        ),
      );
    });

    it('refuses a certificate that was revoked since, also on an open connection and with a resumed session', async () => {
      const lost = authority.issue('/O=Shop/CN=till-9');
      const kept = withCertificate(lost, true);
      expect(await pay(kept)).toMatchObject({ status: 200 });
      authority.revoke(lost);
      writeFileSync(file('clients.crl'), authority.listRevoked());
      await reload(gateway);
      // The agent has a session of this certificate, and resumes it where the gateway lets it.
      await until('the open connection has gone', () => Object.keys(kept.freeSockets).length === 0);
      await expect(pay(kept)).rejects.toThrow();
      expect(await pay(withCertificate(till))).toMatchObject({ status: 200 });
    });

    it('keeps its lists when a new one cannot be read', async () => {
      writeFileSync(file('clients.crl'), 'no list');
      process.kill(gateway.pid, 'SIGHUP');
      await until('the reload is refused', () =>
        gateway.lines.some((line) => line.includes('"tls.clientCrl"')),
      );
      expect(await pay(withCertificate(till))).toMatchObject({ status: 200 });
      writeFileSync(file('clients.crl'), authority.listRevoked());
    });

    it.each<[string, string, () => string, () => string]>([
      ['authorities', 'CARDWAY_TLS_CLIENT_CA', () => authority.cert, () => stranger.cert],
      ['lists', 'CARDWAY_TLS_CLIENT_CRL', () => stranger.listRevoked(), () => authority.listRevoked()],
    ])('keeps its %s while their file is half written or damaged', async (_what, setting, first, last) => {
      const lists = stranger.listRevoked() + authority.listRevoked();
      writeFileSync(file('both.pem'), authority.cert + stranger.cert);
      writeFileSync(file('both.crl'), lists);
      const files = { CARDWAY_TLS_CLIENT_CA: file('both.pem'), CARDWAY_TLS_CLIENT_CRL: file('both.crl') };
      const trusting = await listening({ ...files, CARDWAY_TLS_CLIENT_CERTIFICATES: 'required' });
      const callers = [till, foreign];
      const statuses = (): Promise<number[]> =>
        Promise.all(
          callers.map(
            async (caller) => (await send(trusting.url, { agent: withCertificate(caller) })).status,
          ),
        );
      try {
        expect(await statuses()).toEqual([200, 200]);
        const written = files[setting as keyof typeof files];
        const half = last().slice(0, 200);
        const damaged = last().replace(/\n[A-Za-z0-9+/]{8}/, '\n????????');
        for (const text of [first() + half, half + first(), first() + damaged]) {
          const refused = (): number =>
            trusting.lines.filter((line) => line.includes('the configuration was not reloaded')).length;
          const before = refused();
          writeFileSync(written, text);
          process.kill(trusting.pid, 'SIGHUP');
          await until('the reload is refused', () => refused() > before);
          expect(await statuses()).toEqual([200, 200]);
        }
      } finally {
        await trusting.kill();
      }
    });
  });

  describe('behind a trusted proxy', () => {
    let gateway: TestGateway;
    const start = (header: string, certificates = 'optional'): Promise<TestGateway> =>
      startGateway({
        env: {
          ...PATIENT,
          CARDWAY_TRUST_PROXY: '127.0.0.1',
          CARDWAY_TLS_CLIENT_CERTIFICATES: certificates,
          CARDWAY_TLS_FORWARDED_CERTIFICATE: header,
        },
      });
    afterEach(() => gateway.kill());

    it.each([
      ['client-cert', 'Client-Cert', clientCert],
      ['x-forwarded-client-cert', 'X-Forwarded-Client-Cert', forwardedCert],
    ])('a certificate comes from the header %s, and from no other', async (setting, name, written) => {
      gateway = await start(setting);
      await bindTerminal(gateway.url, ['subject:CN=till-7,O=Shop']);
      const pay = async (value: string, header = name): Promise<number> =>
        (await send(gateway.url, { headers: { [header]: value } })).status;
      expect(await pay(written(till))).toBe(200);
      expect(await pay(written(other))).toBe(401);
      expect(await pay(written(expired))).toBe(401);
      expect(await pay(`${written(till)}, ${written(till)}`)).toBe(401);
      expect(await pay(written(till).slice(0, 40))).toBe(401);
      expect(
        await pay(written(till), name === 'Client-Cert' ? 'X-Forwarded-Client-Cert' : 'Client-Cert'),
      ).toBe(401);
    });

    it('every call needs one where they are required, but not probes of health', async () => {
      gateway = await start('client-cert', 'required');
      expect(await send(gateway.url)).toMatchObject({ status: 401 });
      const headers = { 'Client-Cert': clientCert(till) };
      expect(await send(gateway.url, { headers })).toMatchObject({ status: 200 });
      expect((await send(gateway.url, { path: '/openapi.json', method: 'GET' })).status).toBe(401);
      for (const path of ['/health', '/health/live'])
        expect((await send(gateway.url, { path, method: 'GET' })).status).not.toBe(401);
      await until('the refusal is listed', async () =>
        (await refusals(gateway.url, { headers })).includes('There is no valid client certificate.'),
      );
    });
  });

  describe('towards a wallet service', () => {
    let wallet: TestWallet;
    let service: Server | undefined;
    let gateway: TestGateway | undefined;
    const names: string[] = [];

    beforeAll(async () => {
      wallet = await startWallet({ behaviour: approving() });
    });
    afterAll(() => wallet.close());
    afterEach(async () => {
      await gateway?.kill();
      service?.closeAllConnections();
      service?.close();
    });

    /** Starts a TLS front of the wallet that requires client certificates of this authority. */
    async function serve(identity: Issued): Promise<string> {
      names.length = 0;
      const options = { ...identity, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
      service = createServer(options, (incoming, outgoing) => {
        names.push(String((incoming.socket as TLSSocket).getPeerCertificate().subject.CN));
        const { headers, method } = incoming;
        const onward = httpRequest(wallet.url, { method, headers }, (reply) => {
          // Each call makes a connection of its own, with the certificate of that moment.
          outgoing.writeHead(reply.statusCode ?? 502, { ...reply.headers, connection: 'close' });
          reply.pipe(outgoing);
        });
        incoming.pipe(onward);
      });
      await new Promise<void>((resolve) => service?.listen(0, '127.0.0.1', resolve));
      return `https://localhost:${String((service?.address() as AddressInfo).port)}/`;
    }
    async function startTowards(url: string, tls: object): Promise<TestGateway> {
      configure(url, tls);
      gateway = await startGateway({ env: { ...PATIENT, CARDWAY_CONFIG: file('outbound.yaml') } });
      return gateway;
    }
    function configure(url: string, tls: object): void {
      const outboundTls = [{ hosts: ['localhost'], ...tls }];
      writeFileSync(file('outbound.yaml'), JSON.stringify({ downstream: { url }, outboundTls }));
    }
    const ours = (issued: Issued) => ({ cert: issued.certFile, key: issued.keyFile, ca: authority.certFile });
    const pay = async (to: TestGateway): Promise<number> => (await send(to.url)).status;

    it('the gateway shows its certificate, and another one after a reload', async () => {
      const url = await serve(served);
      const to = await startTowards(url, ours(till));
      expect(await pay(to)).toBe(200);
      configure(url, ours(other));
      await reload(to);
      expect(await pay(to)).toBe(200);
      expect(names).toEqual(['till-7', 'till-8']);
    });

    it.each<[string, () => Issued, () => object]>([
      [
        'an expired certificate',
        () => authority.issue('/CN=w', { name: 'localhost', isExpired: true }),
        () => ({}),
      ],
      [
        'a certificate of another authority',
        () => stranger.issue('/CN=w', { name: 'localhost' }),
        () => ({}),
      ],
      [
        'a certificate for another name',
        () => authority.issue('/CN=w', { name: 'wallet.example' }),
        () => ({}),
      ],
      ['a certificate without the pinned name', () => served, () => ({ names: ['wallet.example'] })],
      [
        'a revoked certificate',
        () => {
          const lost = authority.issue('/CN=w', { name: 'localhost' });
          authority.revoke(lost);
          writeFileSync(file('services.crl'), authority.listRevoked());
          return lost;
        },
        () => ({ crl: file('services.crl') }),
      ],
    ])('it sends nothing to a service with %s', async (_what, identity, more) => {
      const url = await serve(identity());
      const { length } = wallet.calls;
      const to = await startTowards(url, { ...ours(till), ...more() });
      expect(await pay(to)).toBe(502);
      expect(wallet.calls).toHaveLength(length);
    });

    it.each<[string, () => Issued]>([
      ['another authority', () => foreign],
      ['an ended time', () => expired],
    ])(
      'a call is refused, and not in doubt, where the service refuses our certificate: %s',
      async (_what, issued) => {
        // Services in Node look at the certificate after the handshake. This one does so in it, as most others do.
        const strict = spawn('openssl', [
          ...['s_server', '-accept', '127.0.0.1:0', '-tls1_3', '-Verify', '1', '-verify_return_error'],
          ...['-cert', served.certFile, '-key', served.keyFile, '-CAfile', authority.certFile],
        ]);
        let printed = '';
        strict.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
        try {
          await until('the service listens', () => /ACCEPT \S+:\d+/.test(printed));
          const to = await startTowards(
            `https://localhost:${String(/ACCEPT \S+:(\d+)/.exec(printed)?.[1])}/`,
            ours(issued()),
          );
          for (let count = 0; count < 3; count += 1)
            expect((await send(to.url)).text).toContain('"DOWNSTREAM_REFUSED"');
          expect(printed).not.toContain('X_msg_signature');
          expect(to.lines.some((line) => line.includes('transaction_in_doubt'))).toBe(false);
        } finally {
          strict.kill();
        }
      },
    );

    it('a pinned name replaces the name in the URL', async () => {
      const url = await serve(authority.issue('/CN=w', { name: 'wallet.example' }));
      expect(await pay(await startTowards(url, { ...ours(till), names: ['wallet.example'] }))).toBe(200);
    });
  });
}

function printedSubject({ certFile }: Issued): string {
  const args = ['x509', '-noout', '-subject', '-nameopt', 'RFC2253', '-in', certFile];
  return execFileSync('openssl', args, { encoding: 'utf8' })
    .replace(/^subject=/, '')
    .trimEnd();
}

function clientCert({ cert }: Issued): string {
  return `:${cert.replaceAll(/-----[^-]+-----|\s/g, '')}:`;
}

function forwardedCert({ cert }: Issued): string {
  return `Hash=00;Cert="${encodeURIComponent(cert)}";Subject="CN=till-7,O=Shop"`;
}

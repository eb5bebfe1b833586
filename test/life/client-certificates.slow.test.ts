/** Tests client certificates: of callers on the listener, and of the gateway towards a wallet service. openssl makes the authorities. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type Authority, HAS_OPENSSL, type Issued, makeAuthority } from '../support/certificates.js';
import { deduct, JSON_PROXY, KEYS } from '../support/channels/index.js';
import { PATIENT, runCli, startGateway, type TestGateway } from '../support/gateway.js';
import { approving, sharedWallet } from '../support/wallet/index.js';
import { until } from './until.js';
import { temporaryFolder } from '../support/run-folder.js';

interface Reply {
  readonly status: number;
  readonly text: string;
}

function send(url: string, agent = new Agent({ rejectUnauthorized: false })): Promise<Reply> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.client}` };
  const isTls = url.startsWith('https:');
  return new Promise((resolve, reject) => {
    const sending = (isTls ? request : httpRequest)(
      `${url}/v1/proxy`,
      { method: 'POST', headers, agent: isTls ? agent : new HttpAgent() },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sending.once('error', reject);
    sending.end(JSON_PROXY.body(deduct({ request_amount: '1' })));
  });
}

const withCertificate = ({ cert, key }: Issued, keepAlive = false): Agent =>
  new Agent({ cert, key, keepAlive, maxSockets: 1, rejectUnauthorized: false });

if (!HAS_OPENSSL) {
  process.stderr.write('Skipped: client certificates: there is no openssl to make them\n');
  it('is not run: there is no openssl', () => undefined);
} else {
  const folder = temporaryFolder();
  let authority: Authority;
  let stranger: Authority;
  let served: Issued;
  let till: Issued;
  let other: Issued;
  let expired: Issued;
  let foreign: Issued;
  const file = (name: string): string => join(folder, name);

  beforeAll(() => {
    authority = makeAuthority(folder, 'bank');
    stranger = makeAuthority(folder, 'stranger');
    served = authority.issue('/CN=gateway', { name: 'localhost' });
    till = authority.issue('/O=Shop/CN=till-7');
    other = authority.issue('/O=Shop/CN=till-8');
    expired = authority.issue('/O=Shop/CN=till-7', { isExpired: true });
    foreign = stranger.issue('/O=Shop/CN=till-7');
  });

  const listening = (clientCa: string): Promise<TestGateway> =>
    startGateway({
      env: {
        ...PATIENT,
        CARDWAY_TLS_CERT: served.certFile,
        CARDWAY_TLS_KEY: served.keyFile,
        CARDWAY_TLS_CLIENT_CA: clientCa,
      },
    });
  async function reload(gateway: TestGateway): Promise<void> {
    const isReloaded = (): number => gateway.lines.filter((line) => line.includes('was reloaded')).length;
    const before = isReloaded();
    process.kill(gateway.pid, 'SIGHUP');
    await until('the reload', () => isReloaded() > before);
  }

  describe('a listener that requires certificates', () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      writeFileSync(file('clients.pem'), authority.cert);
      gateway = await listening(file('clients.pem'));
    });
    afterAll(() => gateway.kill());
    const pay = (agent: Agent): Promise<Reply> => send(gateway.url, agent);

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

    it('refuses certificates of an authority that a reload takes away, also with a resumed session', async () => {
      const resuming = withCertificate(till);
      expect(await pay(resuming)).toMatchObject({ status: 200 });
      writeFileSync(file('clients.pem'), stranger.cert);
      await reload(gateway);
      await expect(pay(resuming)).rejects.toThrow();
      expect(await pay(withCertificate(foreign))).toMatchObject({ status: 200 });
      writeFileSync(file('clients.pem'), authority.cert);
      await reload(gateway);
    });
  });

  describe('towards a wallet service', () => {
    let service: Server | undefined;
    let gateway: TestGateway | undefined;
    const names: string[] = [];

    const wallet = sharedWallet({ behaviour: approving() });

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
    async function startTowards(url: string, tls: object, database = {}): Promise<TestGateway> {
      configure(url, tls);
      gateway = await startGateway({
        env: { ...PATIENT, CARDWAY_CONFIG: file('outbound.yaml'), ...database },
      });
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
      'a service that refuses our certificate reads no call, which is in doubt, and doctor says why: %s',
      async (who, issued) => {
        // Services in Node look at the certificate after the handshake. This one does so in it, as most others do.
        const strict = spawn('openssl', [
          ...['s_server', '-accept', '127.0.0.1:0', '-tls1_3', '-Verify', '1', '-verify_return_error'],
          ...['-cert', served.certFile, '-key', served.keyFile, '-CAfile', authority.certFile],
        ]);
        let printed = '';
        strict.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
        try {
          await until('the service listens', () => /ACCEPT \S+:\d+/.test(printed));
          const url = `https://localhost:${String(/ACCEPT \S+:(\d+)/.exec(printed)?.[1])}/`;
          const database = { CARDWAY_DATABASE_URL: `sqlite:${file(`${who}.db`)}` };
          const to = await startTowards(url, ours(issued()), database);
          expect((await send(to.url)).text).toContain('"DOWNSTREAM_INVALID"');
          await until('the doubt is in the log', () =>
            to.lines.some((line) => line.includes('transaction_in_doubt')),
          );
          const doctor = await runCli(['doctor', '--sandbox'], {
            CARDWAY_CONFIG: file('outbound.yaml'),
            ...database,
          });
          expect(doctor.out).toMatch(/failed +wallet service.* certificate/);
          expect(printed).not.toContain('X_msg_signature');
        } finally {
          strict.kill();
        }
      },
    );
  });
}

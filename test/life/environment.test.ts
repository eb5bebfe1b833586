/** Variables of Node's environment that may not change where a payment goes, or who signs people in. */
import { once } from 'node:events';
import { createServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

let gateway: TestGateway;

afterEach(() => gateway.kill());

if (!HAS_OPENSSL)
  process.stderr.write(
    'Skipped: certificates of wallet services and OpenID providers: there is no openssl\n',
  );
else {
  describe('a peer with a certificate of an unknown authority', () => {
    const folder = temporaryFolder();
    let server: TlsServer;
    let calls = 0;

    beforeAll(async () => {
      const { cert, key } = makeAuthority(folder, 'ca').issue('/CN=wallets', { name: 'localhost' });
      server = createServer({ cert, key }, (_request, response) => {
        calls += 1;
        response.end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });

    afterAll(() => {
      server.close();
    });

    it('signs nobody in, also under NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
      const { port } = server.address() as AddressInfo;
      gateway = await startGateway({
        env: {
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
          CARDWAY_SIGN_IN_ISSUER: `https://localhost:${String(port)}`,
          CARDWAY_SIGN_IN_CLIENT_ID: 'cardway',
          CARDWAY_SIGN_IN_ROLES: 'payments=operator',
        },
      });
      const { status } = await fetch(`${gateway.url}/console/sign-in`, { redirect: 'manual' });
      expect([status, calls]).toEqual([303, 0]);
    });

    it('gets no call, also under NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
      const { port } = server.address() as AddressInfo;
      gateway = await startGateway({
        env: {
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
          CARDWAY_DOWNSTREAM_URL: `https://localhost:${String(port)}/`,
        },
      });
      expect(await JSON_PROXY.call(gateway.url, deduct())).toMatchObject({ status: 502 });
      expect(calls).toBe(0);
    });
  });
}

/** Variables of Node's environment that may not change where a payment goes, or who signs people in. */
import { once } from 'node:events';
import { createServer as createProxy, type Server } from 'node:http';
import { createServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';

let gateway: TestGateway;

afterEach(() => gateway.kill());

describe('a call', () => {
  let wallet: TestWallet;
  let proxy: Server;
  const proxied: (string | undefined)[] = [];

  beforeAll(async () => {
    wallet = await startWallet({ behaviour: approving() });
    proxy = createProxy((request, response) => {
      proxied.push(request.url);
      response.end();
    })
      .on('connect', (request, socket) => {
        proxied.push(request.url);
        socket.destroy();
      })
      .listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });

  afterAll(async () => {
    proxy.close();
    await wallet.close();
  });

  it('goes to the wallet service directly, despite proxies in the environment', async () => {
    const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
    const proxies = Object.fromEntries(names.map((name) => [name, url]));
    gateway = await startGateway({
      env: { ...proxies, NODE_USE_ENV_PROXY: '1', CARDWAY_DOWNSTREAM_URL: wallet.url },
    });
    expect(await JSON_PROXY.call(gateway.url, deduct())).toMatchObject({ resultCode: 1 });
    expect([wallet.calls.length, proxied]).toEqual([1, []]);
  });
});

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

/** `cardway listen` without a gateway, and while it restarts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { HAS_OPENSSL, makeAuthority } from '../support/certificates.js';
import { freePort } from '../support/free-port.js';
import { PROCESS_ENV, startGateway, temporaryFolder } from '../support/gateway.js';
import { cardwayProcess } from './command.js';

const MAIN = resolve(__dirname, '..', '..', 'dist', 'main.js');

describe('listen', () => {
  it('ends with a sentence where no gateway answers', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await cardwayProcess(['listen', '--url', url])).toEqual({
      status: 1,
      out: '',
      err:
        `${url} gave no readable answer (ECONNREFUSED). Is the gateway running? ` +
        'Start it with cardway serve, or name another with --url.\n',
    });
  });

  it('says what to do where the authority of the certificate is not known', async () => {
    if (!HAS_OPENSSL) return;
    const folder = temporaryFolder();
    const { cert, key } = makeAuthority(folder, 'unknown').issue('/CN=gateway', { name: 'localhost' });
    const server = createSecureServer({ cert, key }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://localhost:${String((server.address() as AddressInfo).port)}`;
    for (const line of ['listen', 'transactions']) {
      const { status, err } = await cardwayProcess([line, '--url', url], { CARDWAY_KEY: 'key' });
      expect([status, err]).toEqual([1, expect.stringMatching(/NODE_EXTRA_CA_CERTS\.\n$/)]);
    }
    server.close();
  });

  it('ends with a sentence where another program answers', async () => {
    const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const { status, out, err } = await cardwayProcess(['listen', '--url', url]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^http:\S+ gave no readable answer \([^\n]*404\)\. Is the gateway running\?[^\n]+\n$/,
    );
    server.close();
  });

  it('prints one line when the connection is interrupted, and one when it is back', async () => {
    const folder = temporaryFolder();
    let gateway = await startGateway({ folder });
    const { url } = gateway;
    const child = spawn(process.execPath, [MAIN, 'listen', '--url', url], {
      env: PROCESS_ENV,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => (await lines.next()).value;
    expect(await next()).toBe(`Listening to ${url}.`);
    await gateway.kill();
    expect(await next()).toMatch(/^The connection to http:\S+ is lost \(.+\); retrying\.$/);
    gateway = await startGateway({ folder, env: { CARDWAY_PORT: new URL(url).port } });
    expect(await next()).toBe(`Listening to ${url}.`);
    child.kill('SIGTERM');
    expect([(await exited)[0], await next()]).toEqual([0, undefined]);
    await gateway.stop();
  });
});

/**
 * Tests SIGHUP with certificate files: the gateway serves the new certificate and drops no call. A bad one changes nothing and is
 * named.
 */
import { createPrivateKey } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { HAS_OPENSSL, selfSigned } from '../support/certificates.js';
import { sharedGateway } from '../support/gateway.js';
import { pay } from '../support/steady-load.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { until } from './until.js';
import { temporaryFolder } from '../support/run-folder.js';

if (!HAS_OPENSSL) {
  process.stderr.write('Skipped: reload of certificates: there is no openssl to make them\n');
  it('is not run: there is no openssl', () => undefined);
} else {
  describe('TLS files at SIGHUP', () => {
    const folder = temporaryFolder();
    let wallet: TestWallet;

    const file = (name: string): string => join(folder, name);

    beforeAll(async () => {
      for (const name of ['first', 'second']) selfSigned(file(name), name);
      wallet = await startWallet({ behaviour: approving() });
      serveCertificate('first');
      configure('info');
    });

    const gateway = sharedGateway(() => ({
      env: {
        CARDWAY_CONFIG: file('config.yaml'),
        CARDWAY_TLS_CERT: file('cert.pem'),
        CARDWAY_TLS_KEY: file('key.pem'),
        // A machine that stands still for two seconds must drop no call.
        CARDWAY_DOWNSTREAM_TIMEOUT_MS: '20000',
      },
    }));
    afterAll(async () => {
      await wallet.close();
    });

    function serveCertificate(cert: string, key = cert): void {
      copyFileSync(file(`${cert}.crt`), file('cert.pem'));
      copyFileSync(file(`${key}.key`), file('key.pem'));
    }
    function encrypted(): string {
      const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'any' } as const;
      return createPrivateKey(readFileSync(file('second.key')))
        .export(options)
        .toString();
    }
    function configure(logLevel: string): void {
      writeFileSync(file('config.yaml'), `logLevel: ${logLevel}\ndownstream: { url: '${wallet.url}' }\n`);
    }
    const linesWith = (text: string): string[] => gateway.lines.filter((line) => line.includes(text));
    async function reload(said: string): Promise<string> {
      const before = linesWith(said).length;
      process.kill(gateway.pid, 'SIGHUP');
      await until(said, () => linesWith(said).length === before + 1);
      return linesWith(said).at(-1) ?? '';
    }

    it('replace the certificate, and no call is dropped', async () => {
      expect(await servedName(gateway.url)).toBe('first');
      const load = startTlsLoad(gateway.url);
      await until('there is load', () => load.answered() > 20);
      serveCertificate('second');
      await reload('the configuration was reloaded');
      const before = load.answered();
      expect(await servedName(gateway.url)).toBe('second');
      await until('calls go on', () => load.answered() > before + 20);
      expect(await load.stop()).toEqual([]);
    });

    it.each([
      ['tls.cert', 'no certificate', () => writeFileSync(file('cert.pem'), 'no certificate')],
      ['tls.cert', 'cannot be read', () => rmSync(file('cert.pem'))],
      ['tls.key', 'no private key', () => writeFileSync(file('key.pem'), 'no key')],
      ['tls.key', 'key.pem is encrypted', () => writeFileSync(file('key.pem'), encrypted())],
      ['tls.key', 'not the key of', () => serveCertificate('second', 'first')],
    ])('are not replaced by a configuration whose %s is bad: %s', async (setting, reason, spoil) => {
      serveCertificate('first');
      // This change is valid, and would show.
      configure('error');
      spoil();
      const line = await reload('the configuration was not reloaded');
      expect(JSON.parse(line)).toMatchObject({
        setting,
        reason: expect.stringContaining(reason) as string,
      });
      expect(await servedName(gateway.url)).toBe('second');
      const { length } = linesWith('"level":"info"');
      const load = startTlsLoad(gateway.url);
      await until('calls are logged as before', () => linesWith('"level":"info"').length > length);
      expect(await load.stop()).toEqual([]);
      serveCertificate('second');
      configure('info');
    });
  });
}

/** Returns the name in the certificate that a new connection gets. */
function servedName(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      const { subject } = socket.getPeerCertificate();
      socket.destroy();
      resolve(typeof subject.CN === 'string' ? subject.CN : undefined);
    });
    socket.once('error', reject);
  });
}

/** Starts four callers, two of which connect again for each call. `stop` resolves with the calls that were not approved. */
function startTlsLoad(url: string) {
  const failures: string[] = [];
  let answered = 0;
  let isStopped = false;
  const caller = async (keepAlive: boolean): Promise<void> => {
    const agent = new Agent({ keepAlive, maxSockets: 1, rejectUnauthorized: false });
    while (!isStopped) {
      const outcome = await pay(url, agent, request).catch(String);
      if (outcome === null) answered += 1;
      else failures.push(outcome);
    }
    agent.destroy();
  };
  const calling = [true, true, false, false].map(caller);
  return {
    answered: () => answered,
    async stop(): Promise<readonly string[]> {
      isStopped = true;
      await Promise.all(calling);
      return failures;
    },
  };
}

/** Tests of a key-encryption key in a PKCS#11 token, with SoftHSM and the package pkcs11js where the machine has both. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESS_ENV, runCli, startGateway, temporaryFolder } from '../support/gateway.js';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { approving, startWallet } from '../support/wallet/index.js';
import { cardwayProcess } from './command.js';

const LIBRARY = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib64/softhsm/libsofthsm.so'].find((path) =>
  existsSync(path),
);

/** Main file of pkcs11js: that of this folder's packages, or the one that PKCS11JS names. */
function packageFile(): string | undefined {
  const named = process.env['PKCS11JS'];
  if (named !== undefined) return named;
  const file = join(__dirname, '..', '..', 'node_modules', 'pkcs11js', 'index.js');
  return existsSync(file) ? file : undefined;
}

const MODULE = packageFile();
const HAS_SOFTHSM = spawnSync('softhsm2-util', ['--version']).status === 0 && LIBRARY !== undefined;
const CANARY = 'canary-of-the-signing-key';

if (HAS_SOFTHSM && MODULE !== undefined) {
  describe('a key-encryption key in a token', () => {
    let folder: string;
    let env: Record<string, string>;
    const file = (name: string): string => join(folder, name);

    beforeAll(() => {
      folder = temporaryFolder();
      mkdirSync(file('tokens'));
      writeFileSync(file('softhsm2.conf'), `directories.tokendir = ${file('tokens')}\n`);
      writeFileSync(file('aes'), randomBytes(32));
      softhsm('--init-token', '--free', '--label', 'till keys', '--so-pin', '12345678', '--pin', '4321');
      for (const [id, label] of [
        ['01', 'cardway'],
        ['02', 'next'],
      ] as const) {
        writeFileSync(file('aes'), randomBytes(32));
        const at = ['--token', 'till keys', '--pin', '4321', '--id', id, '--label', label];
        softhsm('--import', file('aes'), '--aes', ...at);
      }
      env = {
        SOFTHSM2_CONF: file('softhsm2.conf'),
        CARDWAY_PKCS11_MODULE: MODULE,
        CARDWAY_PKCS11_LIBRARY: LIBRARY ?? '',
        CARDWAY_PKCS11_TOKEN: 'till keys',
        CARDWAY_PKCS11_PIN: '4321',
      };
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    function softhsm(...args: readonly string[]): void {
      const options = { env: { ...process.env, SOFTHSM2_CONF: file('softhsm2.conf') } };
      const { status, stderr } = spawnSync('softhsm2-util', [...args], options);
      if (status !== 0) throw new Error(stderr.toString());
    }

    async function wrap(input: string, more: Readonly<Record<string, string>> = {}) {
      const main = join(__dirname, '..', '..', 'dist', 'main.js');
      const options = { env: { ...PROCESS_ENV, ...env, ...more } };
      const child = spawn(process.execPath, [main, 'keys', 'wrap'], options);
      child.stdin.end(input);
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      const [status] = (await once(child, 'close')) as [number | null];
      return { status, out, err };
    }

    it('wraps a key, starts a gateway with it, and starts none with a wrong PIN, a damaged key or no package', async () => {
      const wrapped = await wrap(CANARY);
      expect([wrapped.status, wrapped.err]).toEqual([0, '']);
      expect(wrapped.out).toMatch(/^wrapped:v1:pkcs11\/till%20keys\/cardway:[\w+/=]+\n$/);
      // A random nonce each time; and the next key of the token opens it, too, once it is wrapped anew.
      expect((await wrap(CANARY)).out).not.toBe(wrapped.out);
      const again = await wrap(wrapped.out, { CARDWAY_PKCS11_KEY_LABEL: 'next' });
      expect(again.out).toContain('/next:');

      const wallet = await startWallet({ behaviour: approving() });
      for (const { out } of [wrapped, again]) {
        const settings = { ...env, CARDWAY_SIGNING_KEY: out.trim(), CARDWAY_LOG_LEVEL: 'trace' };
        const gateway = await startGateway({ env: { ...settings, CARDWAY_DOWNSTREAM_URL: wallet.url } });
        expect((await JSON_PROXY.call(gateway.url, deduct())).resultCode).toBe(1);
        await gateway.stop();
        expect(gateway.lines.join('\n') + gateway.err()).not.toMatch(/canary|4321"/);
      }
      await wallet.close();

      const text = wrapped.out.trim();
      const start = (more: Readonly<Record<string, string>>) =>
        cardwayProcess(['serve', '--sandbox'], { ...env, CARDWAY_SIGNING_KEY: text, ...more });
      const cases = [
        [
          await start({ CARDWAY_PKCS11_PIN: '0000' }),
          /signingKey \(CARDWAY_SIGNING_KEY\): .*refuses pkcs11.pin \(CKR_PIN_INCORRECT\)/,
        ],
        [
          await start({ CARDWAY_SIGNING_KEY: `${text.slice(0, -8)}AAAAAAA=` }),
          /signingKey \(CARDWAY_SIGNING_KEY\): .*damaged/,
        ],
        [
          await start({ CARDWAY_SIGNING_KEY: text.replace('cardway', 'next') }),
          /signingKey \(CARDWAY_SIGNING_KEY\): .*another key/,
        ],
        [await start({ CARDWAY_SIGNING_KEY: text.replace('/cardway', '/absent') }), /no key absent/],
        [await start({ CARDWAY_PKCS11_TOKEN: 'other' }), /pkcs11.token names another token/],
        [
          await start({ CARDWAY_PKCS11_MODULE: 'pkcs11js-absent' }),
          /pkcs11.library needs the package.*npm install/,
        ],
        [await start({ CARDWAY_PKCS11_LIBRARY: '/nowhere.so' }), /pkcs11.library cannot be loaded/],
      ] as const;
      for (const [{ status, err }, reason] of cases) {
        expect([status, err]).toEqual([1, expect.stringMatching(reason)]);
        expect(err).not.toMatch(/canary|4321/);
      }
      const { out } = await runCli(['keys', 'inventory'], {
        ...env,
        CARDWAY_DATABASE_URL: `sqlite:${file('cardway.db')}`,
      });
      expect(out).not.toContain('4321');
    });
  });
} else {
  const missing = HAS_SOFTHSM ? 'the package pkcs11js' : 'SoftHSM (softhsm2)';
  process.stderr.write(`Skipped: keys in a PKCS#11 token: ${missing} is not installed\n`);
  it(`is not run: ${missing} is not installed`, () => undefined);
}

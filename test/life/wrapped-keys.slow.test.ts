/** Tests of gateways whose keys are wrapped by Vault: start, reload and stop, with and without Vault. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardwayProcess } from '../cli/command.js';
import { deduct, JSON_PROXY } from '../support/channels/index.js';
import { runCli, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { startVault, type TestVault, VAULT_TOKEN } from '../support/vault.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { until } from './until.js';

const SIGNING_KEY = 'canary-of-the-signing-key';
const MASTER_KEY = `hex:${'ca'.repeat(32)}`;

let folder: string;
let vault: TestVault;
let wallet: TestWallet;
beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  vault = await startVault();
  wallet = await startWallet({ behaviour: approving() });
});
afterEach(async () => {
  await Promise.all([vault.stop(), wallet.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);

function settings(): Record<string, string> {
  writeFileSync(file('signing.wrapped'), vault.wrap(SIGNING_KEY));
  writeFileSync(file('master.wrapped'), `${vault.wrap(MASTER_KEY)}\n`);
  return {
    ...vault.env,
    CARDWAY_DATABASE_URL: `sqlite:${file('data/cardway.db')}`,
    CARDWAY_DOWNSTREAM_URL: wallet.url,
    CARDWAY_DOWNSTREAM_TIMEOUT_MS: '20000',
    CARDWAY_SIGNING_KEY_FILE: file('signing.wrapped'),
    CARDWAY_MASTER_KEY_FILE: file('master.wrapped'),
    CARDWAY_LOG_LEVEL: 'trace',
  };
}

async function reload(gateway: TestGateway, said: string): Promise<void> {
  const count = (): number => gateway.lines.filter((line) => line.includes(said)).length;
  const before = count();
  process.kill(gateway.pid, 'SIGHUP');
  await until(said, () => count() > before);
}

it('a gateway starts with wrapped keys, goes on without Vault, and writes no key anywhere', async () => {
  const env = settings();
  const gateway = await startGateway({ env, folder });
  const pay = async (): Promise<unknown> => (await JSON_PROXY.call(gateway.url, deduct())).resultCode;
  expect(await pay()).toBe(1);
  const [call] = wallet.calls;
  expect(call?.headers['x_msg_signature']).toMatch(/^[0-9a-f]{64}$/);

  await vault.stop();
  await reload(gateway, 'the configuration was reloaded');
  expect(gateway.lines.some((line) => line.includes('a wrapped key stays as it was unwrapped before'))).toBe(
    true,
  );
  expect(await pay()).toBe(1);
  // A new wrapped text needs Vault: the reload is refused, and the gateway goes on.
  writeFileSync(file('signing.wrapped'), vault.wrap(SIGNING_KEY));
  await reload(gateway, 'the configuration was not reloaded');
  expect(gateway.lines.at(-1)).toMatch(
    /signingKey \(CARDWAY_SIGNING_KEY\): .*cannot be unwrapped: Vault does not answer/,
  );
  expect(await pay()).toBe(1);
  await vault.start();
  await reload(gateway, 'the configuration was reloaded');
  expect(await pay()).toBe(1);

  const { out, err } = await runCli(['backup', file('data/backup.db')], env);
  expect([out, err]).toEqual([expect.stringContaining('Written'), '']);
  const stored = readdirSync(file('data')).map((name) => readFileSync(join(file('data'), name)));
  expect(await gateway.stop()).toBe(0);
  const places = [Buffer.from(gateway.lines.join('\n') + gateway.err()), Buffer.from(out), ...stored];
  const keys = [SIGNING_KEY, MASTER_KEY, 'ca'.repeat(32), VAULT_TOKEN].map((key) => Buffer.from(key));
  const raw = Buffer.from('ca'.repeat(32), 'hex');
  const encoded = [SIGNING_KEY, MASTER_KEY, VAULT_TOKEN].map((key) =>
    Buffer.from(Buffer.from(key).toString('base64')),
  );
  for (const canary of [...keys, raw, ...encoded])
    expect(places.map((place) => place.includes(canary))).toEqual(places.map(() => false));
});

it('a start without Vault, with a wrong token or a damaged key ends with a message that names the setting', async () => {
  const env = settings();
  const start = (more: Readonly<Record<string, string>> = {}) =>
    cardwayProcess(['serve'], { ...env, ...more, CARDWAY_PORT: '0' });
  const refused = await start({ CARDWAY_VAULT_TOKEN: 'wrong' });
  expect([refused.status, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(
    /2 problems:\n {2}masterKey \(CARDWAY_MASTER_KEY\): .*refuses vault.token.*\n {2}signingKey \(CARDWAY_SIGNING_KEY\): /,
  );
  writeFileSync(file('signing.wrapped'), vault.wrap(SIGNING_KEY).slice(0, -8));
  const damaged = await start();
  expect([damaged.status, damaged.err]).toEqual([
    1,
    expect.stringMatching(/1 problem:\n {2}signingKey \(CARDWAY_SIGNING_KEY\): .*damaged/),
  ]);
  await vault.stop();
  const unreachable = await start();
  expect([unreachable.status, unreachable.err]).toEqual([1, expect.stringContaining('does not answer')]);
  for (const { err } of [refused, damaged, unreachable]) expect(err).not.toMatch(/canary|caca/);
});

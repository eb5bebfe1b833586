import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUnwrap } from '../../../src/app/keepers.js';
import { describeProblems, openConfig } from '../../../src/platform/config.js';
import { HAS_OPENSSL, makeAuthority } from '../../support/certificates.js';
import { startVault, type TestVault, VAULT_TOKEN } from '../../support/vault.js';
import { NEEDED, problemsOf } from './reading.js';

const KEY = 'canary of the signing key';
const OTHER = 'canary of another key';

let vault: TestVault;
beforeAll(async () => (vault = await startVault()));
afterAll(() => vault.stop());
afterEach(() => vault.failWith(null));

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

function open({ env = {}, files = {} }: Given, kept?: string[]) {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error('ENOENT');
    return text;
  };
  const unwrap = createUnwrap(readFile, (setting, reason) => kept?.push(`${setting}: ${reason}`));
  return (more: Given['env'] = {}) => {
    const configFile = files['cardway.yaml'] === undefined ? undefined : 'cardway.yaml';
    const sources = { env: { ...NEEDED, ...vault.env, ...env, ...more }, readFile, isSandbox: false };
    return openConfig({ ...sources, ...(configFile === undefined ? {} : { configFile }) }, unwrap);
  };
}

async function problems(given: Given): Promise<string> {
  const reading = await open(given)();
  const text = reading.kind === 'ok' ? 'none' : describeProblems(reading.problems);
  expect(text).not.toMatch(/canary/);
  return text;
}

async function opened(given: Given) {
  const reading = await open(given)();
  if (reading.kind === 'invalid') throw new Error(describeProblems(reading.problems));
  return reading;
}

it('a wrapped secret is unwrapped wherever it is written: environment, its file, the YAML file, a route', async () => {
  const files = {
    'cardway.yaml': `
otherMasterKey: '${vault.wrap('hex:' + '0b'.repeat(32))}'
otherSigningKeyFile: signing.wrapped
routes:
  - { name: payments, methods: [Deduct], url: 'https://wallets.internal/', signingKey: '${vault.wrap(OTHER)}' }
`,
    'signing.wrapped': `${vault.wrap(OTHER)}\n`,
    'master.wrapped': `${vault.wrap('hex:' + '0a'.repeat(32), 'second')}\n`,
  };
  const env = { CARDWAY_SIGNING_KEY: vault.wrap(KEY), CARDWAY_MASTER_KEY_FILE: 'master.wrapped' };
  const { config, secrets } = await opened({ env, files });
  const { settings, routes } = config;
  expect(settings.signingKey).toBe(KEY);
  expect(settings.masterKey).toBe(`hex:${'0a'.repeat(32)}`);
  expect(settings.otherMasterKey).toBe(`hex:${'0b'.repeat(32)}`);
  expect(settings.otherSigningKey).toBe(OTHER);
  expect(routes[0]?.signingKey).toBe(OTHER);
  expect(
    secrets.map(({ setting, keptIn, path, wrapped }) => [setting, keptIn, path, wrapped !== null]),
  ).toEqual(
    expect.arrayContaining([
      ['signingKey', 'environment', null, true],
      ['masterKey', 'file', 'master.wrapped', true],
      ['otherMasterKey', 'configuration', null, true],
      ['otherSigningKey', 'file', 'signing.wrapped', true],
      ['routes.payments.signingKey', 'configuration', null, true],
      ['vault.token', 'environment', null, false],
    ]),
  );
  expect(JSON.stringify(secrets)).not.toContain('canary');
});

it('the database URL may be wrapped, and is checked after it was unwrapped', async () => {
  const good = await opened({ env: { CARDWAY_DATABASE_URL: vault.wrap('sqlite:/var/lib/cardway.db') } });
  expect(good.config.settings.databaseUrl).toBe('sqlite:/var/lib/cardway.db');
  expect(await problems({ env: { CARDWAY_DATABASE_URL: vault.wrap('mysql://x') } })).toContain('databaseUrl');
  const short = await problems({ env: { CARDWAY_SIGNING_KEY: vault.wrap('short') } });
  expect(short).toMatch(/signingKey \(CARDWAY_SIGNING_KEY\): .*16 bytes or more/);
});

it('no keeper is asked where no secret is wrapped', async () => {
  const { length } = vault.asked;
  await opened({});
  expect(vault.asked).toHaveLength(length);
});

it('versions of before a rotation still open, until Vault takes them away', async () => {
  const turning = await startVault();
  const before = turning.wrap(KEY);
  turning.rotate();
  const env = { ...turning.env, CARDWAY_SIGNING_KEY: before };
  expect((await opened({ env })).config.settings.signingKey).toBe(KEY);
  expect(turning.wrap(KEY)).toContain(':vault:v2:');
  turning.forgetVersions();
  expect(await problems({ env })).toMatch(/signingKey \(CARDWAY_SIGNING_KEY\): .*no longer has the version/);
  await turning.stop();
});

it.each([
  ['a wrong token', { CARDWAY_VAULT_TOKEN: 'canary' }, /refuses vault.token/],
  [
    'an unreachable keeper',
    { CARDWAY_VAULT_URL: 'http://127.0.0.1:1' },
    /does not answer at 127.0.0.1:1 \(ECONNREFUSED\)/,
  ],
])('%s is a problem that names the setting', async (_title, env, reason) => {
  const text = await problems({ env: { CARDWAY_SIGNING_KEY: vault.wrap(KEY), ...env } });
  expect(text).toMatch(
    /The configuration has 1 problem:\n {2}signingKey \(CARDWAY_SIGNING_KEY\): it cannot be unwrapped: Vault/,
  );
  expect(text).toMatch(reason);
});

it.each([
  [404, /no transit engine/],
  [500, /HTTP 500/],
  [503, /sealed/],
  [200, /unknown answer/],
  [307, /HTTP 307/],
])('an answer with HTTP %s is a problem, and its body is not shown', async (status, reason) => {
  const wrapped = vault.wrap(KEY);
  vault.failWith(status);
  expect(await problems({ env: { CARDWAY_SIGNING_KEY: wrapped } })).toMatch(reason);
});

it('a damaged secret, another form and a key of no keeper are problems', async () => {
  const wrapped = vault.wrap(KEY);
  const middle = wrapped.length - 12;
  const turned = wrapped[middle] === 'A' ? 'B' : 'A';
  const damaged = `${wrapped.slice(0, middle)}${turned}${wrapped.slice(middle + 1)}`;
  const of = (text: string): Promise<string> => problems({ env: { CARDWAY_SIGNING_KEY: text } });
  expect(await of(damaged)).toContain('damaged');
  expect(await of(wrapped.slice(0, -6))).toContain('damaged');
  expect(await of(wrapped.replace('transit/cardway', 'transit/second'))).toContain('damaged');
  for (const text of [
    'wrapped:',
    'wrapped:v2:vault/transit/cardway:x',
    'wrapped:v1:cardway:x',
    `${wrapped} x`,
  ])
    expect(await of(text)).toContain('not of the form');
  expect(await of(wrapped.replace('vault/', 'pkcs11/'))).toContain('not configured');
  expect(await of(vault.wrap(wrapped))).toContain('holds no secret');
});

it('a key id leads to no other address of Vault', async () => {
  const ciphertext = vault.wrap(KEY).split(':').slice(3).join(':');
  const { length } = vault.asked;
  for (const keyId of [
    'vault/transit/..',
    'vault/..%2F..%2Fsys/cardway',
    'vault/transit/%2e%2e',
    'vault/a%2F%2Fb/c',
  ])
    expect(await problems({ env: { CARDWAY_SIGNING_KEY: `wrapped:v1:${keyId}:${ciphertext}` } })).toContain(
      'names no key',
    );
  expect(vault.asked).toHaveLength(length);
  await problems({ env: { CARDWAY_SIGNING_KEY: `wrapped:v1:vault/transit/..%2Fcardway%3Fx:${ciphertext}` } });
  expect(vault.asked.at(-1)).toBe('POST /v1/transit/decrypt/..%2Fcardway%3Fx');
});

it('a secret that was unwrapped before stays while the keeper fails; another one is refused', async () => {
  const kept: string[] = [];
  const read = open({ env: { CARDWAY_SIGNING_KEY: vault.wrap(KEY) } }, kept);
  expect((await read()).kind).toBe('ok');
  vault.failWith(503);
  const again = await read({ CARDWAY_LOG_LEVEL: 'warn' });
  expect(again.kind === 'ok' && again.config.settings.signingKey).toBe(KEY);
  expect(kept).toEqual([expect.stringMatching(/^signingKey: .*sealed/)]);
  expect((await read({ CARDWAY_SIGNING_KEY: vault.wrap(KEY) })).kind).toBe('invalid');
  vault.failWith(null);
  expect((await read({ CARDWAY_SIGNING_KEY: vault.wrap(KEY) })).kind).toBe('ok');
});

it('settings of the keepers are checked, and what opens the others cannot be wrapped', async () => {
  expect(await problems({ env: { CARDWAY_VAULT_TOKEN: vault.wrap('canary') } })).toContain(
    'it opens the others',
  );
  const wrong = problemsOf({
    env: { CARDWAY_VAULT_URL: 'http://vault.internal', CARDWAY_PKCS11_LIBRARY: '/usr/lib/token.so' },
  });
  expect(Object.keys(wrong).sort()).toEqual(['pkcs11.pin', 'pkcs11.token', 'vault.token', 'vault.url']);
  const alone = problemsOf({ env: { CARDWAY_SIGNING_KEY: vault.wrap(KEY) } });
  expect(alone['signingKey']?.allowed).toContain('no keeper of its key is configured');
});

if (HAS_OPENSSL) {
  it('Vault behind TLS is known by the authority in outboundTls', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cardway-vault-'));
    const authority = makeAuthority(folder, 'vault');
    const behind = await startVault(authority.issue('/CN=vault', { name: 'vault.internal' }));
    const yaml = (name: string): string =>
      `outboundTls: [{ hosts: ['127.0.0.1'], ca: ca.pem, names: [${name}] }]\n`;
    const given = (name: string) => ({
      env: { ...behind.env, CARDWAY_SIGNING_KEY: behind.wrap(KEY) },
      files: { 'ca.pem': authority.cert, 'cardway.yaml': yaml(name) },
    });
    expect((await opened(given('vault.internal'))).config.settings.signingKey).toBe(KEY);
    expect(await problems(given('other.internal'))).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await problems({ env: given('x').env })).toMatch(/UNABLE_TO|SELF_SIGNED/);
    await behind.stop();
    rmSync(folder, { recursive: true, force: true });
  });
} else process.stderr.write('Skipped: Vault behind TLS: there is no openssl\n');

it('the token of Vault is in no problem', async () => {
  expect(VAULT_TOKEN).toContain('canary');
  expect(await problems({ env: { CARDWAY_VAULT_URL: 'ftp://x' } })).toContain('vault.url');
});

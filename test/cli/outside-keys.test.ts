import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { startPostgres, whyNoPostgres } from '../support/postgres.js';
import { startVault, type TestVault } from '../support/vault.js';
import { cardway, databaseIn } from './command.js';

const MASTER_KEY = `hex:${'ca'.repeat(32)}`;

let folder: string;
let vault: TestVault;
beforeEach(async () => {
  folder = temporaryFolder();
  vault = await startVault();
});
afterEach(async () => {
  await vault.stop();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);

interface Line {
  readonly purpose: string;
  readonly key: string;
  readonly keptIn: string;
  readonly place: string | null;
  readonly wrappedBy: string | null;
  readonly since: string | null;
  readonly ageDays: number | null;
  readonly mustChangeBy: string | null;
  readonly sealedValues: number | null;
}

async function inventory(env: Readonly<Record<string, string>>): Promise<readonly Line[]> {
  const { status, out, err } = await cardway(['keys', 'inventory', '--json'], env);
  expect([status, err]).toEqual([0, '']);
  expect(out).not.toMatch(/caca|canary|5eed5eed/);
  return (JSON.parse(out) as { keys: Line[] }).keys;
}

it('keys wrap wraps a secret from standard input, and wraps a wrapped one anew with the newest version', async () => {
  const first = await cardway(['keys', 'wrap'], vault.env, `${MASTER_KEY}\n`);
  expect(first).toEqual({
    status: 0,
    out: expect.stringMatching(/^wrapped:v1:vault\/transit\/cardway:vault:v1:[\w+/=]+\n$/),
    err: '',
  });
  vault.rotate();
  const second = await cardway(['keys', 'wrap'], vault.env, first.out);
  expect(second.out).toContain(':vault:v2:');
  vault.forgetVersions();
  writeFileSync(file('master.wrapped'), second.out);
  const env = { ...databaseIn(folder), ...vault.env, CARDWAY_MASTER_KEY_FILE: file('master.wrapped') };
  expect((await cardway(['migrate'], env)).status).toBe(0);
  // It stands for the same key as the plain text.
  expect(
    (await cardway(['keys', 'list'], { ...databaseIn(folder), CARDWAY_MASTER_KEY: MASTER_KEY })).status,
  ).toBe(0);
});

it('keys wrap fails with a reason and never prints the secret', async () => {
  const wrap = (env: Readonly<Record<string, string>>, input = 'canary', args: readonly string[] = []) =>
    cardway(['keys', 'wrap', ...args], env, input);
  const cases = [
    [await wrap({}), 1, 'No keeper'],
    [await wrap({ ...vault.env, CARDWAY_VAULT_TOKEN: 'wrong' }), 1, 'refuses vault.token'],
    [await wrap({ ...vault.env, CARDWAY_VAULT_KEY_NAME: 'absent' }), 1, 'HTTP 400'],
    [await wrap(vault.env, ''), 2, 'standard input'],
    [await wrap(vault.env, 'wrapped:v1:vault/transit/cardway:vault:v1:canary'), 1, 'damaged'],
    [await wrap(vault.env, 'canary', ['--keeper', 'pkcs11']), 1, 'No keeper'],
    [await wrap(vault.env, 'canary', ['canary']), 2, 'from standard input'],
  ] as const;
  for (const [{ status, out, err }, expected, reason] of cases) {
    expect([status, out, err]).toEqual([expected, '', expect.stringContaining(reason)]);
    expect(err).not.toContain('canary');
  }
});

it('reseal takes a new master key that is wrapped', async () => {
  const env = { ...databaseIn(folder), ...vault.env };
  await cardway(['migrate'], env);
  writeFileSync(file('next.wrapped'), vault.wrap(MASTER_KEY));
  const resealed = await cardway(['reseal', '--new-master-key-file', file('next.wrapped'), '--json'], env);
  expect([resealed.status, resealed.err]).toEqual([0, '']);
  const keys = await inventory({ ...env, CARDWAY_MASTER_KEY_FILE: file('next.wrapped') });
  expect(keys.find(({ key }) => key === 'masterKey')).toMatchObject({ wrappedBy: 'vault/transit/cardway' });
});

it('keys inventory lists each key with its place, its age and the master key that seals it', async () => {
  const plain = databaseIn(folder);
  await cardway(['migrate'], plain);
  await cardway(['programmes', 'set', 'shop'], plain);
  writeFileSync(file('shared'), '5eed'.repeat(16));
  await cardway(
    ['shared-keys', 'add', '--programme', 'shop', '--key-id', '001', '--from-file', file('shared')],
    plain,
  );
  await cardway(['keys', 'create', 'mary', '--role', 'auditor', '--expires', '2031-01-01'], plain);
  writeFileSync(file('signing'), 'canary of the signing key');
  const env = {
    ...plain,
    ...vault.env,
    CARDWAY_SIGNING_KEY_FILE: file('signing'),
    CARDWAY_OTHER_SIGNING_KEY: vault.wrap('canary of the other key'),
  };
  const keys = await inventory(env);
  const lineOf = (key: string): Line | undefined => keys.find((line) => line.key === key);
  // The path of an SQLite file is no secret.
  expect(lineOf('databaseUrl')).toBeUndefined();
  expect(lineOf('cardway')).toMatchObject({ purpose: 'key-encryption key', keptIn: 'keeper', since: null });
  expect(lineOf('signingKey')).toMatchObject({
    keptIn: 'file',
    place: file('signing'),
    wrappedBy: null,
    ageDays: 0,
  });
  expect(lineOf('otherSigningKey')).toMatchObject({
    keptIn: 'environment',
    wrappedBy: 'vault/transit/cardway',
    ageDays: null,
    mustChangeBy: null,
  });
  const master = lineOf('masterKey');
  expect(master).toMatchObject({ keptIn: 'file', place: expect.stringMatching(/[.]key$/), wrappedBy: null });
  expect(master?.sealedValues).toBeGreaterThan(0);
  expect(lineOf('shop/001')).toMatchObject({
    keptIn: 'database',
    wrappedBy: expect.stringMatching(/^master key [0-9a-f]{8}$/),
    ageDays: 0,
  });
  expect(lineOf('mary')).toMatchObject({
    mustChangeBy: '2031-01-01T00:00:00.000Z',
    wrappedBy: null,
    purpose: 'API key of role auditor',
  });
  const { mtimeMs } = statSync(file('signing'));
  expect(lineOf('signingKey')?.mustChangeBy).toBe(new Date(mtimeMs + 365 * 86_400_000).toISOString());
  const table = await cardway(['keys', 'inventory'], env, '', 200);
  expect(table.out).toContain('Must change by');
  expect(table.out).not.toMatch(/canary|5eed5eed/);
});

it('during a rotation of the master key the inventory counts what the previous one still seals', async () => {
  const plain = databaseIn(folder);
  const previous = { ...plain, CARDWAY_MASTER_KEY: `hex:${'0a'.repeat(32)}` };
  await cardway(['migrate'], previous);
  await cardway(['programmes', 'set', 'shop'], previous);
  writeFileSync(file('shared'), '5eed'.repeat(16));
  await cardway(
    ['shared-keys', 'add', '--programme', 'shop', '--key-id', '001', '--from-file', file('shared')],
    previous,
  );
  const both = {
    ...plain,
    CARDWAY_MASTER_KEY: MASTER_KEY,
    CARDWAY_OTHER_MASTER_KEY: previous.CARDWAY_MASTER_KEY,
  };
  const left = async (): Promise<number | null | undefined> =>
    (await inventory(both)).find(({ key }) => key === 'otherMasterKey')?.sealedValues;
  expect(await left()).toBeGreaterThan(0);
  expect((await cardway(['reseal'], both)).status).toBe(0);
  expect(await left()).toBe(0);
});

const reason = whyNoPostgres();
if (reason === null) {
  it('keys inventory reads PostgreSQL too, with a wrapped master key', async () => {
    const postgres = await startPostgres();
    try {
      const env = {
        ...vault.env,
        CARDWAY_DATABASE_URL: postgres.url,
        CARDWAY_MASTER_KEY: vault.wrap(MASTER_KEY),
      };
      expect((await cardway(['migrate'], env)).status).toBe(0);
      await cardway(['keys', 'create', 'mary', '--role', 'auditor'], env);
      const keys = await inventory(env);
      expect(keys.find(({ key }) => key === 'masterKey')).toMatchObject({
        keptIn: 'environment',
        wrappedBy: 'vault/transit/cardway',
      });
      expect(keys.find(({ key }) => key === 'mary')).toMatchObject({ keptIn: 'database', ageDays: 0 });
    } finally {
      await postgres.stop();
    }
  });
} else process.stderr.write(`Skipped: keys inventory on PostgreSQL: ${reason}\n`);

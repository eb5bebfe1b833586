import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.js';
import { temporaryFolder } from '../support/gateway.js';
import { machineClock } from '../support/machine-clock.js';
import { cardway, databaseIn } from './command.js';

it('reseal changes the master key: the previous one no longer opens the database, the new one does', async () => {
  const folder = temporaryFolder();
  try {
    const env = databaseIn(folder);
    await cardway(['migrate'], env);
    await cardway(['programmes', 'set', 'shop'], env);
    const keyFile = join(folder, 'shared');
    writeFileSync(keyFile, '5eed'.repeat(16));
    const key = ['--programme', 'shop', '--key-id', '001', '--from-file', keyFile];
    await cardway(['shared-keys', 'add', ...key], env);
    const masterKeyFile = join(folder, 'master');
    writeFileSync(masterKeyFile, `hex:${'7e'.repeat(32)}\n`);
    // The shared key, and the key of the audit log.
    const resealed = await cardway(['reseal', '--new-master-key-file', masterKeyFile, '--json'], env);
    expect(resealed).toEqual({ status: 0, out: '{"sealedValues":2}\n', err: '' });
    const previous = await cardway(['shared-keys', 'list'], env);
    expect([previous.status, previous.err]).toEqual([1, expect.stringContaining('another master key')]);
    const withNew = { ...env, CARDWAY_MASTER_KEY_FILE: masterKeyFile };
    expect((await cardway(['shared-keys', 'add', ...key], withNew)).status).toBe(0);
    expect(readFileSync(masterKeyFile, 'utf8')).toContain('7e');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['random bytes', Buffer.from('c2f98e'.repeat(11), 'hex')],
  ['a byte order mark', Buffer.from(`\ufeffhex:${'7e'.repeat(32)}`)],
])(
  'reseal refuses a key of %s, which no setting could name, and the database keeps its key',
  async (_what, key) => {
    const folder = temporaryFolder();
    try {
      const env = databaseIn(folder);
      await cardway(['migrate'], env);
      const masterKeyFile = join(folder, 'master');
      writeFileSync(masterKeyFile, key);
      const { status, err } = await cardway(['reseal', '--new-master-key-file', masterKeyFile], env);
      expect([status, err]).toEqual([1, expect.stringContaining('must be text in UTF-8')]);
      expect((await cardway(['keys', 'list'], env)).status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it('reseal with a new key file is refused while a gateway serves the database, which keeps its key', async () => {
  const folder = temporaryFolder();
  try {
    const env = databaseIn(folder);
    await cardway(['migrate'], env);
    const masterKeyFile = join(folder, 'master');
    writeFileSync(masterKeyFile, `hex:${'7e'.repeat(32)}\n`);
    const reseal = ['reseal', '--new-master-key-file', masterKeyFile];
    const gateway = await openStore({
      databaseUrl: String(env['CARDWAY_DATABASE_URL']),
      masterKey: env['CARDWAY_MASTER_KEY'],
      clock: machineClock,
      serving: { pid: 7, waitMs: 0 },
    });
    const refused = await cardway(reseal, env);
    expect([refused.status, refused.out, refused.err]).toEqual([
      1,
      '',
      expect.stringContaining('is served by another process (pid 7)'),
    ]);
    await gateway.close();
    expect((await cardway(['keys', 'list'], env)).status).toBe(0);
    expect((await cardway(reseal, env)).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('reseal runs beside a gateway that has both keys', async () => {
  const folder = temporaryFolder();
  try {
    const env = databaseIn(folder);
    const gateway = await openStore({
      databaseUrl: String(env['CARDWAY_DATABASE_URL']),
      clock: machineClock,
      serving: { pid: 7, waitMs: 0 },
    });
    await gateway.migrate();
    const previous = `hex:${readFileSync(join(folder, 'cardway.db.key'), 'utf8').trim()}`;
    const keys = { masterKey: `hex:${'7e'.repeat(32)}`, otherMasterKey: previous };
    const both = {
      ...env,
      CARDWAY_MASTER_KEY: keys.masterKey,
      CARDWAY_OTHER_MASTER_KEY: keys.otherMasterKey,
    };
    await gateway.useMasterKeys(keys);
    expect(await cardway(['reseal', '--json'], both)).toEqual({
      status: 0,
      out: '{"sealedValues":1}\n',
      err: '',
    });
    await gateway.close();
    const next = { ...both, CARDWAY_MASTER_KEY: previous, CARDWAY_OTHER_MASTER_KEY: keys.masterKey };
    expect((await cardway(['reseal'], next)).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('reseal refuses a key that is too short, and does not show it', async () => {
  const folder = temporaryFolder();
  try {
    const env = databaseIn(folder);
    await cardway(['migrate'], env);
    const file = join(folder, 'short');
    writeFileSync(file, 'canary');
    const { status, out, err } = await cardway(['reseal', '--new-master-key-file', file], env);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('16 bytes');
    expect(err).not.toContain('canary');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('doctor names reseal for a text from which an earlier release derived the key, and reseal converts it', async () => {
  const folder = temporaryFolder();
  try {
    const env = databaseIn(folder);
    const text = 'the text of an operator';
    // Key that the earlier release derived.
    const previous = `hex:${createHash('sha256').update(text).digest('hex')}`;
    await cardway(['migrate'], { ...env, CARDWAY_MASTER_KEY: previous });
    const withText = { ...env, CARDWAY_MASTER_KEY: text };
    await cardway(['migrate'], withText);
    await cardway(['programmes', 'set', 'shop'], withText);
    const keyFile = join(folder, 'shared');
    writeFileSync(keyFile, '5eed'.repeat(16));
    const key = ['--programme', 'shop', '--key-id', '001', '--from-file', keyFile];
    expect((await cardway(['shared-keys', 'add', ...key], withText)).status).toBe(0);
    const serving = {
      CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:1',
      CARDWAY_SIGNING_KEY: 'a key of 16 bytes',
    };
    const said = async (): Promise<string> => (await cardway(['doctor'], { ...withText, ...serving })).out;
    expect(await said()).toContain('cardway reseal');
    expect(await cardway(['reseal', '--json'], withText)).toEqual({
      status: 0,
      out: '{"sealedValues":2}\n',
      err: '',
    });
    expect(await said()).not.toContain('cardway reseal');
    expect((await cardway(['shared-keys', 'list'], withText)).status).toBe(0);
    const old = await cardway(['shared-keys', 'list'], { ...env, CARDWAY_MASTER_KEY: previous });
    expect([old.status, old.err]).toEqual([1, expect.stringContaining('another master key')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

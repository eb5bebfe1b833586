import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { cardway, databaseIn } from './command.js';

it('reseal changes the master key: the former one no longer opens the database, the new one does', async () => {
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
    const resealed = await cardway(['reseal', '--new-master-key-file', masterKeyFile, '--json'], env);
    expect(resealed).toEqual({ status: 0, out: '{"sealedValues":1}\n', err: '' });
    const former = await cardway(['shared-keys', 'list'], env);
    expect([former.status, former.err]).toEqual([1, expect.stringContaining('another master key')]);
    const withNew = { ...env, CARDWAY_MASTER_KEY_FILE: masterKeyFile };
    expect((await cardway(['shared-keys', 'add', ...key], withNew)).status).toBe(0);
    expect(readFileSync(masterKeyFile, 'utf8')).toContain('7e');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('reseal refuses a key that is too short, and says nothing of it', async () => {
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

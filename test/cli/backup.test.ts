import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { cardway, cardwayProcess, databaseIn } from './command.js';

let folder: string;
let backups: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = temporaryFolder();
  backups = temporaryFolder();
  env = databaseIn(folder);
  await cardway(['migrate'], env);
});

it('backup reports a disk that does not take the copy in one line, and leaves nothing', async () => {
  // With the suffix of its journal, SQLite's name of the draft is too long for the file system.
  const file = join(backups, 'x'.repeat(243));
  const { status, out, err } = await cardwayProcess(['backup', file], env);
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain(`${file} cannot be written. (`);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(readdirSync(backups)).toEqual([]);
});

it('restore says that calls are missing, and what a repeated one would do', async () => {
  const file = join(backups, 'good.db');
  const { out } = await cardway(['backup', file, '--json'], env);
  expect(JSON.parse(out)).toEqual({
    file,
    bytes: statSync(file).size,
    takenAt: expect.any(String) as string,
  });
  const trial = await cardway(['restore', '--trial', file], env);
  expect(trial.out).toBe('The checks found no fault. Nothing was put in place.\n');
  const restored = await cardway(['restore', '--force', file], env);
  expect(restored.out).toContain(
    'Restored.\nWhat was acknowledged after the backup is missing, and a repeated call from then would be sent again. Reconcile that time with the wallet service. Then start the gateway.\n',
  );
});

it('with PostgreSQL the errors name pg_dump and pg_restore, and show no password', async () => {
  const postgres = {
    CARDWAY_DATABASE_URL: 'postgres://cardway:canary@127.0.0.1:1/none',
    CARDWAY_MASTER_KEY: `hex:${'7e'.repeat(32)}`,
  };
  const file = join(backups, 'none');
  for (const [args, status, sentence] of [
    [['backup', file], 1, 'With PostgreSQL use pg_dump'],
    [['restore', file], 2, 'With PostgreSQL load the backup with pg_restore'],
    [['restore', '--prepare', file], 2, 'With PostgreSQL load the backup with pg_restore'],
    [['restore', '--prepare', '--force'], 2, '--force is for SQLite'],
    [['restore', '--prepare'], 1, 'nobody listens there'],
  ] as const) {
    const { err, ...ended } = await cardway([...args], postgres);
    expect([args, ended.status, err]).toEqual([args, status, expect.stringContaining(sentence)]);
    expect(err).not.toContain('canary');
  }
  expect(readdirSync(backups)).toEqual([]);
});

it.each([
  [['--prepare'], '--prepare is for PostgreSQL'],
  [[], 'Name the file of the backup'],
])('with SQLite, restore %j is a wrong usage', async (args, sentence) => {
  const { status, err } = await cardway(['restore', ...args], env);
  expect([status, err]).toEqual([2, expect.stringContaining(sentence)]);
});

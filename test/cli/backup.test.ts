import Database from 'better-sqlite3';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

it('restore reports a folder, and a target that cannot be written, in one line', async () => {
  const into = databaseIn(join(folder, 'new'));
  const ofFolder = await cardwayProcess(['restore', backups], {
    ...into,
    CARDWAY_MASTER_KEY: `hex:${'78'.repeat(32)}`,
  });
  expect([ofFolder.status, ofFolder.err.trim()]).toEqual([1, `${backups} is no file.`]);

  const file = join(backups, 'good.db');
  expect((await cardway(['backup', file], env)).status).toBe(0);
  const target = join(folder, 'cardway.db', 'below-a-file.db');
  const { status, err } = await cardwayProcess(['restore', file], {
    CARDWAY_DATABASE_URL: `sqlite:${target}`,
    CARDWAY_MASTER_KEY: `hex:${'78'.repeat(32)}`,
  });
  expect([status, err]).toEqual([1, expect.stringContaining(`${file} cannot be restored to ${target}. (`)]);
  expect(err.trim().split('\n')).toHaveLength(1);
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

it('a backup of a database that was not migrated is refused', async () => {
  const database = new Database(join(folder, 'cardway.db'));
  database.exec('delete from kysely_migration');
  database.close();
  const { status, err } = await cardway(['backup', join(backups, 'good.db')], env);
  expect([status, err]).toEqual([1, 'The database has no schema yet. Run cardway migrate.\n']);
});

it('a backup that was copied beside the log of another database is refused and does not change', async () => {
  const file = join(backups, 'good.db');
  expect((await cardway(['backup', file], env)).status).toBe(0);
  const database = new Database(join(folder, 'cardway.db'));
  database.pragma('wal_autocheckpoint = 0');
  database.exec('create table later (bytes blob); insert into later values (zeroblob(100000))');
  // The files as a killed gateway leaves them, and a backup in the place of the first one.
  const place = join(backups, 'place');
  mkdirSync(place);
  const copied = join(place, 'cardway.db');
  copyFileSync(file, copied);
  for (const side of ['-wal', '-shm', '.key'])
    copyFileSync(join(folder, `cardway.db${side}`), `${copied}${side}`);
  database.close();
  const into = databaseIn(place);
  const { status, err } = await cardwayProcess(['migrate'], into);
  expect([status, err]).toEqual([
    1,
    expect.stringContaining(`${copied}-wal is the log of another database than ${copied}`),
  ]);
  expect(readFileSync(copied).equals(readFileSync(file))).toBe(true);
  expect((await cardwayProcess(['restore', '--force', file], into)).status).toBe(0);
  expect((await cardwayProcess(['migrate'], into)).out).toBe('The schema is up to date.\n');
});

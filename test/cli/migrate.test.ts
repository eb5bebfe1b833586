import Database from 'better-sqlite3';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/gateway.js';
import { cardway, cardwayProcess, databaseIn, HAS_STACK } from './command.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

it('creates the schema in an empty database, and then finds nothing to do', async () => {
  const first = await cardway(['migrate', '--json'], databaseIn(folder));
  expect([first.status, first.err]).toEqual([0, '']);
  expect(first.out).toMatch(/^\{.*\}\n$/);
  expect((JSON.parse(first.out) as { applied: string[] }).applied).toContain('0001-schema');
  const [second, inWords] = await Promise.all([
    cardway(['migrate', '--json'], databaseIn(folder)),
    cardway(['migrate'], databaseIn(folder)),
  ]);
  expect(JSON.parse(second.out)).toEqual({ applied: [] });
  expect([inWords.status, inWords.out, inWords.err]).toEqual([0, 'The schema is up to date.\n', '']);
  expect(statSync(join(folder, 'cardway.db')).mode & 0o077).toBe(0);
  const keys = readdirSync(folder).filter((name) => name.endsWith('.key'));
  expect(keys.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
});

it('needs no wallet service and no signing key, also in production and behind a proxy', async () => {
  const { status, out, err } = await cardway(['migrate'], {
    ...databaseIn(folder),
    NODE_ENV: 'production',
    CARDWAY_HOST: '0.0.0.0',
    CARDWAY_TRUST_PROXY: '1',
  });
  expect([status, err]).toEqual([0, '']);
  expect(out).toContain('0001-schema');
});

it('two at once leave one schema', async () => {
  const ended = await Promise.all(
    [1, 2].map(() => cardwayProcess(['migrate', '--json'], databaseIn(folder))),
  );
  expect(ended.map(({ status, err }) => [status, err])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  const applied = ended.map(({ out }) => (JSON.parse(out) as { applied: string[] }).applied.length);
  expect(applied.toSorted()).toEqual([0, applied.reduce((a, b) => a + b)]);
});

it('refuses a database of a newer version, and changes nothing', async () => {
  await cardway(['migrate'], databaseIn(folder));
  const database = new Database(join(folder, 'cardway.db'));
  database.prepare("insert into kysely_migration values ('9999-tomorrow', '2030-01-01')").run();
  database.close();
  const { status, out, err } = await cardway(['migrate'], databaseIn(folder));
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('9999-tomorrow');
  expect(err).not.toMatch(HAS_STACK);
});

it('refuses a database that was moved away, and has no option to use it again', async () => {
  await cardway(['migrate'], databaseIn(folder));
  const database = new Database(join(folder, 'cardway.db'));
  database.prepare("insert into store_facts (name, value) values ('moved_to', 'elsewhere')").run();
  database.close();
  const taken = await cardway(['migrate', '--take-back'], databaseIn(folder));
  expect([taken.status, taken.out]).toEqual([2, '']);
  const { status, out, err } = await cardway(['migrate'], databaseIn(folder));
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain(
    'The database was moved to elsewhere: use that one. Without it, restore a backup (cardway restore).',
  );
});

it('ends with status 1 and a sentence when it cannot open the database', async () => {
  const { status, out, err } = await cardway(['migrate', '--json'], {
    CARDWAY_DATABASE_URL: 'sqlite:/dev/null/cardway.db',
  });
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(/database/i);
  expect(err).not.toMatch(HAS_STACK);
});

it('with a wrong configuration opens nothing', async () => {
  const { status, out, err } = await cardway(['migrate'], { ...databaseIn(folder), CARDWAY_PORT: 'http' });
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('port (CARDWAY_PORT): is "http"');
  expect(existsSync(join(folder, 'cardway.db'))).toBe(false);
});

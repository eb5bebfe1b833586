/**
 * Tests settings of PostgreSQL under which it loses acknowledged commits (docs/reference/transactions.md#store-safety). No
 * gateway starts on them. If they come while a gateway runs, each commit still waits for the disk.
 *
 *   npm run test:long -- test/fault/postgres-settings
 */
import { Client } from 'pg';
import type { Operation } from '../../src/store/engine/operation.js';
import { postgresDialect } from '../../src/store/engine/postgres/postgres.js';
import { storeSettings } from '../../src/store/settings.js';
import { openStore, type Store } from '../../src/store/store.js';
import { cardway, HAS_STACK } from '../cli/command.js';
import { deduct } from '../contract/samples.js';
import { until } from '../life/until.js';
import { MASTER_KEY } from '../support/databases.js';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../support/postgres.js';
import { sizeOf } from './size.js';

const KILLS = sizeOf('CARDWAY_FAULT_KILLS', 1);
const CLAIMS = sizeOf('CARDWAY_FAULT_ACKNOWLEDGED', 40);

let server: TestPostgres;

const DATABASE = (): string => new URL(server.url).pathname.slice(1);

interface Level {
  readonly level: string;
  set(name: string): string;
  reset(name: string): string;
  readonly from: () => string;
  readonly advice: (name: string) => string;
}

const ROLE: Level = {
  level: 'role',
  set: (name) => `alter role cardway set ${name} = off`,
  reset: (name) => `alter role cardway reset ${name}`,
  from: () => 'set for role cardway',
  advice: (name) => `ALTER ROLE "cardway" RESET ${name}.`,
};

const LEVELS: readonly Level[] = [
  ROLE,
  {
    level: 'role in its database',
    set: (name) => `alter role cardway in database ${DATABASE()} set ${name} = off`,
    reset: (name) => `alter role cardway in database ${DATABASE()} reset ${name}`,
    from: () => `set for role cardway in database ${DATABASE()}`,
    advice: (name) => `ALTER ROLE "cardway" IN DATABASE "${DATABASE()}" RESET ${name}.`,
  },
  {
    level: 'database',
    set: (name) => `alter database ${DATABASE()} set ${name} = off`,
    reset: (name) => `alter database ${DATABASE()} reset ${name}`,
    from: () => `set for database ${DATABASE()}`,
    advice: (name) => `ALTER DATABASE "${DATABASE()}" RESET ${name}.`,
  },
  {
    level: 'server',
    set: (name) => `alter system set ${name} = off`,
    reset: (name) => `alter system reset ${name}`,
    from: () => 'set for the server, in a configuration file or by ALTER SYSTEM',
    advice: (name) => `ALTER SYSTEM SET ${name} = on`,
  },
];

const SERVER = LEVELS[3]!;

const CASES = [
  ...LEVELS.map((level) => [level.level, 'synchronous_commit', level] as const),
  ['server', 'fsync', SERVER] as const,
  ['server', 'full_page_writes', SERVER] as const,
];

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: server.adminUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Waits until the setting is in force: the reload is a signal that takes effect a moment later. */
async function untilRead(name: string, value: string): Promise<void> {
  await until('a new connection has read it', async () => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query(`select current_setting('${name}') as value`);
    await client.end();
    return (rows[0] as { value: string }).value === value;
  });
}

async function change(level: Level, name: string, to: 'set' | 'reset'): Promise<void> {
  await asAdmin(level[to](name), 'select pg_reload_conf()');
  await untilRead(name, to === 'set' ? 'off' : 'on');
}

const env = (more: Record<string, string> = {}): Record<string, string> => ({
  CARDWAY_DATABASE_URL: server.url,
  CARDWAY_MASTER_KEY: `hex:${MASTER_KEY.toString('hex')}`,
  CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:9/wallets',
  CARDWAY_SIGNING_KEY: 'a signing key of some length',
  CARDWAY_PORT: '0',
  ...more,
});

function open(serving: boolean): Promise<Store> {
  return openStore({
    databaseUrl: server.url,
    masterKey: MASTER_KEY,
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    settings: { busyGiveUpMs: 10_000 },
    serving: serving ? { pid: 1, waitMs: 0 } : undefined,
  });
}

function settings(): void {
  beforeAll(async () => {
    // Commits that do not wait stay in memory as long as the server allows.
    server = await startPostgres({ settings: { wal_writer_delay: '10s' } });
    const store = await open(true);
    await store.migrate();
    await store.close();
  });

  afterAll(async () => {
    await server.stop();
  });

  describe.each(CASES)('off at the level of the %s: %s', (_level, name, level) => {
    beforeAll(() => change(level, name, 'set'));
    afterAll(() => change(level, name, 'reset'));

    it('is refused at start, in a sentence with its place and what to do', async () => {
      const { status, out, err } = await cardway(['serve'], env());
      expect([status, out]).toEqual([1, '']);
      expect(err).toContain(`PostgreSQL may lose payments. ${name} is off (${level.from()}): `);
      expect(err).toContain(level.advice(name));
      expect(err).not.toMatch(HAS_STACK);
    });

    it('is reported by doctor', async () => {
      const { status, out } = await cardway(['doctor'], env());
      expect([status, out]).toEqual([1, expect.stringContaining(`database settings: ${name} is off`)]);
    });

    it('is accepted when the storage is declared safe without it, except for synchronous_commit', async () => {
      const store = openStore({
        databaseUrl: server.url,
        masterKey: MASTER_KEY,
        clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
        settings: { trustStorage: true },
        serving: { pid: 1, waitMs: 0 },
      });
      if (name === 'synchronous_commit') await expect(store).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      else await (await store).close();
    });
  });

  describe.each(LEVELS.map((level) => [level.level, level] as const))(
    'synchronous_commit=off for the %s while it runs',
    (name, level) => {
      let store: Store;

      beforeAll(async () => {
        store = await open(true);
        await change(level, 'synchronous_commit', 'set');
        // New connections begin with the setting.
        await asAdmin(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cardway'",
        );
      });

      afterAll(async () => {
        await store.close();
        await change(level, 'synchronous_commit', 'reset');
      });

      it('loses nothing that was acknowledged when every process of the server is killed', async () => {
        const lost: string[] = [];
        for (let kill = 0; kill < KILLS; kill += 1) {
          const ids = Array.from({ length: CLAIMS }, (_, index) => {
            const level_ = String(LEVELS.findIndex((each) => each.level === name));
            return `5001_20260101220405_${level_}${String(kill)}${String(index).padStart(6, '0')}`;
          });
          const claims = ids.map((requestId) =>
            store.ledger.claim(deduct({ requestId, transactionId: requestId, checksum: requestId })),
          );
          const ended = await Promise.allSettled(claims);
          const acknowledged = ids.filter((_, index) => ended[index]?.status === 'fulfilled');
          expect(acknowledged).toHaveLength(CLAIMS);
          await server.restart('kill');
          for (const id of acknowledged) if ((await store.ledger.find(id)) === null) lost.push(id);
        }
        expect(lost).toEqual([]);
      });
    },
  );

  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('with a role that has %s, commits use %s', async (given, made) => {
    await asAdmin(`alter role cardway set synchronous_commit = ${given}`);
    const dialect = postgresDialect({
      databaseUrl: server.url,
      settings: storeSettings({}),
    });
    const connection = await dialect.open();
    const start = function* (): Operation<unknown> {
      const { rows } = yield { sql: "select current_setting('synchronous_commit') as made", values: [] };
      return rows;
    };
    expect(await connection.commit({ start })).toEqual({ kind: 'done', value: [{ made }] });
    await connection.close();
    await asAdmin('alter role cardway reset synchronous_commit');
  });
}

const why = whyNoPostgres();
if (why === null) describe('on PostgreSQL', settings);
else {
  it('waits for a machine that runs PostgreSQL', () => {
    process.stderr.write(`Settings of PostgreSQL are not tried: ${why}\n`);
  });
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CardwayError } from '../../platform/errors.js';
import { createCommitQueue } from '../engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from '../engine/dialect.js';
import type { Operation, Result, Step } from '../engine/operation.js';
import { postgresDialect } from '../engine/postgres/postgres.js';
import { holdServing } from '../engine/postgres/serving.js';
import { readPostgresUrl } from '../engine/postgres/url.js';
import { openExclusive } from '../engine/sqlite/lock.js';
import { sqliteDialect } from '../engine/sqlite/sqlite.js';
import {
  DEFAULT_STORE_SETTINGS,
  isPostgres,
  sqlitePath,
  storeSettings,
  type StoreSettings,
} from '../settings.js';
import { installSchema } from './migrations/migrate.js';

/** One of the two databases of a move. Nobody else uses it meanwhile. */
export interface Side {
  readonly dialect: StoreDialect;
  readonly continueAfter: ContinueAfter;
  /** File of an SQLite database; null for others. */
  readonly path: string | null;
  /** Place for people: the file, or the server and the database, without user and password. */
  readonly place: string;
  read<T>(operation: Operation<T>): Promise<T>;
  /** Runs one transaction. */
  commit<T>(start: () => Operation<T>): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  /** Errors: UNAVAILABLE where a gateway may use the database, for example after a lost connection. */
  requireAlone(): Promise<void>;
  close(): Promise<void>;
}

/** The timeout allows one statement to count a whole table. */
const SETTINGS: Partial<StoreSettings> = { statementTimeoutMs: 600_000 };

/**
 * Opens a database for a move, and installs the schema in the one to fill. Errors: UNAVAILABLE, with a sentence for the operator,
 * for a database that cannot be opened, or that is in use.
 */
export async function openSide(databaseUrl: string, purpose: 'read' | 'fill'): Promise<Side> {
  const settings = storeSettings(SETTINGS);
  return isPostgres(databaseUrl)
    ? openPostgresSide(databaseUrl, { settings, purpose })
    : openSqliteSide(sqlitePath(databaseUrl), { settings, purpose });
}

interface Wanted {
  readonly settings: StoreSettings;
  readonly purpose: 'read' | 'fill';
}

async function openSqliteSide(path: string, { settings, purpose }: Wanted): Promise<Side> {
  const dialect = sqliteDialect(path, settings);
  if (purpose === 'fill') {
    const connection = await dialect.open();
    await connection.migrate(installSchema);
    await connection.close();
  } else if (!existsSync(path)) {
    throw new CardwayError('UNAVAILABLE', { message: `There is no database at ${path}.` });
  }
  const handle = openExclusive(path);
  const commits = createCommitQueue(
    {
      commitsMax: 1,
      tasksMax: 1,
      commit: (tasks) => Promise.resolve().then(() => handle.commit(tasks)),
    },
    settings,
  );
  return {
    dialect,
    continueAfter: continueSqlite,
    path,
    place: path,
    read: (operation) => Promise.resolve().then(() => handle.drive(operation)),
    commit: (start) => commits.submit(start),
    hasTable(name) {
      const sql = "select 1 from sqlite_master where type = 'table' and name = ?";
      return Promise.resolve(handle.execute({ sql, values: [name] }).rows.length > 0);
    },
    // The handle has the file to itself while it is open.
    requireAlone: () => Promise.resolve(),
    async close() {
      await commits.drain();
      handle.close();
    },
  };
}

async function openPostgresSide(databaseUrl: string, { settings, purpose }: Wanted): Promise<Side> {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', MOVER);
  const dialect = postgresDialect({ databaseUrl: url.href, settings, random: randomBytes });
  const connection = await dialect.open();
  const commits = createCommitQueue(connection, settings);
  const requireAlone = async (): Promise<void> => {
    await hold.confirm();
    // A gateway has no lock without a connection for wake-ups, and for a moment when that breaks. Its name is still there.
    await requireNoGateway(connection);
  };
  const { connectTimeoutMs, statementTimeoutMs: answerMs } = DEFAULT_STORE_SETTINGS;
  const { config } = readPostgresUrl(url.href);
  const hold = await holdServing({ config, connectTimeoutMs, answerMs }).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await commits.drain();
    await connection.close();
    await hold.release();
  };
  try {
    await requireAlone();
    if (purpose === 'fill') await connection.migrate(installSchema);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect,
    continueAfter: continuePostgres,
    path: null,
    place: `PostgreSQL at ${readPostgresUrl(databaseUrl).server}`,
    read: (operation) => connection.read(operation),
    commit: (start) => commits.submit(start, { locks: [MOVER] }),
    hasTable: (name) => connection.hasTable(name),
    requireAlone,
    close,
  };
}

/** Name of our connections, which distinguishes them from a gateway's. Also the lock that admits one move at a time. */
const MOVER = 'cardway migrate';

/** Name of the connections of pg_dump and pg_restore, which may linger for a moment after their end. */
export const DUMPER = 'cardway backup';

async function requireNoGateway(connection: StoreConnection): Promise<void> {
  if ((await connection.read(gateways())) === 0) return;
  throw new CardwayError('UNAVAILABLE', {
    message: 'A gateway is connected to the PostgreSQL database: stop every gateway on it first.',
  });
}

function* gateways(): Operation<number> {
  const sql =
    'select count(*) as connected from pg_stat_activity ' +
    "where datname = current_database() and application_name like 'cardway%' and application_name not in ($1, $2)";
  const { rows } = (yield { sql, values: [MOVER, DUMPER] }) as Result<{ connected: number }>;
  return rows[0]?.connected ?? 0;
}

/** Lets a numbered table continue after a number. */
type ContinueAfter = (table: string, last: number) => Step<void>;

function* continueSqlite(table: string, last: number): Step<void> {
  yield { sql: 'delete from sqlite_sequence where name = ?', values: [table] };
  yield { sql: 'insert into sqlite_sequence (name, seq) values (?, ?)', values: [table, last] };
}

function* continuePostgres(table: string, last: number): Step<void> {
  const values = [`${table}_sequence_seq`, Math.max(last, 1), String(last > 0)];
  yield { sql: 'select setval($1::regclass, $2::bigint, $3::boolean)', values };
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CardwayError } from '../../errors.js';
import { createCommitQueue } from '../commit-queue.js';
import { isPostgres, sqlitePath } from '../database-url.js';
import type { StoreConnection, StoreDialect } from '../dialect/dialect.js';
import { postgresDialect } from '../dialect/postgres/postgres.js';
import { readPostgresUrl } from '../dialect/postgres/url.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { openAlone } from '../dialect/sqlite-alone.js';
import { installSchema } from '../migrations/migrate.js';
import type { Operation, Result } from '../operation.js';
import { storeSettings, type StoreSettings } from '../settings.js';
import { POSTGRES_SEQUENCES, SQLITE_SEQUENCES, type Sequences } from './sequences.js';

/** One of the two databases of a move, which nobody else uses meanwhile. */
export interface Side {
  readonly dialect: StoreDialect;
  readonly sequences: Sequences;
  /** The file of an SQLite database; null for others. */
  readonly path: string | null;
  /** For people: the file, or the server and the database; without user and password. */
  readonly place: string;
  read<T>(operation: Operation<T>): Promise<T>;
  /** One transaction. */
  commit<T>(start: () => Operation<T>): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A whole table may be counted in one statement. */
const SETTINGS: Partial<StoreSettings> = { statementTimeoutMs: 600_000 };

/**
 * Opens a database for a move; the one that is filled gets its schema first. Errors: UNAVAILABLE, with a sentence for the operator, for
 * one that cannot be opened, or that somebody uses.
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
  const handle = openAlone(path);
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
    sequences: SQLITE_SEQUENCES,
    path,
    place: path,
    read: (operation) => Promise.resolve().then(() => handle.drive(operation)),
    commit: (start) => commits.submit(start),
    hasTable(name) {
      const sql = "select 1 from sqlite_master where type = 'table' and name = ?";
      return Promise.resolve(handle.execute({ sql, values: [name] }).rows.length > 0);
    },
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
  const close = async (): Promise<void> => {
    await commits.drain();
    await connection.close();
  };
  try {
    await requireNoGateway(connection);
    if (purpose === 'fill') await connection.migrate(installSchema);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect,
    sequences: POSTGRES_SEQUENCES,
    path: null,
    place: `PostgreSQL at ${readPostgresUrl(databaseUrl).server}`,
    read: (operation) => connection.read(operation),
    commit: (start) => commits.submit(start, { locks: [MOVER] }),
    hasTable: (name) => connection.hasTable(name),
    close,
  };
}

/** The name of our connections, which tells them from a gateway's, and of the lock that lets one move in at a time. */
const MOVER = 'cardway migrate';

async function requireNoGateway(connection: StoreConnection): Promise<void> {
  if ((await connection.read(gateways())) === 0) return;
  throw new CardwayError('UNAVAILABLE', {
    message: 'A gateway is connected to the PostgreSQL database: stop every gateway on it first.',
  });
}

function* gateways(): Operation<number> {
  const sql =
    'select count(*) as connected from pg_stat_activity ' +
    "where datname = current_database() and application_name like 'cardway%' and application_name <> $1";
  const { rows } = (yield { sql, values: [MOVER] }) as Result<{ connected: number }>;
  return rows[0]?.connected ?? 0;
}

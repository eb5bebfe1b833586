import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CardwayError } from '../../platform/errors.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Call, driveLater, type Operation, type Result, type Step } from '../engine/operation.js';
import { createClient } from '../engine/postgres/connection.js';
import { BEGIN, SURE_COMMIT, WITHOUT_LIMITS } from '../engine/postgres/opening.js';
import { cannotConnect } from '../engine/postgres/round.js';
import { postgresDialect } from '../engine/postgres/postgres.js';
import { readPostgresUrl } from '../engine/postgres/url.js';
import { boundValue, readRow } from '../engine/postgres/values.js';
import { openExclusive } from '../engine/sqlite/lock.js';
import { sqliteDialect } from '../engine/sqlite/sqlite.js';
import { isPostgres, sqlitePath, storeSettings } from '../settings.js';
import { installSchema, schemaProblem } from './migrations/migrate.js';
import { appliedMigrations } from './status.js';

/** A transaction on a database that no gateway uses. */
export interface Side {
  readonly dialect: StoreDialect;
  /** Place for people: the file, or the server and the database, without user and password. */
  readonly place: string;
  run<T>(operation: Operation<T>): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  /** Lets a numbered table continue after a number. */
  readonly continueAfter: (table: string, last: number) => Step<void>;
  /** Errors: UNAVAILABLE where a gateway may use the database. */
  requireAlone(): Promise<void>;
  /** Commits, and begins the next transaction. */
  commit(): Promise<void>;
  /** Nothing stays of what was not committed. */
  close(): Promise<void>;
}

/** One statement may insert many rows, or count a whole table. */
const STATEMENT_MS = 600_000;

/**
 * Opens a database that no gateway uses, and installs the schema in the one to fill. Errors: UNAVAILABLE, with a sentence for the
 * operator, for a database that cannot be opened, or that is in use.
 */
export async function openSide(databaseUrl: string, purpose: 'read' | 'fill'): Promise<Side> {
  return isPostgres(databaseUrl)
    ? openPostgresSide(databaseUrl, purpose)
    : openSqliteSide(sqlitePath(databaseUrl), purpose);
}

async function openSqliteSide(path: string, purpose: 'read' | 'fill'): Promise<Side> {
  const dialect = sqliteDialect(path, storeSettings({}));
  if (purpose === 'fill') await installIn(dialect);
  else if (!existsSync(path))
    throw new CardwayError('UNAVAILABLE', { message: `There is no database at ${path}.` });
  const handle = openExclusive(path);
  const execute = (sql: string, values: unknown[] = []): Result<unknown> => handle.execute({ sql, values });
  execute('begin immediate');
  return {
    dialect,
    place: path,
    run: (operation) => Promise.resolve().then(() => handle.drive(operation)),
    hasTable(name) {
      const { rows } = execute("select 1 from sqlite_master where type = 'table' and name = ?", [name]);
      return Promise.resolve(rows.length > 0);
    },
    continueAfter: continueSqlite,
    // The handle has the file to itself while it is open.
    requireAlone: () => Promise.resolve(),
    commit() {
      execute('commit');
      execute('begin immediate');
      return Promise.resolve();
    },
    close() {
      handle.close();
      return Promise.resolve();
    },
  };
}

async function openPostgresSide(databaseUrl: string, purpose: 'read' | 'fill'): Promise<Side> {
  const settings = storeSettings({ statementTimeoutMs: STATEMENT_MS });
  const dialect = postgresDialect({ databaseUrl, settings, random: randomBytes });
  const { config, server } = readPostgresUrl(databaseUrl);
  const client = createClient({
    config: { ...config, application_name: OURS },
    connectTimeoutMs: settings.connectTimeoutMs,
    answerMs: STATEMENT_MS,
  });
  await client.connect().catch((error: unknown) => {
    throw cannotConnect(error, server);
  });
  const execute = async ({ sql, values }: Call): Promise<Result<unknown>> => {
    const query = { text: sql, values: values.map(boundValue), rowMode: 'array', types: AS_TEXT } as const;
    const { rows, fields, rowCount } = await client.query<(string | null)[]>(query);
    return { rows: rows.map((row) => readRow(fields, row)), changes: rowCount ?? 0 };
  };
  const run = <T>(operation: Operation<T>): Promise<T> => driveLater(operation, execute);
  const begin = async (): Promise<void> => {
    for (const sql of [BEGIN, WITHOUT_LIMITS, `select ${SURE_COMMIT}`]) await client.query(sql);
  };
  try {
    await run(requireNoGateway());
    if (purpose === 'fill') await installIn(dialect);
    await begin();
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    dialect,
    place: `PostgreSQL at ${server}`,
    run,
    async hasTable(name) {
      const { rows } = await execute({ sql: 'select 1 where to_regclass($1) is not null', values: [name] });
      return rows.length > 0;
    },
    continueAfter: continuePostgres,
    requireAlone: () => run(requireNoGateway()),
    async commit() {
      await client.query('commit');
      await begin();
    },
    close: () => client.end(),
  };
}

/** Values as the server writes them, which `readRow` reads. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** Name of our connections, which distinguishes them from a gateway's. */
const OURS = 'cardway maintenance';

function* requireNoGateway(): Operation<void> {
  const sql =
    'select count(*) as connected from pg_stat_activity ' +
    "where datname = current_database() and application_name like 'cardway%' and application_name <> $1";
  const { rows } = (yield { sql, values: [OURS] }) as Result<{ connected: number }>;
  if (rows[0]?.connected === 0) return;
  throw new CardwayError('UNAVAILABLE', {
    message: 'A gateway is connected to the PostgreSQL database: stop every gateway on it first.',
  });
}

function* continueSqlite(table: string, last: number): Step<void> {
  yield { sql: 'delete from sqlite_sequence where name = ?', values: [table] };
  yield { sql: 'insert into sqlite_sequence (name, seq) values (?, ?)', values: [table, last] };
}

function* continuePostgres(table: string, last: number): Step<void> {
  const values = [`${table}_sequence_seq`, Math.max(last, 1), String(last > 0)];
  yield { sql: 'select setval($1::regclass, $2::bigint, $3::boolean)', values };
}

async function installIn(dialect: StoreDialect): Promise<void> {
  const connection = await dialect.open();
  try {
    await connection.migrate(installSchema);
  } finally {
    await connection.close();
  }
}

/** Returns the names of the migrations that a database has; none for one that is empty. */
export async function migrationsOf(side: Side): Promise<readonly string[]> {
  return (await side.hasTable('kysely_migration')) ? side.run(appliedMigrations(side.dialect)) : [];
}

/** Errors: UNAVAILABLE for a database with the schema of another version, or without one. */
export async function requireCurrentSchema(side: Side): Promise<void> {
  const problem = schemaProblem(await migrationsOf(side));
  if (problem === null) return;
  const advice = problem.kind === 'behind' ? ' Run cardway migrate on it first.' : '';
  throw new CardwayError('UNAVAILABLE', { message: `${problem.sentence}${advice} (${side.place})` });
}

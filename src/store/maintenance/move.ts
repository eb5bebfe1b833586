import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { CardwayError } from '../../platform/errors.js';
import type { StoreDialect } from '../engine/dialect.js';
import { createMetadataTable } from '../engine/metadata.js';
import { lastOf, type Operation, runOnce, type Step } from '../engine/operation.js';
import { postgresDialect } from '../engine/postgres/postgres.js';
import { readPostgresUrl } from '../engine/postgres/url.js';
import type { SqliteHandle } from '../engine/sqlite/handle.js';
import { openExclusive } from '../engine/sqlite/lock.js';
import { sqliteDialect } from '../engine/sqlite/sqlite.js';
import { sqlitePath, storeSettings } from '../settings.js';
import { maintenanceUrl, requireNoGateway } from './alone.js';
import { appliedMigrations, installSchema, schemaProblem } from './migrations/migrate.js';
import { MOVED_TO, moveProblem } from './moved.js';

interface MoveOptions {
  /** `sqlite:…` */
  readonly from: string;
  /** `postgres://…` */
  readonly to: string;
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  readonly table: string;
  /** Rows of all tables: `rows` so far, `total` in the source. */
  readonly rows: number;
  readonly total: number;
}

export interface TableCount {
  readonly table: string;
  readonly rows: number;
}

/** One statement inserts many rows, or counts a whole table. */
const STATEMENT_MS = 600_000;

/**
 * Copies an SQLite database into an empty one of PostgreSQL, in one transaction. Nobody else may use either of them meanwhile. The source
 * is unusable afterwards. Ids and cursors stay valid: rows keep their numbers, and the next numbers follow.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator.
 */
export async function moveDatabase({ from, to, onProgress }: MoveOptions): Promise<readonly TableCount[]> {
  const source = openSource(sqlitePath(from));
  try {
    const settings = storeSettings({ statementTimeoutMs: STATEMENT_MS });
    const target = postgresDialect({ databaseUrl: maintenanceUrl(to), settings });
    const place = `PostgreSQL at ${readPostgresUrl(to).server}`;
    requireNotMovedElsewhere(source, place);
    const connection = await target.open();
    try {
      await connection.read(requireNoGateway());
      await installSchema(connection, target);
      const start = (): Operation<readonly TableCount[]> => copy({ source, target, place, onProgress });
      const outcome = await connection.commit({ start });
      if (outcome.kind !== 'done') throw moveFailed(outcome.error);
      return outcome.value as readonly TableCount[];
    } finally {
      await connection.close();
    }
  } finally {
    source.close();
  }
}

type Row = Record<string, string | number | Buffer | null>;

/** The database to copy, which nobody else can open meanwhile. */
interface Source extends Pick<SqliteHandle, 'drive' | 'close'> {
  readonly dialect: StoreDialect;
  rows(sql: string, ...values: readonly unknown[]): readonly Row[];
  find(name: string): string | null;
  put(name: string, value: string): void;
}

function openSource(path: string): Source {
  if (!existsSync(path)) throw moveRefused(`There is no database at ${path}.`);
  const dialect = sqliteDialect(path, storeSettings({}));
  const metadata = createMetadataTable(dialect);
  const handle = openExclusive(path);
  const rows: Source['rows'] = (sql, ...values) =>
    handle.execute({ sql, values: [...values] }).rows as readonly Row[];
  const problem = schemaProblem(handle.drive(appliedMigrations(dialect)));
  if (problem !== null) {
    handle.close();
    throw moveRefused(problem.sentence);
  }
  return {
    ...handle,
    dialect,
    rows,
    find: (name) => handle.drive(metadata.find(name)),
    put: (name, value) => handle.drive(metadata.put(name, value)),
  };
}

/** A run that was cut before its commit may be begun again with the same target, which is still empty. */
function requireNotMovedElsewhere(source: Source, place: string): void {
  if (source.find(MOVED_TO) === place) return;
  const problem = source.drive(moveProblem(source.dialect));
  if (problem !== null) throw moveRefused(problem);
}

interface Copying {
  readonly source: Source;
  readonly target: StoreDialect;
  readonly place: string;
  readonly onProgress: MoveOptions['onProgress'];
}

/**
 * Copies all tables. The last step marks the source before this transaction commits: at no time are both databases usable. A run
 * that is cut in between is begun again.
 */
function* copy({ source, target, place, onProgress }: Copying): Operation<readonly TableCount[]> {
  const tables = source.rows(TABLES).map(({ name }) => {
    const table = String(name);
    return { table, rows: Number(source.rows(`select count(*) as rows from ${table}`)[0]?.['rows']) };
  });
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let copied = 0;
  for (const { table } of tables) {
    if ((yield* countRows(table)) > 0)
      throw moveRefused(`The database to copy to holds other data (${table}). Name an empty one.`);
    for (const rows of pieces(source, table)) {
      yield* insertRows(target, table, rows);
      copied += rows.length;
      onProgress({ table, rows: copied, total });
    }
  }
  for (const { table, rows } of tables) {
    const found = yield* countRows(table);
    if (found !== rows) throw moveRefused(`The copy of ${table} has ${found} rows, and its source ${rows}.`);
  }
  for (const { name, seq } of source.rows(SEQUENCES))
    yield { sql: 'select setval($1::regclass, $2::bigint)', values: [`${String(name)}_sequence_seq`, seq] };
  yield* createMetadataTable(target).remove(MOVED_TO);
  yield* requireNoGateway();
  source.put(MOVED_TO, place);
  return tables;
}

/** In the order in which they were made: a table comes after those that its rows refer to. */
const TABLES = `select name from sqlite_master
  where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' order by rowid`;

function* countRows(table: string): Step<number> {
  return yield* lastOf({ sql: `select count(*) as last from ${table}`, values: [] });
}

const SEQUENCES = 'select name, seq from sqlite_sequence where seq > 0';

/** Reads a table in pieces of some rows. */
function* pieces(source: Source, table: string): Generator<Row[]> {
  const sql = `select rowid as place, * from ${table} where rowid > ? order by rowid limit ${BATCH_ROWS}`;
  for (let rows = source.rows(sql, 0); rows.length > 0; rows = source.rows(sql, rows.at(-1)?.['place'])) {
    yield rows.map(({ place: _place, ...row }) => row);
  }
}

const BATCH_ROWS = 500;

function* insertRows({ compiler }: StoreDialect, table: string, rows: readonly Row[]): Step<void> {
  // The columns are those of the source.
  const anyTable = compiler as unknown as Kysely<Record<string, Row>>;
  yield* runOnce(anyTable.insertInto(table).values(rows));
}

const moveRefused = (message: string): CardwayError => new CardwayError('UNAVAILABLE', { message });

function moveFailed(error: unknown): CardwayError {
  if (error instanceof CardwayError) return error;
  return new CardwayError('UNAVAILABLE', {
    message: 'The copy did not end. Run it again.',
    cause: error,
  });
}

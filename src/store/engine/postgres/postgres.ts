import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import {
  type ExportOptions,
  exportPiece,
  type ExportPiece,
  type ExportRow,
  exportText,
} from '../../../core/transactions/export-text.js';
import type { Clock } from '../../../platform/clock.js';
import { LIST_READERS_MAX, type StoreSettings } from '../../settings.js';
import type { StoreConnection, StoreDialect } from '../dialect.js';
import {
  type Call,
  databaseNowMs,
  driveLater,
  lastOf,
  NO_RESULT,
  type Operation,
  type Result,
} from '../operation.js';
import { LiveValue, prefixRange } from '../statement.js';
import { install, WORDS } from './install.js';
import { createBatches } from './batches.js';
import { createCommit } from './commit.js';
import { cannotConnect, isPassing } from './errors.js';
import { completeThrough, lock, readLimit } from './opening.js';
import { type Connections, openConnections } from './pool.js';
import { unsafeSettings } from './unsafe-settings.js';
import { createTurns } from './turns.js';
import { readPostgresUrl } from './url.js';

interface PostgresOptions {
  readonly databaseUrl: string;
  readonly settings: StoreSettings;
  /** Replaces the server's own clock. */
  readonly databaseClock?: Clock | undefined;
  /** Allows new tables where another schema of the database has some. */
  readonly isNew?: boolean | undefined;
}

/**
 * Opens one PostgreSQL database, which any number of processes use at the same time. Writes, reads and reads beside payments use
 * separate pools of connections, so that a slow search never delays a payment.
 *
 * Errors: UNAVAILABLE for a URL that cannot be used.
 */
export function postgresDialect(options: PostgresOptions): StoreDialect {
  const { databaseClock } = options;
  const place = readPostgresUrl(options.databaseUrl);
  const now = (): Call => (databaseClock === undefined ? SERVER_NOW : givenNow(databaseClock.nowMs()));
  return {
    now,
    words: WORDS,
    compiler: new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    leaseNow:
      databaseClock === undefined
        ? SERVER_LEASE_NOW
        : sql<number>`cast(${new LiveValue(() => databaseClock.nowMs())} as bigint)`,
    tableNamed: (name) => ({ sql: 'select 1 as found where to_regclass($1) is not null', values: [name] }),
    isListed: (column, jsonTexts) =>
      sql<boolean>`${sql.ref(column)} in (select jsonb_array_elements_text(cast(${jsonTexts} as jsonb)))`,
    // Bytes: another collation may sort a text before its own beginning.
    hasPrefix: (column, prefix) => prefixRange(sql`${sql.ref(column)} collate "C"`, prefix),
    // An array, because the server may run a subquery of IN, and lock its rows, several times.
    isTakenFrom: (rows) => sql<boolean>`sequence = any(array${rows.forUpdate().skipLocked()})`,
    completeThrough,
    // Numbers of failed transactions count too.
    lastNumber: (table) =>
      lastOf({
        sql: `select last_value - 1 + is_called::integer as last from ${table}_sequence_seq`,
        values: [],
      }),
    *skipNumbers(count) {
      const sql = `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1::bigint)
        from pg_sequences where schemaname = current_schema() and sequencename like '%\\_sequence\\_seq'`;
      yield { sql, values: [count] };
    },
    lock,
    async open() {
      const connection = createConnection({ ...options, ...place });
      try {
        await connection.read(databaseNowMs({ now }));
        return connection;
      } catch (error) {
        await connection.close();
        throw cannotConnect(error, place.server);
      }
    },
  };
}

const SERVER_NOW: Call = {
  sql: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms',
  values: [],
};

/** Constant within a whole statement, so that a comparison with it can use an index. */
const SERVER_LEASE_NOW = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

function givenNow(nowMs: number): Call {
  return { sql: 'select $1::bigint as now_ms', values: [nowMs] };
}

function createConnection(args: PostgresOptions & ReturnType<typeof readPostgresUrl>): StoreConnection {
  const { config, settings } = args;
  const open = (max: number): Connections =>
    openConnections({
      config,
      max,
      isNamed: settings.preparedStatements,
      timeoutMs: settings.statementTimeoutMs,
    });
  const writers = open(settings.writersMax);
  const readers = open(settings.readersMax);
  const listReaders = open(LIST_READERS_MAX);
  const read = <T>(operation: Operation<T>): Promise<T> => readWith(readers, operation, settings);
  let isClosed = false;
  const turns = createTurns();
  const commit = createBatches(createCommit({ writers, readers, settings, isClosed: () => isClosed }));
  return {
    commit: (task) => turns(task.locks ?? [], () => commit(task)),
    read,
    readAside: (operation) => readWith(listReaders, operation, settings),
    migrate: (start) => install({ config, isNew: args.isNew === true }, start),
    // A server answers for the database behind its name.
    requireSame: () => Promise.resolve(),
    onLost: () => undefined,
    serve: () => Promise.resolve(),
    unsafeSettings: () => read(unsafeSettings(settings)),
    async close() {
      isClosed = true;
      await Promise.all([writers, readers, listReaders].map((connections) => connections.close()));
    },
  };
}

/** Runs a read. Reads leave nothing behind, so a lost connection's statement is sent again. */
async function readWith<T>(
  readers: Connections,
  operation: Operation<T>,
  { statementTimeoutMs, busyGiveUpMs, busyRetryMs }: StoreSettings,
): Promise<T> {
  const untilMs = performance.now() + busyGiveUpMs;

  async function execute(call: Call): Promise<Result<unknown>> {
    for (;;) {
      try {
        const answers = await readers.lend((lent) => lent.send(readLimit(statementTimeoutMs), call));
        return answers.at(-1) ?? NO_RESULT;
      } catch (error) {
        if (!isPassing(error) || performance.now() > untilMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      }
    }
  }

  return driveLater(operation, async (call) => {
    const result = await execute(call);
    return call.exported === undefined ? result : exportedResult(result.rows as ExportRow[], call.exported);
  });
}

/** Makes the text of an export, some rows for each turn of the event loop. */
async function exportedResult(
  rows: readonly ExportRow[],
  options: ExportOptions,
): Promise<Result<ExportPiece>> {
  let text = '';
  for (let start = 0; start < rows.length; start += EXPORTED_A_TURN) {
    text += exportText(rows.slice(start, start + EXPORTED_A_TURN), options);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { rows: [exportPiece(rows, text)], changes: 0 };
}

const EXPORTED_A_TURN = 100;

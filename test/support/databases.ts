import Database from 'better-sqlite3';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { StoreDialect } from '../../src/store/engine/dialect.js';
import { postgresDialect } from '../../src/store/engine/postgres/postgres.js';
import { sqliteDialect } from '../../src/store/engine/sqlite/sqlite.js';
import { storeSettings, type StoreSettings } from '../../src/store/settings.js';
import { openStore, type Store } from '../../src/store/store.js';
import { temporaryFolder, testClock, type TestClock } from '../unit/store/temporary-store.js';
import {
  sharedDatabase,
  startPostgres,
  whyNoPostgres,
  type Prepared,
  type SharedDatabase,
  type TestPostgres,
} from './postgres.js';
import { madeOnce } from './run-folder.js';

/** A database of one test. */
export interface TestDatabase {
  readonly url: string;
  /** Opens a migrated store on it, as one process does. The store is closed with the database. */
  open(options?: OpenOptions): Promise<Store>;
  /** Returns the dialect of `open`, without a store. */
  dialect(settings?: Partial<StoreSettings>, databaseClock?: TestClock): StoreDialect;
  /** Blocks inserts into a table until the returned function is called. */
  forbid(table: string): Promise<() => Promise<void>>;
  /** Runs SQL beside the stores. */
  query<Row>(sql: string): Promise<Row[]>;
  /** Deletes all rows while stores are open. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly clock?: TestClock;
  readonly databaseClock?: TestClock;
  readonly settings?: Partial<StoreSettings>;
}

export const MASTER_KEY = Buffer.alloc(32, 7);

export type Create = () => Promise<TestDatabase>;

/**
 * Defines the same tests for every kind of database. Where PostgreSQL cannot run, its tests are skipped and the reason is
 * printed.
 */
export function eachDatabase(define: (name: string, create: Create) => void): void {
  sqliteTests(define);
  postgresTests(define);
}

/** Defines the tests of `eachDatabase` for SQLite alone. */
export function sqliteTests(define: (name: string, create: Create) => void): void {
  define('SQLite', createSqlite);
}

/** Defines the tests of `eachDatabase` for PostgreSQL alone, with one database for all tests of the file. */
export function postgresTests(define: (name: string, create: Create) => void): void {
  describePostgres(() => {
    let shared: SharedDatabase | undefined;
    beforeAll(async () => {
      shared = await sharedDatabase(MIGRATED);
    });
    const create = emptied(() => (shared as SharedDatabase).url);
    afterAll(() => shared?.drop());
    define('PostgreSQL', create);
  });
}

/** Defines tests that restart the server, change it as a superuser or need more databases: they have one of their own. */
export function postgresServerTests(
  define: (name: string, create: Create, server: () => TestPostgres) => void,
): void {
  describePostgres(() => {
    let server: TestPostgres | undefined;
    beforeAll(async () => {
      server = await startPostgres({ prepared: MIGRATED });
    });
    const running = (): TestPostgres => server as TestPostgres;
    const create = emptied(() => running().url);
    afterAll(() => server?.stop());
    define('PostgreSQL', create, running);
  });
}

function describePostgres(define: () => void): void {
  const reason = whyNoPostgres();
  if (reason === null) {
    describe('with PostgreSQL', define);
    return;
  }
  process.stderr.write(`Skipped on PostgreSQL: ${reason}\n`);
  it(`is not run on PostgreSQL: ${reason}`, () => undefined);
}

/** Returns a function that empties the database for each test, by one connection: each new one takes 30 ms. */
function emptied(urlOf: () => string): Create {
  let client: Client | undefined;
  afterAll(() => client?.end());
  return async () => {
    if (client === undefined) {
      const opened = await connected(urlOf());
      // The test before may have restarted the server.
      opened.once('error', () => (client = undefined));
      client = opened;
    }
    await client.query(EMPTY_POSTGRES);
    return onPostgres(urlOf());
  };
}

const MIGRATED: Prepared = { name: 'migrated', fill: migrate };

async function migrate(url: string): Promise<void> {
  const store = await open(url, {});
  await store.migrate();
  await store.close();
}

async function open(url: string, options: OpenOptions): Promise<Store> {
  const store = await openStore({
    databaseUrl: url,
    masterKey: MASTER_KEY,
    clock: options.clock ?? testClock(),
    // A test that moves a process's clock also moves the database's, unless that has its own.
    databaseClock: options.databaseClock ?? options.clock,
    settings: options.settings ?? {},
  });
  return store;
}

/**
 * SQL that empties the one database of all tests of a file: making one for each test is slow, and so is truncating many tables
 * with few rows. Tables without a file's worth of rows are left out. They are emptied youngest first, because rows refer to those of
 * older tables.
 */
const EMPTY_POSTGRES = `do $$
  declare
    table_name text;
  begin
    for table_name in select quote_ident(relname) from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname = 'public' and relkind = 'r' and pg_relation_size(pg_class.oid) > 0
        and relname not in ('kysely_migration', 'kysely_migration_lock', 'store_facts') order by pg_class.oid desc loop
      execute 'delete from ' || table_name;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename), 1, false) from pg_sequences
      where schemaname = 'public' and last_value is not null;
    delete from store_facts where name <> 'hash_key';
  end $$`;

const INT8 = 20;

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = await connected(url);
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client(url);
  client.setTypeParser(INT8, Number);
  // A stopping server cuts waiting connections. A running statement fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function createSqlite(): Promise<TestDatabase> {
  const folder = temporaryFolder();
  const url = `sqlite:${folder.file}`;
  const stores: Store[] = [];
  return Promise.resolve({
    url,
    async open(options = {}) {
      if (!existsSync(folder.file)) await copyTemplate(folder.file);
      const store = await open(url, options);
      stores.push(store);
      return store;
    },
    dialect: (settings = {}, databaseClock) =>
      sqliteDialect(folder.file, storeSettings(settings), { databaseClock }),
    query: <Row>(sql: string) => {
      const database = new Database(folder.file);
      database.pragma('foreign_keys = OFF');
      const statement = database.prepare(sql);
      const rows = statement.reader ? statement.all() : (statement.run(), []);
      database.close();
      return Promise.resolve(rows as Row[]);
    },
    empty: () => {
      emptySqlite(folder.file);
      return Promise.resolve();
    },
    async forbid(table) {
      await this.query(`create trigger no before insert on ${table} begin select raise(abort, 'no'); end`);
      return async () => void (await this.query('drop trigger no'));
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
    },
  });
}

function emptySqlite(file: string): void {
  const database = new Database(file);
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  const tables = database
    .prepare(
      `select name from sqlite_master where type = 'table'
        and name not in ('kysely_migration', 'kysely_migration_lock', 'store_facts')`,
    )
    .pluck()
    .all() as string[];
  database.transaction(() => {
    for (const table of tables) database.exec(`delete from "${table}"`);
    database.exec("delete from store_facts where name <> 'hash_key'");
  })();
  database.close();
}

/** Copies a migrated file: that takes a tenth of the time of making one. */
async function copyTemplate(file: string): Promise<void> {
  const folder = await madeOnce('sqlite', (made) => migrate(`sqlite:${join(made, 'cardway.db')}`));
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(join(folder, 'cardway.db'), file);
}

function onPostgres(url: string): TestDatabase {
  const stores: Store[] = [];
  let beside: Promise<Client> | undefined;
  return {
    url,
    async open(options = {}) {
      const store = await open(url, options);
      stores.push(store);
      return store;
    },
    dialect: (settings = {}, databaseClock) =>
      postgresDialect({
        databaseClock,
        databaseUrl: url,
        settings: storeSettings(settings),
      }),
    async forbid(table) {
      await query(
        url,
        `create or replace function no() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql;
        create trigger no before insert on ${table} execute function no()`,
      );
      return async () => void (await query(url, `drop trigger no on ${table}`));
    },
    query: async <Row>(sql: string) => {
      beside ??= connected(url);
      return (await (await beside).query(sql)).rows as Row[];
    },
    async empty() {
      await this.query(EMPTY_POSTGRES);
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await (await beside)?.end();
    },
  };
}

import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  sql,
  type TableMetadata,
} from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { CardwayError } from '../../../platform/errors.js';
import type { StoreSettings } from '../../settings.js';
import type { ColumnTypes, StoreConnection } from '../dialect.js';
import type { Tables } from '../schema.js';
import { BEGIN, SURE_COMMIT, WITHOUT_LIMITS } from './opening.js';
import { isHeldAlone, shareServing } from './serving.js';
import type { Sessions } from './session.js';
import { createTexts } from './text-parts.js';
import { readPostgresUrl } from './url.js';

/** "cardway", as a number. */
const INSTALLERS = '27988550966407545';

/**
 * Runs the schema's installer in one transaction that begins with a lock. Simultaneous installers run one after another, and a
 * failed migration leaves nothing behind. The lock belongs to the transaction: a pooler in between does no harm.
 */
export async function install<T>(
  args: { readonly config: ClientConfig; readonly waitMs: number; readonly isNew: boolean },
  installer: Parameters<StoreConnection['migrate']>[0],
): Promise<T> {
  const client = new Client(args.config);
  // A pending query reports the error itself; nobody else needs it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(BEGIN);
    await client.query(WITHOUT_LIMITS);
    await client.query(`select set_config('lock_timeout', $1, true), ${SURE_COMMIT}`, [String(args.waitMs)]);
    await client.query('select pg_advisory_xact_lock($1::bigint)', [INSTALLERS]);
    const place = await placeOf(client);
    requireEveryCharacter(place);
    if (!args.isNew) requireNoOther(place);
    const schema = place.schema ?? 'public';
    const installed = await withFirstCause(client, (queried) =>
      installer(kyselyOn(queried, schema), COLUMNS),
    );
    await continueNumbers(client);
    await client.query('commit');
    return installed as T;
  } finally {
    // Without a commit, the end of the connection rolls back.
    await client.end();
  }
}

/**
 * Lets each numbered table continue after its last row. Logical replication, and a restore of rows alone, leave the sequences
 * behind: each payment would then meet a number that is taken. Texts have no index by number and may share one.
 */
async function continueNumbers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sequence: string }>(`
    select format('%I', t.relname) as name, s.oid::regclass::text as sequence
    from pg_class as s join pg_depend as d on d.objid = s.oid and d.deptype = 'a' and d.refclassid = 'pg_class'::regclass
      join pg_class as t on t.oid = d.refobjid
      join pg_attribute as a on a.attrelid = t.oid and a.attnum = d.refobjsubid and a.attname = 'sequence'
      join pg_index as i on i.indrelid = t.oid and i.indisprimary and i.indkey[0] = d.refobjsubid
    where t.relkind = 'r' and case s.relkind
      when 'S' then has_sequence_privilege(s.oid, 'select') and has_sequence_privilege(s.oid, 'update') else false end
      and t.relnamespace = to_regnamespace(quote_ident(current_schema()))`);
  for (const { name, sequence } of rows) {
    await client.query(`select setval('${sequence}', last) from (select max(sequence) as last from ${name}) as rows
      where last > (select last_value - 1 + is_called::integer from ${sequence})`);
  }
}

interface Place {
  readonly role: string;
  readonly database: string;
  readonly encoding: string;
  /** Schema in which tables are made. Null where the search_path names none that exists. */
  readonly schema: string | null;
  /** Schemas of this database that hold tables of a gateway. */
  readonly holding: readonly string[];
}

async function placeOf(client: Client): Promise<Place> {
  const { rows } = await client.query<Place>(`select current_user::text as role,
    current_database()::text as database, current_schema()::text as schema,
    current_setting('server_encoding') as encoding,
    array(select n.nspname::text from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relname = 'store_facts' and c.relkind = 'r' order by n.nspname <> 'public', 1) as holding`);
  const [place] = rows;
  if (place === undefined) throw new Error('The server names no database.');
  return place;
}

/** Refuses to begin in a database that cannot hold every character: an answer of a wallet service could not be saved. */
function requireEveryCharacter({ encoding, schema, holding }: Place): void {
  if (ENCODINGS.includes(encoding) || (schema !== null && holding.includes(schema))) return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `The PostgreSQL database has the encoding ${encoding}, which lacks characters that calls and answers may have. ` +
      "Make another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
  });
}

/** The second one takes all bytes as they are. */
const ENCODINGS = ['UTF8', 'SQL_ASCII'];

/**
 * Refuses to make a second set of tables after the search_path changed: calls that the first one knows as paid would be paid
 * again. A new schema with the name of the user is enough, because the usual search_path begins with it.
 */
function requireNoOther({ role, database, schema, holding }: Place): void {
  const [other] = holding;
  if (other === undefined || (schema !== null && holding.includes(schema))) return;
  const [identRole, identDatabase, identOther] = [role, database, other].map(
    (text) => `"${text.replaceAll('"', '""')}"`,
  );
  throw new CardwayError('UNAVAILABLE', {
    message:
      `The tables of a gateway are in schema ${other} of the PostgreSQL database, but the search_path of user ${role} leads to ` +
      `${schema === null ? 'no schema' : `schema ${schema}`}, which has none. Change it: ALTER ROLE ${String(identRole)} IN DATABASE ` +
      `${String(identDatabase)} SET search_path = ${String(identOther)}. To begin anew on purpose, without everything that those tables ` +
      'know: cardway migrate --new.',
  });
}

const COLUMNS: ColumnTypes = {
  bytes: 'bytea',
  bytewise: sql`text collate "C"`,
  createTexts,
  async analyze(db, table) {
    await sql`analyze ${sql.id(table)}`.execute(db);
  },
  async replaceTable(db, name, by) {
    await sql`select setval(${`${by}_sequence_seq`}::regclass, last_value, is_called) from ${sql.id(`${name}_sequence_seq`)}`.execute(
      db,
    );
    await db.schema.dropTable(name).cascade().execute();
    await db.schema.alterTable(by).renameTo(name).execute();
    await sql`alter sequence ${sql.id(`${by}_sequence_seq`)} rename to ${sql.id(`${name}_sequence_seq`)}`.execute(
      db,
    );
    await sql`alter index ${sql.id(`${by}_pkey`)} rename to ${sql.id(`${name}_pkey`)}`.execute(db);
  },
  async indexPrefixes(db, table, column) {
    const name = sql.id(`${table}_${column}_prefix`);
    await sql`create index ${name} on ${sql.id(table)} (${sql.id(column)} collate "C")`.execute(db);
  },
  addSequence: (table, name) => table.addColumn(name, 'bigserial', (column) => column.notNull().primaryKey()),
};

/**
 * Runs the work on a connection. Errors: a CardwayError gets the first statement's error as its cause. The migrator looks at the
 * catalogue after that one, and then knows only that the transaction is aborted.
 */
async function withFirstCause<T>(
  client: Client,
  work: (queried: Pick<PostgresPoolClient, 'query'>) => Promise<T>,
): Promise<T> {
  let first: unknown;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    try {
      return await client.query(text, values);
    } catch (error) {
      first ??= error;
      throw error;
    }
  };
  try {
    return await work({ query: query as PostgresPoolClient['query'] });
  } catch (error) {
    if (first === undefined || !(error instanceof CardwayError)) throw error;
    throw new CardwayError(error.code, { message: error.message, cause: first });
  }
}

/** Creates a Kysely on a connection that is already in a transaction. */
function kyselyOn(client: Pick<PostgresPoolClient, 'query'>, schema: string): Kysely<Tables> {
  const borrowed = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} };
  return new Kysely({
    dialect: {
      createAdapter: () => new InTransactionAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db) => new SchemaIntrospector(db, schema),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** An adapter without lock and transaction, which exist already. */
class InTransactionAdapter extends PostgresAdapter {
  override get supportsTransactionalDdl(): boolean {
    return false;
  }
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

/** An introspector that ignores other schemas of the database. */
class SchemaIntrospector extends PostgresIntrospector {
  constructor(
    db: Kysely<unknown>,
    private readonly schema: string,
  ) {
    super(db);
  }
  override async getTables(options?: {
    readonly withInternalKyselyTables: boolean;
  }): Promise<TableMetadata[]> {
    const tables = await super.getTables(options);
    return tables.filter(({ schema }) => schema === this.schema);
  }
}

/**
 * Notices to other processes after a commit that they may wait for (NOTIFY). Only a hint: waiting processes also poll, so a lost
 * one costs only time. It is sent after the commit, because PostgreSQL runs commits that notify one after another. The pause
 * limits its rate.
 */
interface Hints {
  send(): void;
  listen(listener: () => void): void;
  /** Holds a gateway's share of the serving lock on the connection for hints. Errors: UNAVAILABLE, as `requireServing`. */
  serve(guard: ServingGuard): Promise<void>;
  /** Errors: UNAVAILABLE, with a sentence, while the gateway may not write. */
  readonly requireServing: () => void;
  close(): Promise<void>;
}

/** Watches over a gateway whose connection for hints broke, and with it its share of the serving lock. */
interface ServingGuard {
  /** Returns why the database must not be served any more, or null. */
  readonly problem: () => Promise<string | null>;
  /** Called when a command has the database, or had it. */
  readonly onLost: () => void;
}

const CHANNEL = 'cardway';

/** Pause between two hints. */
const PAUSE_MS = 10;

export function openHints(args: {
  readonly config: ClientConfig;
  readonly settings: Pick<StoreSettings, 'listenUrl' | 'listenRetryMs' | 'statementTimeoutMs'>;
  readonly readers: Sessions;
}): Hints {
  const { settings, readers } = args;
  const listeners: (() => void)[] = [];
  let sending: 'no' | 'yes' | 'again' = 'no';
  let listener: Listening | null = null;
  let guard: ServingGuard | null = null;
  let refused: CardwayError | null = null;

  async function send(): Promise<void> {
    if (sending !== 'no') {
      sending = 'again';
      return;
    }
    sending = 'yes';
    await readers.run([{ sql: `select pg_notify('${CHANNEL}', '')`, values: [] }]).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const isAgain = (sending as string) === 'again';
    sending = 'no';
    if (isAgain) await send();
  }

  function start(): void {
    if (settings.listenUrl === 'off') return;
    const config = settings.listenUrl === null ? args.config : readPostgresUrl(settings.listenUrl).config;
    listener ??= keepListening(
      { ...config, query_timeout: settings.statementTimeoutMs },
      settings.listenRetryMs,
      {
        onConnected: share,
        onNotification() {
          for (const each of listeners) each();
        },
      },
    );
  }

  /** A connection that broke had the share. A command may have taken the database since, and may have ended already. */
  async function share(client: Client, isFirst: boolean): Promise<void> {
    if (guard === null) return;
    const wasRefused = refused !== null;
    refused = await refusalOn(client, isFirst ? null : guard);
    if (refused === null) return;
    if (!wasRefused && !isFirst) guard.onLost();
    throw refused;
  }

  return {
    send: () => void send(),
    listen(onNotification) {
      listeners.push(onNotification);
      start();
    },
    async serve(given) {
      guard = given;
      start();
      await listener?.attempted;
      if (refused !== null) throw refused;
    },
    requireServing() {
      if (refused !== null) throw refused;
    },
    close: async () => listener?.close(),
  };
}

/** Takes a gateway's share of the serving lock. Returns why the gateway may not serve, or null. */
async function refusalOn(client: Client, guard: ServingGuard | null): Promise<CardwayError | null> {
  if (!(await shareServing(client))) return isHeldAlone();
  const problem = (await guard?.problem()) ?? null;
  return problem === null ? null : new CardwayError('UNAVAILABLE', { message: problem });
}

interface Listening {
  /** Resolves when the first connection exists or has failed. */
  readonly attempted: Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps one connection listening and reopens it when it breaks. Each new connection counts as a hint, because hints may have been
 * missed.
 */
function keepListening(
  config: ClientConfig,
  retryMs: number,
  on: {
    /** Errors: the connection is not used, and another follows. */
    readonly onConnected: (client: Client, isFirst: boolean) => Promise<void>;
    readonly onNotification: () => void;
  },
): Listening {
  let attempts = 0;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function again(): void {
    client = null;
    if (isClosed) return;
    timer = setTimeout(() => void connect(), retryMs);
    timer.unref();
  }

  async function connect(): Promise<void> {
    const isFirst = (attempts += 1) === 1;
    const next = new Client({ ...config, keepAlive: true, connectionTimeoutMillis: retryMs });
    client = next;
    next.on('error', () => undefined);
    next.on('notification', on.onNotification);
    try {
      await next.connect();
      next.on('end', again);
      await next.query(`listen ${CHANNEL}`);
      await on.onConnected(next, isFirst);
      on.onNotification();
    } catch {
      next.off('end', again);
      await next.end().catch(() => undefined);
      again();
    }
  }

  return {
    attempted: connect(),
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

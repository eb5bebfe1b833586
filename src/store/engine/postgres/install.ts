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
import type { Client } from 'pg';
import { CardwayError } from '../../../platform/errors.js';
import type { ColumnTypes, StoreConnection } from '../dialect.js';
import { codeOf } from '../operation.js';
import type { Tables } from '../schema.js';
import { connected, type Target } from './connection.js';
import { BEGIN, SURE_COMMIT, WITHOUT_LIMITS } from './opening.js';
import { createTexts } from './text-parts.js';

/** "cardway", as a number. */
const INSTALLERS = '27988550966407545';

interface InstallOptions {
  readonly target: Target;
  readonly waitMs: number;
  readonly isNew: boolean;
}

/**
 * Runs the schema's installer in one transaction that begins with a lock. Simultaneous installers run one after another, and a
 * failed migration leaves nothing behind. The lock belongs to the transaction: a pooler in between does no harm.
 *
 * Payments of running gateways wait behind a migration that waits for a table. It therefore waits only for a moment, and begins
 * anew until `waitMs` have passed since the first such refusal.
 */
export async function install<T>(
  args: InstallOptions,
  installer: Parameters<StoreConnection['migrate']>[0],
): Promise<T> {
  return connected({ ...args.target, lock: INSTALLERS }, (client) =>
    installPatiently<T>(client, args, installer),
  );
}

async function installPatiently<T>(
  client: Client,
  args: InstallOptions,
  installer: Parameters<StoreConnection['migrate']>[0],
): Promise<T> {
  let untilMs: number | null = null;
  let holders: readonly Holder[] = [];
  let isPatient = false;
  for (;;) {
    await beginAlone(client, args.waitMs);
    try {
      return await installOnce<T>(client, { ...args, isPatient }, installer);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await client.query('rollback');
      const before = holders;
      holders = await holdersOn(client);
      untilMs ??= performance.now() + args.waitMs;
      if (performance.now() > untilMs) throw isHeld(holders.filter(isAmong(before)), error);
      isPatient = !isPatient && holders.some(({ user }) => user === null);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Begins a transaction that is alone among installers. Errors: those of the server, such as a lock held for too long. */
async function beginAlone(client: Client, waitMs: number): Promise<void> {
  await client.query(BEGIN);
  await client.query(WITHOUT_LIMITS);
  await client.query(`select set_config('lock_timeout', $1, true), ${SURE_COMMIT}`, [String(waitMs)]);
  await client.query('select pg_advisory_xact_lock($1::bigint)', [INSTALLERS]);
}

async function installOnce<T>(
  client: Client,
  args: InstallOptions & { readonly isPatient: boolean },
  installer: Parameters<StoreConnection['migrate']>[0],
): Promise<T> {
  await client.query(args.isPatient ? WAIT_FOR_VACUUM : WAIT_FOR_MOMENT);
  const place = await placeOf(client);
  requireEveryCharacter(place);
  if (!args.isNew) requireNoOther(place);
  const schema = requireSchema(place);
  const installed = await withFirstCause(client, (queried) => installer(kyselyOn(queried, schema), COLUMNS));
  await continueNumbers(client);
  await client.query('commit');
  return installed as T;
}

const WAIT_FOR_MOMENT = "select set_config('lock_timeout', '100', true)";

/** The server ends a vacuum that is in the way, after deadlock_timeout. */
const WAIT_FOR_VACUUM = `select set_config('lock_timeout', (setting::integer + 500)::text, true) from pg_settings
  where name = 'deadlock_timeout'`;

/** Pause between two tries. */
const PAUSE_MS = 1000;

/** Returns whether the migration waited too long for a table, or was chosen to end a deadlock. */
function isRefusal(error: unknown): boolean {
  return /^(?:55P03|40P01)$/.test(codeOf(error instanceof CardwayError ? error.cause : error));
}

/** A transaction that has a lock on a table. `user`: null for a process of the server. */
interface Holder {
  readonly transaction: string;
  readonly pid: number;
  readonly user: string | null;
  readonly application: string;
}

async function holdersOn(client: Client): Promise<readonly Holder[]> {
  const { rows } = await client.query<Holder>(`select distinct virtualtransaction as transaction, pid,
    usename::text as user, application_name as application
    from pg_locks join pg_stat_activity using (pid) join pg_class as c on c.oid = relation
    where locktype = 'relation' and granted and pid <> pg_backend_pid() and relkind in ('r', 'p')
      and database = (select oid from pg_database where datname = current_database())
      and relnamespace = to_regnamespace(quote_ident(current_schema())) order by pid`);
  return rows;
}

/** Returns a filter for transactions that had locks at an earlier refusal too: those of payments end before the next one. */
function isAmong(earlier: readonly Holder[]): (holder: Holder) => boolean {
  return ({ transaction }) => earlier.some((holder) => holder.transaction === transaction);
}

function isHeld(holders: readonly Holder[], cause: unknown): CardwayError {
  const names = holders.map(
    ({ pid, user, application }) =>
      `process ${String(pid)} (${user ?? 'the server itself'}${application === '' ? '' : `, ${application}`})`,
  );
  return new CardwayError('UNAVAILABLE', {
    message:
      'A migration of the database needs a table that another transaction uses, and nothing changed. ' +
      (names.length === 0
        ? 'Run it again when fewer calls come.'
        : `Locks are held by ${names.join(', ')}: let it end, or end it with pg_terminate_backend, and run this again.`),
    cause,
  });
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
  throw new CardwayError('UNAVAILABLE', {
    message:
      `The tables of a gateway are in schema ${other} of the PostgreSQL database, but the search_path of user ${role} leads to ` +
      `${schema === null ? 'no schema' : `schema ${schema}`}, which has none. Change it: ALTER ROLE ${quoted(role)} IN DATABASE ` +
      `${quoted(database)} SET search_path = ${quoted(other)}. To begin anew on purpose, without everything that those tables ` +
      'know: cardway migrate --new.',
  });
}

/** Returns the schema in which tables are made. */
function requireSchema({ role, database, schema }: Place): string {
  if (schema !== null) return schema;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `The search_path of user ${role} names no schema of the PostgreSQL database that exists and that this user may use. Name one: ` +
      `ALTER ROLE ${quoted(role)} IN DATABASE ${quoted(database)} SET search_path = "public".`,
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

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
  addSequence: (table) => table.addColumn('sequence', 'bigserial', (column) => column.notNull().primaryKey()),
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

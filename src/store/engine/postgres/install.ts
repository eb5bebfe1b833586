import type { Client, PoolConfig } from 'pg';
import { CardwayError } from '../../../platform/errors.js';
import { MIGRATE_WAIT_MS } from '../../settings.js';
import { driveLater, type Operation } from '../operation.js';
import type { SchemaWords } from '../schema.js';
import { connected } from './connection.js';
import { BEGIN, COMMIT, SURE_COMMIT, WITHOUT_LIMITS } from './opening.js';

/** "cardway", as a number. */
const INSTALLERS = '27988550966407545';

interface InstallOptions {
  readonly config: PoolConfig;
  readonly isNew: boolean;
}

/**
 * Runs an operation that changes the schema in one transaction that begins with a lock. Simultaneous installers run one after another, and
 * a failed migration leaves nothing behind. The lock belongs to the transaction: a pooler in between does no harm.
 */
export async function install<T>({ config, isNew }: InstallOptions, start: () => Operation<T>): Promise<T> {
  return connected(config, async (client) => {
    await client.query(BEGIN.sql);
    await client.query(WITHOUT_LIMITS);
    await client.query(`select set_config('lock_timeout', $1, true), ${SURE_COMMIT}`, [
      String(MIGRATE_WAIT_MS),
    ]);
    await client.query('select pg_advisory_xact_lock($1::bigint)', [INSTALLERS]);
    await client.query("select set_config('lock_timeout', $1, true)", [String(TABLE_LOCK_MS)]);
    const place = await placeOf(client);
    requireEveryCharacter(place);
    if (!isNew) requireNoOther(place);
    requireSchema(place);
    const installed = await driveLater(start(), async ({ sql, values }) => {
      const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, values);
      return { rows, changes: rowCount ?? 0 };
    });
    await client.query(COMMIT.sql);
    return installed;
  });
}

/** Payments of running gateways wait behind a migration that waits for a table. It then fails, and can be run again. */
const TABLE_LOCK_MS = 3000;

interface Place {
  readonly role: string;
  readonly database: string;
  readonly encoding: string;
  /** Schema in which tables are made. Null where the search_path names none that exists. */
  readonly schema: string | null;
  /** Null where there is no schema. */
  readonly mayCreate: boolean | null;
  /** Schemas of this database that hold tables of a gateway. */
  readonly holding: readonly string[];
}

async function placeOf(client: Client): Promise<Place> {
  const { rows } = await client.query<Place>(`select current_user::text as role,
    current_database()::text as database, current_schema()::text as schema,
    has_schema_privilege(current_schema()::text, 'create') as "mayCreate",
    current_setting('server_encoding') as encoding,
    array(select n.nspname::text from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relname = 'store_facts' and c.relkind = 'r' order by n.nspname <> 'public', 1) as holding`);
  const [place] = rows;
  if (place === undefined) throw new Error('The server names no database.');
  return place;
}

/** Refuses a database that cannot hold every character: an answer of a wallet service could not be saved. */
function requireEveryCharacter({ encoding }: Place): void {
  if (encoding === 'UTF8') return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      `The PostgreSQL database has the encoding ${encoding}, which lacks characters that calls and answers may have. ` +
      "Make another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
  });
}

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

/** Refuses a search_path that leads to no schema in which this user may make tables. */
function requireSchema({ role, database, schema, holding, mayCreate }: Place): void {
  if (schema !== null && (mayCreate === true || holding.includes(schema))) return;
  throw new CardwayError('UNAVAILABLE', {
    message:
      schema === null
        ? `The search_path of user ${role} names no schema of the PostgreSQL database that exists and that this user may use. Name ` +
          `one: ALTER ROLE ${quoted(role)} IN DATABASE ${quoted(database)} SET search_path = "public".`
        : `User ${role} may make no table in schema ${schema} of the PostgreSQL database. Allow it: GRANT CREATE ON SCHEMA ` +
          `${quoted(schema)} TO ${quoted(role)}.`,
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const WORDS: SchemaWords = {
  serial: 'bigserial not null primary key',
  bytes: 'bytea',
  bytewise: 'text collate "C"',
};

import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { StoreDialect } from '../engine/dialect.js';
import { runOnce, type Step } from '../engine/operation.js';
import type { Tables } from '../engine/schema.js';

export type MovedRow = Readonly<Record<string, string | number | Buffer | null>>;
/** Values of a row's key. */
export type RowLocator = readonly (string | number)[];

type AnyTables = Record<string, Record<string, string | number | Buffer | null>>;

/** Returns the same compiler, for tables whose columns do not matter. */
function compilerOf({ compiler }: StoreDialect): Kysely<AnyTables> {
  return compiler as unknown as Kysely<AnyTables>;
}

/** Returns rows after a place in the order of the key, with all columns. */
export function* rowsAfter(
  dialect: StoreDialect,
  table: MovedTable,
  wanted: { readonly after: RowLocator | null; readonly limit: number },
): Step<readonly MovedRow[]> {
  let query = compilerOf(dialect).selectFrom(table.name).selectAll().limit(wanted.limit);
  for (const column of table.key) query = query.orderBy(column);
  const { after } = wanted;
  if (after !== null) query = query.where((eb) => isAfter(eb, table.key, after));
  return (yield* runOnce(query)).rows;
}

/** Builds (a, b) > (1, 2) in a form for which every database uses an index. */
function isAfter(
  eb: ExpressionBuilder<AnyTables, string>,
  key: readonly string[],
  place: RowLocator,
): Expression<SqlBool> {
  return eb.or(
    key.map((column, index) =>
      eb.and([
        ...key.slice(0, index).map((previous, position) => eb(previous, '=', place[position] ?? null)),
        eb(column, '>', place[index] ?? null),
      ]),
    ),
  );
}

export function rowLocatorOf(table: MovedTable, row: MovedRow): RowLocator {
  return table.key.map((column) => row[column] as string | number);
}

export function* insertRows(dialect: StoreDialect, table: MovedTable, rows: readonly MovedRow[]): Step<void> {
  const query = compilerOf(dialect)
    .insertInto(table.name)
    .values([...rows]);
  yield* runOnce(query);
}

/** Deletes all rows of a table. */
export function* deleteRows(dialect: StoreDialect, table: MovedTable): Step<void> {
  const query = compilerOf(dialect).deleteFrom(table.name);
  yield* runOnce(query);
}

export function* countRows(dialect: StoreDialect, table: MovedTable): Step<number> {
  const query = compilerOf(dialect)
    .selectFrom(table.name)
    .select((eb) => eb.fn.countAll<number>().as('rows'));
  const { rows } = yield* runOnce(query);
  return rows[0]?.rows ?? 0;
}

/** A table, with the columns that identify its rows. */
export interface MovedTable {
  readonly name: keyof Tables;
  readonly key: readonly string[];
  /** The table numbers its rows: the target must continue the numbers. */
  readonly isNumbered?: boolean;
  /** A new database has rows in it. A move replaces them. */
  readonly isBegunByMigration?: boolean;
}

const numbered = (name: keyof Tables): MovedTable => ({ name, key: ['sequence'], isNumbered: true });

/** All tables except LEFT_BEHIND. A row comes after every row that it refers to. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'store_facts', key: ['name'], isBegunByMigration: true },
  { name: 'programmes', key: ['programme'] },
  { name: 'terminals', key: ['terminal_id'] },
  numbered('terminal_passwords'),
  { name: 'wallets', key: ['reference'] },
  { name: 'cards', key: ['card_id'] },
  { name: 'api_keys', key: ['key_id'] },
  { name: 'audit_log', key: ['sequence'] },
  numbered('approvals'),
  numbered('refused_calls'),
  numbered('transactions'),
  numbered('transaction_texts'),
  numbered('events'),
  numbered('endpoints'),
  numbered('deliveries'),
  numbered('delivery_attempts'),
  { name: 'shared_keys', key: ['programme', 'shared_key_id'] },
  numbered('provisioning_attempts'),
  numbered('attempt_history'),
  numbered('activation_codes'),
  numbered('token_authorizations'),
  numbered('digitizations'),
  { name: 'quarter_hours', key: ['from_ms'] },
];

/** Tables whose rows end by themselves within minutes: operators sign in again. */
export const LEFT_BEHIND: readonly (keyof Tables)[] = ['begun_sign_ins', 'console_sessions'];

export const NUMBERED_TABLES: readonly (keyof Tables)[] = MOVED_TABLES.filter(
  ({ isNumbered }) => isNumbered === true,
).map(({ name }) => name);

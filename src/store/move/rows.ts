import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { MovedTable } from './tables.js';

export type MovedRow = Readonly<Record<string, string | number | Buffer | null>>;
/** The values of a row's key. */
export type Place = readonly (string | number)[];

type AnyTables = Record<string, Record<string, string | number | Buffer | null>>;

/** The same compiler, for tables whose columns do not matter. */
function compilerOf({ compiler }: StoreDialect): Kysely<AnyTables> {
  return compiler as unknown as Kysely<AnyTables>;
}

/** Rows after a place in the order of the key, all columns. */
export function* rowsAfter(
  dialect: StoreDialect,
  table: MovedTable,
  wanted: { readonly after: Place | null; readonly limit: number },
): Step<readonly MovedRow[]> {
  let query = compilerOf(dialect).selectFrom(table.name).selectAll().limit(wanted.limit);
  for (const column of table.key) query = query.orderBy(column);
  const { after } = wanted;
  if (after !== null) query = query.where((eb) => isAfter(eb, table.key, after));
  return (yield* run(
    compile(() => query),
    {},
  )).rows;
}

/** (a, b) > (1, 2), in words that every database uses an index for. */
function isAfter(
  eb: ExpressionBuilder<AnyTables, string>,
  key: readonly string[],
  place: Place,
): Expression<SqlBool> {
  return eb.or(
    key.map((column, index) =>
      eb.and([
        ...key.slice(0, index).map((former, position) => eb(former, '=', place[position] ?? null)),
        eb(column, '>', place[index] ?? null),
      ]),
    ),
  );
}

export function placeOf(table: MovedTable, row: MovedRow): Place {
  return table.key.map((column) => row[column] as string | number);
}

export function* insertRows(dialect: StoreDialect, table: MovedTable, rows: readonly MovedRow[]): Step<void> {
  const query = compilerOf(dialect)
    .insertInto(table.name)
    .values([...rows]);
  yield* run(
    compile(() => query),
    {},
  );
}

export function* countRows(dialect: StoreDialect, table: MovedTable): Step<number> {
  const query = compilerOf(dialect)
    .selectFrom(table.name)
    .select((eb) => eb.fn.countAll<number>().as('rows'));
  const { rows } = yield* run(
    compile(() => query),
    {},
  );
  return rows[0]?.rows ?? 0;
}

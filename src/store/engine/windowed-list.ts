import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { NamedPageRequest } from '../../use-cases/directory/administration-port.js';
import type { Page, PageRequest } from '../../use-cases/paging.js';
import type { StoreParts } from '../parts.js';
import type { StoreSettings } from '../settings.js';
import type { StoreConnection, StoreDialect } from './dialect.js';
import { first, type Operation, runOnce } from './operation.js';
import type { Tables } from './schema.js';
import { compile } from './statement.js';

/** Sequences from `oldest` to `newest`, both included. */
export interface Range {
  readonly oldest: number;
  readonly newest: number;
}

export interface RowsWanted<Filter> {
  readonly filter: Filter;
  readonly window: Range;
  readonly newestFirst: boolean;
  readonly limit: number;
}

/** A search interface of a table that grows without end. */
export interface WindowedRows<Filter, Row> {
  /** Returns the range from the first row to the last one that can pass the filter, within this range. Null where none can. */
  readonly extent: (filter: Filter, within: Range) => Operation<Range | null>;
  /** Returns the rows of a window that pass the filter. */
  readonly rowsIn: (wanted: RowsWanted<Filter>) => Operation<readonly Row[]>;
  /** Returns how many rows to read in one go where an index serves the filter; undefined, and `scanRows` are read, where none does. */
  readonly windowRows?: (filter: Filter) => number | undefined;
}

/** For filters whose rows an index leads to, and that few rows pass. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** Rows on one page of a list. */
const PAGE_ROWS_MAX = 500;

export type ListSettings = Pick<StoreSettings, 'scanRows' | 'pageScanMs'>;

/**
 * Creates a list for people, newest first. It reads window by window beside payments. A search of ten million rows delays no
 * payment, and other lists get their turn between two windows. A page that takes longer than `pageScanMs` ends early, after one
 * window at least, and says where it stands. The result is not a snapshot; rows that arrive meanwhile may be missing.
 */
export function createWindowedList<Filter, Row>(
  connection: Pick<StoreConnection, 'readAside'>,
  settings: ListSettings,
  table: WindowedRows<Filter, Row>,
): (page: PageRequest<Filter>) => Promise<Page<Row>> {
  return async (page) => {
    const { filter } = page;
    const newestFirst = page.first !== undefined || page.last === undefined;
    const wanted = Math.min(page.first ?? page.last ?? PAGE_ROWS_MAX, PAGE_ROWS_MAX);
    const found: Row[] = [];
    let untilMs: number | null = null;
    let readTo: number | null = null;
    let endsEarly = false;
    for await (const window of windowsOf({ connection, settings, table, page, newestFirst })) {
      // From the first window on: a thread that starts with this list takes none of the time.
      untilMs ??= performance.now() + settings.pageScanMs;
      endsEarly = readTo !== null && performance.now() >= untilMs;
      if (endsEarly) break;
      const limit = wanted + 1 - found.length;
      found.push(...(await connection.readAside(table.rowsIn({ filter, window, newestFirst, limit }))));
      if (found.length > wanted) break;
      readTo = newestFirst ? window.oldest : window.newest;
    }
    const rows = found.slice(0, wanted);
    const isMore = endsEarly || found.length > wanted;
    const place = endsEarly ? readTo : null;
    if (newestFirst) {
      const next = place === null ? {} : { nextAfter: place };
      return { rows, hasNextPage: isMore, hasPreviousPage: page.after !== undefined, ...next };
    }
    const previous = place === null ? {} : { previousBefore: place };
    rows.reverse();
    return { rows, hasNextPage: page.before !== undefined, hasPreviousPage: isMore, ...previous };
  };
}

/**
 * Yields the windows in which a page can lie, one for each turn of the event loop. Each begins at a row: a restore and a purge leave
 * gaps, and those of a restore are a billion wide.
 */
export async function* windowsOf<Filter>(args: {
  readonly connection: Pick<StoreConnection, 'readAside'>;
  readonly settings: Pick<ListSettings, 'scanRows'>;
  readonly table: Pick<WindowedRows<Filter, unknown>, 'extent' | 'windowRows'>;
  readonly page: PageRequest<Filter>;
  readonly newestFirst: boolean;
}): AsyncGenerator<Range> {
  const { connection, table, page, newestFirst } = args;
  const rows = table.windowRows?.(page.filter) ?? args.settings.scanRows;
  // `after` and `before` follow the order of the list: older rows come after a row.
  let rest: Range = { oldest: (page.before ?? -1) + 1, newest: (page.after ?? Number.MAX_SAFE_INTEGER) - 1 };
  while (rest.oldest <= rest.newest) {
    const range: Range | null = await connection.readAside(table.extent(page.filter, rest));
    if (range === null || range.oldest > range.newest) return;
    const window = endOf(range, rows, newestFirst);
    yield window;
    await new Promise((resolve) => setImmediate(resolve));
    rest = newestFirst
      ? { oldest: range.oldest, newest: window.oldest - 1 }
      : { oldest: window.newest + 1, newest: range.newest };
  }
}

/** Returns the newest or oldest window of a range that is divided at multiples of `rows`. */
function endOf({ oldest, newest }: Range, rows: number, newestFirst: boolean): Range {
  return newestFirst
    ? { oldest: Math.max(oldest, newest - (newest % rows)), newest }
    : { oldest, newest: Math.min(newest, oldest - (oldest % rows) + rows - 1) };
}

type NumberedTable =
  | 'events'
  | 'deliveries'
  | 'endpoints'
  | 'provisioning_attempts'
  | 'digitizations'
  | 'audit_log'
  | 'approvals'
  | 'refused_calls';

/** Query for the rows of a list, in any order, under the names of `Row`. */
type RowsQuery<Row> = SelectQueryBuilder<Tables, keyof Tables, Row>;

/**
 * Creates the search interface of a table from the query for the rows that pass a filter. `areFew` says for which filters an index
 * leads to a few rows, which are read in one go.
 */
export function createRows<Filter, Row>(
  dialect: StoreDialect,
  table: NumberedTable,
  matching: (filter: Filter) => RowsQuery<Row>,
  areFew: (filter: Filter) => boolean = () => false,
): WindowedRows<Filter, Row> {
  const sequence = `${table}.sequence`;
  return {
    extent: createExtent(dialect, table),
    windowRows: (filter) => (areFew(filter) ? ALL_ROWS : undefined),
    *rowsIn({ filter, window, newestFirst, limit }) {
      const query = matching(filter)
        .where(within(sequence, window))
        .orderBy(sql.ref<number>(sequence), newestFirst ? 'desc' : 'asc')
        .limit(limit);
      return (yield* runOnce(query)).rows;
    },
  };
}

/** Holds for the rows of a window. */
export function within(sequence: string, { oldest, newest }: Range): RawBuilder<SqlBool> {
  return sql`${sql.ref(sequence)} >= ${oldest} and ${sql.ref(sequence)} <= ${newest}`;
}

export type ListParts = Pick<StoreParts, 'dialect' | 'connection' | 'settings'>;

/** Creates the list of a table: see `createRows`. */
export function createList<Filter, Row>(
  { dialect, connection, settings }: ListParts,
  table: NumberedTable,
  matching: (filter: Filter) => RowsQuery<Row>,
  areFew?: (filter: Filter) => boolean,
): (page: PageRequest<Filter>) => Promise<Page<Row>> {
  return createWindowedList(connection, settings, createRows(dialect, table, matching, areFew));
}

/** Creates a query for the extent of a whole table, whatever the filter. */
function createExtent(
  { compiler }: StoreDialect,
  table: NumberedTable,
): WindowedRows<unknown, unknown>['extent'] {
  const extent = compile((p: Range) => {
    const rows = compiler
      .selectFrom(table)
      .select('sequence')
      .where('sequence', '>=', p.oldest)
      .where('sequence', '<=', p.newest)
      .limit(sql.lit(1));
    return compiler.selectNoFrom([
      rows.orderBy('sequence').as('oldest'),
      rows.orderBy('sequence', 'desc').as('newest'),
    ]);
  });
  return function* wholeTable(_filter, within) {
    const range = yield* first(extent, within);
    return range?.oldest == null || range.newest === null
      ? null
      : { oldest: range.oldest, newest: range.newest };
  };
}

/** Holds where each column has its value. A value that is null or left out does not count. */
export function equal(values: Readonly<Record<string, unknown>>): RawBuilder<SqlBool> {
  const given = Object.entries(values).filter(([, value]) => value != null);
  return allOf(given.map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`));
}

/** Holds from the first time until before the second one. A time that is left out is no limit. */
export function during(
  column: string,
  fromMs: number | undefined,
  toMs: number | undefined,
): RawBuilder<SqlBool> {
  const from = fromMs === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${fromMs}`];
  const to = toMs === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${toMs}`];
  return allOf([...from, ...to]);
}

function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/**
 * Creates a list for people, in the order of a column of names. It reads one row more than the page has, to learn whether more
 * exist.
 */
export function createNamedList<Filter, Row>(
  { connection }: { readonly connection: Pick<StoreConnection, 'readAside'> },
  column: string,
  matching: (filter: Filter) => RowsQuery<Row>,
): (page: NamedPageRequest<Filter>) => Promise<Page<Row>> {
  return async (page) => {
    const { after = null, before = null } = page;
    const name = sql.ref<string>(column);
    const isLast = page.first === undefined && page.last !== undefined;
    const wanted = Math.min(page.first ?? page.last ?? PAGE_ROWS_MAX, PAGE_ROWS_MAX);
    const query = matching(page.filter)
      .$if(after !== null, (q) => q.where(name, '>', after))
      .$if(before !== null, (q) => q.where(name, '<', before))
      .orderBy(name, isLast ? 'desc' : 'asc')
      .limit(wanted + 1);
    const { rows: found } = await connection.readAside(runOnce(query));
    const isMore = found.length > wanted;
    const shown = found.slice(0, wanted);
    return isLast
      ? { rows: shown.reverse(), hasNextPage: page.before !== undefined, hasPreviousPage: isMore }
      : { rows: shown, hasNextPage: isMore, hasPreviousPage: page.after !== undefined };
  };
}

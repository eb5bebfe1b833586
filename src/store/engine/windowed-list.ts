import { sql } from 'kysely';
import type { NamedPageRequest } from '../../use-cases/directory/administration-port.js';
import type { Page, PageRequest } from '../../use-cases/paging.js';
import type { StoreSettings } from '../settings.js';
import type { StoreConnection, StoreDialect } from './dialect.js';
import { first, type Operation } from './operation.js';
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
  /** Returns how many rows to read in one go; `scanRows` unless an index serves the filter. */
  readonly windowRows?: (filter: Filter) => number;
}

/** Rows of a window where an index leads to the few rows that pass. */
export const INDEXED_ROWS = 16_384;

export type ListSettings = Pick<StoreSettings, 'scanRows' | 'pageScanMs' | 'pageRowsMax'>;

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
    const wanted = Math.min(page.first ?? page.last ?? settings.pageRowsMax, settings.pageRowsMax);
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

/** Creates a query for the extent of a whole table, whatever the filter. */
export function createExtent(
  { compiler }: StoreDialect,
  table:
    | 'events'
    | 'deliveries'
    | 'endpoints'
    | 'provisioning_attempts'
    | 'digitizations'
    | 'audit_log'
    | 'approvals'
    | 'refused_calls',
): (filter: unknown, within: Range) => Operation<Range | null> {
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

/** Bounds of the rows to read for a page of a table ordered by name. */
export interface NamedRows {
  /** Exclusive. Null starts at the first row. */
  readonly above: string | null;
  /** Exclusive. Null ends at the last row. */
  readonly below: string | null;
  readonly isDescending: boolean;
  readonly limit: number;
}

/** Reads one row more than the page has, to learn whether more exist. */
export function namedRows(page: NamedPageRequest<unknown>, rowsMax: number): NamedRows {
  const isDescending = page.first === undefined && page.last !== undefined;
  return {
    above: page.after ?? null,
    below: page.before ?? null,
    isDescending,
    limit: Math.min(page.first ?? page.last ?? rowsMax, rowsMax) + 1,
  };
}

export function namedPage<Row>(
  page: NamedPageRequest<unknown>,
  wanted: NamedRows,
  found: readonly Row[],
): Page<Row> {
  const isMore = found.length >= wanted.limit;
  const rows = found.slice(0, wanted.limit - 1);
  return wanted.isDescending
    ? { rows: rows.reverse(), hasNextPage: page.before !== undefined, hasPreviousPage: isMore }
    : { rows, hasNextPage: isMore, hasPreviousPage: page.after !== undefined };
}

import type { ListPage, ListPageRequest } from '../usecase/ports.js';
import type { StoreConnection } from './dialect/dialect.js';
import { windows, type Range } from './ledger/filter.js';
import type { Operation } from './operation.js';
import type { StoreSettings } from './settings.js';

export interface WindowedRows<Filter, Row> {
  /** The first and the last sequence that there is; null for an empty table. */
  readonly extent: () => Operation<Range | null>;
  /** The rows of a window that pass the filter. */
  readonly rowsIn: (args: {
    readonly filter: Filter;
    readonly window: Range;
    readonly newestFirst: boolean;
    readonly limit: number;
  }) => Operation<readonly Row[]>;
}

/**
 * A list for people, newest first, of a table that grows without end. It is read window by window, and between two windows the
 * event loop is free: whoever searches ten million rows waits, no payment does.
 */
export function createWindowedList<Filter, Row>(
  connection: StoreConnection,
  settings: Pick<StoreSettings, 'scanRows' | 'pageRowsMax'>,
  { extent, rowsIn }: WindowedRows<Filter, Row>,
): (page: ListPageRequest<Filter>) => Promise<ListPage<Row>> {
  return async (page) => {
    const newestFirst = page.first !== undefined || page.last === undefined;
    const wanted = Math.min(page.first ?? page.last ?? settings.pageRowsMax, settings.pageRowsMax);
    const found: Row[] = [];
    const range = reach(await connection.read(extent()), page);
    for (const window of range === null ? [] : windows(range, settings.scanRows, newestFirst)) {
      const limit = wanted + 1 - found.length;
      found.push(...(await connection.read(rowsIn({ filter: page.filter, window, newestFirst, limit }))));
      if (found.length > wanted) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const rows = found.slice(0, wanted);
    const isMore = found.length > wanted;
    return newestFirst
      ? { rows, hasNextPage: isMore, hasPreviousPage: page.after !== undefined }
      : { rows: rows.reverse(), hasNextPage: page.before !== undefined, hasPreviousPage: isMore };
  };
}

/** `after` and `before` are meant in the order of the list: after a row come older ones. */
function reach(range: Range | null, page: Pick<ListPageRequest<unknown>, 'after' | 'before'>): Range | null {
  if (range === null) return null;
  const oldest = Math.max(range.oldest, (page.before ?? -1) + 1);
  const newest = Math.min(range.newest, (page.after ?? range.newest + 1) - 1);
  return oldest <= newest ? { oldest, newest } : null;
}

import type { Page, PageRequest } from '../../usecase/attempt-port.js';
import type { StoreConnection } from '../dialect/dialect.js';
import { windows, type Range } from '../ledger/filter.js';
import type { Operation } from '../operation.js';
import type { StoreSettings } from '../settings.js';

export interface RowsWanted {
  readonly window: Range;
  readonly newestFirst: boolean;
  readonly limit: number;
}

/**
 * One page of a list, newest first, read window by window so that between two windows the event loop is free. The answer is not
 * a snapshot; rows that arrive meanwhile may be missing from it.
 */
export async function readPage<Row, Filter>(args: {
  readonly connection: Pick<StoreConnection, 'read'>;
  readonly settings: Pick<StoreSettings, 'scanRows' | 'pageRowsMax'>;
  readonly page: PageRequest<Filter>;
  /** An index serves the filter: all in one window. */
  readonly isNarrow: boolean;
  /** Sequences of the oldest and the newest row. */
  readonly extent: () => Operation<Range | null>;
  readonly rowsIn: (wanted: RowsWanted) => Operation<readonly Row[]>;
}): Promise<Page<Row>> {
  const { page, settings, connection } = args;
  const newestFirst = page.first !== undefined || page.last === undefined;
  const wanted = Math.min(page.first ?? page.last ?? settings.pageRowsMax, settings.pageRowsMax);
  const found: Row[] = [];
  const range = within(await connection.read(args.extent()), page);
  const windowRows = args.isNarrow ? Number.MAX_SAFE_INTEGER : settings.scanRows;
  for (const window of range === null ? [] : windows(range, windowRows, newestFirst)) {
    const limit = wanted + 1 - found.length;
    found.push(...(await connection.read(args.rowsIn({ window, newestFirst, limit }))));
    if (found.length > wanted) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const rows = found.slice(0, wanted);
  const isMore = found.length > wanted;
  return newestFirst
    ? { rows, hasNextPage: isMore, hasPreviousPage: page.after !== undefined }
    : { rows: rows.reverse(), hasNextPage: page.before !== undefined, hasPreviousPage: isMore };
}

function within(extent: Range | null, { after, before }: PageRequest<unknown>): Range | null {
  if (extent === null) return null;
  const oldest = Math.max(extent.oldest, (before ?? -1) + 1);
  const newest = Math.min(extent.newest, (after ?? extent.newest + 1) - 1);
  return oldest <= newest ? { oldest, newest } : null;
}

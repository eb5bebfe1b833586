import type { NamedPageRequest, Page } from '../../usecase/ports.js';

/** Which rows of a table to read, in the order of its names, for a page. */
export interface NamedRows {
  /** Exclusive; null: from the first. */
  readonly above: string | null;
  /** Exclusive; null: to the last. */
  readonly below: string | null;
  readonly isDescending: boolean;
  readonly limit: number;
}

/** One row more than the page has is read, to know whether there are more. */
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

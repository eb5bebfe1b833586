import { badRequest } from '../platform/errors.js';

/**
 * Request for one page of a list, newest first. `after` and `before` are sequences, exclusive. Give `first` or `last`, not both.
 */
export interface PageRequest<Filter> {
  readonly filter: Filter;
  readonly first?: number;
  readonly after?: number;
  readonly last?: number;
  readonly before?: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Set where the page ended early, because few rows passed the filter: the next page is the one after this sequence. */
  readonly nextAfter?: number;
  /** The same for a page that was asked for by `last`: the previous page is the one before this sequence. */
  readonly previousBefore?: number;
}

/** Entries in one page of a GraphQL list. It is the same on every gateway, because clients rely on it. */
export const PAGE_SIZE_MAX = 200;

/** Checks the size of a page. Errors: BAD_REQUEST for a page that is too long, or asked for from both ends. */
export function requirePageSize(request: { readonly first?: number; readonly last?: number }): void {
  for (const field of ['first', 'last'] as const) {
    const size = request[field];
    if (size !== undefined && (size < 0 || size > PAGE_SIZE_MAX)) {
      throw badRequest(field, `${field} must be from 0 to ${String(PAGE_SIZE_MAX)}.`);
    }
  }
  if (request.first !== undefined && request.last !== undefined) {
    throw badRequest('last', 'Give first or last, not both.');
  }
}

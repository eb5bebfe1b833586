import { nameInCursor, namedCursor } from '../../core/named-cursor.js';
import { CardwayError } from '../../errors.js';
import type { NamedPageRequest, Page } from '../../usecase/ports.js';
import type { Connection, Edge } from '../connection.type.js';
import { PAGE_SIZE, type PageArgs } from '../page-arguments.js';

/** What tells the cursors of one list from those of another. */
type List = 'terminal' | 'key' | 'wallet';

/** Errors: BAD_REQUEST for a cursor that is none of this list's. */
export function namedPageOf<Filter>(args: PageArgs, list: List, filter: Filter): NamedPageRequest<Filter> {
  const isPlain = args.first == null && args.last == null;
  return {
    filter,
    ...(isPlain ? { first: PAGE_SIZE } : {}),
    ...(args.first == null ? {} : { first: args.first }),
    ...(args.last == null ? {} : { last: args.last }),
    ...(args.after == null ? {} : { after: nameOf('after', args.after, list) }),
    ...(args.before == null ? {} : { before: nameOf('before', args.before, list) }),
  };
}

export function namedConnection<Row, Node>(
  page: Page<Row>,
  list: List,
  view: { readonly name: (row: Row) => string; readonly node: (row: Row) => Node },
): Connection<Node> & { edges: Edge<Node>[] } {
  const edges = page.rows.map((row) => ({ cursor: namedCursor(list, view.name(row)), node: view.node(row) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function nameOf(field: string, cursor: string, list: List): string {
  const name = nameInCursor(list, cursor);
  if (name !== null) return name;
  throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be a cursor of this list.` });
}

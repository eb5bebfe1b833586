import { namedCursor, nameInCursor } from '../core/directory/named-cursor.js';
import { CardwayError } from '../platform/errors.js';
import type { NamedPageRequest } from '../use-cases/directory/administration-port.js';
import type { Page } from '../use-cases/paging.js';
import { type Connection, type Edge, type PageArgs, pageRequestOf } from './paging.js';

/** Mark of a list in its cursors, so that no other list accepts them. */
type List = 'terminal' | 'key' | 'wallet' | 'document';

/** Returns the request for a page. Errors: BAD_REQUEST for a cursor of another list. */
export function namedPageOf<Filter>(args: PageArgs, list: List, filter: Filter): NamedPageRequest<Filter> {
  return pageRequestOf(args, filter, (field, cursor) => nameOf(field, cursor, list));
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

/**
 * Returns a page of a list that is short enough to be read whole (Relay cursor connections, section 4). `keyOf` makes its
 * cursors. Errors: BAD_REQUEST (a size below 0, first and last together, a cursor of another list).
 */
export function pageOfList<Node>(
  nodes: readonly Node[],
  keyOf: (node: Node) => string,
  args: PageArgs,
): Connection<Node> & { edges: { cursor: string; node: Node }[] } {
  const first = sizeOf('first', args.first);
  const last = sizeOf('last', args.last);
  if (first !== null && last !== null) throw bad('last', 'Give first or last, not both.');
  const all = nodes.map((node) => ({ cursor: Buffer.from(keyOf(node)).toString('base64url'), node }));
  const from = args.after == null ? 0 : indexOf(all, 'after', args.after) + 1;
  const to = args.before == null ? all.length : indexOf(all, 'before', args.before);
  const within = all.slice(from, Math.max(from, to));
  const edges =
    last === null ? within.slice(0, first ?? within.length) : within.slice(Math.max(0, within.length - last));
  return {
    edges,
    pageInfo: {
      hasNextPage: first !== null && within.length > first,
      hasPreviousPage: last !== null && within.length > last,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function sizeOf(field: string, size: number | null | undefined): number | null {
  if (size == null) return null;
  if (size < 0) throw bad(field, `${field} must be 0 or more.`);
  return size;
}

function indexOf(all: readonly { readonly cursor: string }[], field: string, cursor: string): number {
  const index = all.findIndex((edge) => edge.cursor === cursor);
  if (index === -1) throw bad(field, `${field} must be a cursor of this list.`);
  return index;
}

function bad(field: string, message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field, message });
}

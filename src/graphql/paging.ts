import { ArgsType, type ClassType, Field, Int } from 'type-graphql';
import { badRequest } from '../platform/errors.js';
import { type Page, type PageRequest, PAGE_SIZE_MAX, requirePageSize } from '../use-cases/paging.js';
import { field, given, nullable, objectType } from './shapes.js';
import { namedCursor, nameInCursor } from '../core/directory/named-cursor.js';
import type { NamedPageRequest } from '../use-cases/directory/administration-port.js';

const PageInfo = objectType('PageInfo', 'Place of a page in its connection (Relay cursor connections).', {
  hasNextPage: field(
    Boolean,
    'True where entries may follow. A page stops early, and may be empty, where few entries pass the filter. `endCursor` continues.',
  ),
  hasPreviousPage: field(Boolean, 'True where entries may precede.'),
  startCursor: nullable(
    String,
    'Cursor of the first entry, or of the place where a page from the end stopped early. Null for an empty page.',
  ),
  endCursor: nullable(
    String,
    'Cursor of the last entry, or of the place where the page stopped early. Null for an empty page.',
  ),
});
type PageInfo = InstanceType<typeof PageInfo>;

interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

export interface Connection<Node> {
  readonly edges: readonly Edge<Node>[];
  readonly pageInfo: PageInfo;
}

type Edges<Node> = Connection<Node> & { edges: Edge<Node>[] };

/**
 * Returns the connection type of a node type, with its edge type. Both are named after it (Relay cursor connections
 * specification).
 */
export function connectionOf<Node extends object>(NodeClass: ClassType<Node>) {
  const { name } = NodeClass;
  const NodeEdge = objectType(`${name}Edge`, `An entry of a ${name}Connection.`, {
    cursor: field(String, 'Cursor of this entry, for `after` and `before`.'),
    node: field(NodeClass, 'The entry itself.'),
  });

  return objectType(`${name}Connection`, `A page of a list of ${name} (Relay cursor connections).`, {
    edges: field([NodeEdge], 'The entries of the page, in the order of the list.'),
    pageInfo: field(PageInfo, 'Place of the page in the list.'),
  });
}

/** Arguments of every list (Relay cursor connections specification). */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Number of first entries. Default: 50, unless `last` is given.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor: only entries after it.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of entries from the end of the list.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor: only entries before it.' })
  before?: string | null;
}

/** Mark of a list in its cursors, so that no other list accepts them. */
type List = 't' | 'a' | 'd' | 'evt' | 'ep' | 'dlv' | 'aud' | 'ref' | 'apr';

export const PAGE_SIZE = 50;

/** Returns the request for a page. `read` reads a cursor of the list. Errors: BAD_REQUEST for a page that is too long. */
function pageRequestOf<Filter, Place>(
  args: PageArgs,
  filter: Filter,
  read: (field: string, cursor: string) => Place,
) {
  const { first, last, after, before } = args;
  const page = given({
    first: first == null && last == null ? PAGE_SIZE : first,
    last,
    after: after == null ? null : read('after', after),
    before: before == null ? null : read('before', before),
  });
  requirePageSize(page);
  return { filter, ...page };
}

/** Returns the request for a page. Errors: BAD_REQUEST for a cursor of another list. */
export function pageOf<Filter>(args: PageArgs, list: List, filter: Filter): PageRequest<Filter> {
  return pageRequestOf(args, filter, (field, cursor) => sequenceOf(field, cursor, list));
}

export function pageConnection<Row extends { readonly sequence: number }>(
  page: Page<Row>,
  list: List,
): Edges<Row> {
  return namedConnection(page, list, ({ sequence }) => String(sequence));
}

function sequenceOf(field: string, cursor: string, list: List): number {
  const digits = nameInCursor(list, cursor) ?? '';
  return /^\d{1,16}$/.test(digits) ? Number(digits) : foreign(field);
}

/** Mark of a list that is read in the order of names. */
type NamedList = 'programme' | 'terminal' | 'key' | 'wallet';

/** Returns the request for a page. Errors: BAD_REQUEST for a cursor of another list. */
export function namedPageOf<Filter>(
  args: PageArgs,
  list: NamedList,
  filter: Filter,
): NamedPageRequest<Filter> {
  return pageRequestOf(args, filter, (field, cursor) => nameInCursor(list, cursor) ?? foreign(field));
}

export function namedConnection<Row>(
  page: Page<Row>,
  list: List | NamedList,
  nameOf: (row: Row) => string,
): Edges<Row> {
  const edges = page.rows.map((node) => ({ cursor: namedCursor(list, nameOf(node)), node }));
  const { previousBefore, nextAfter, hasNextPage, hasPreviousPage } = page;
  const begin = previousBefore === undefined ? undefined : namedCursor(list, String(previousBefore));
  const end = nextAfter === undefined ? undefined : namedCursor(list, String(nextAfter));
  const startCursor = begin ?? edges[0]?.cursor ?? null;
  const endCursor = end ?? edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { hasNextPage, hasPreviousPage, startCursor, endCursor } };
}

/** Returns a page of a list that is short enough to be read whole. Without `first` and `last`, it is as long as a page may be. */
export function pageOfList<Row>(
  all: readonly Row[],
  nameOf: (row: Row) => string,
  args: PageArgs,
  list: NamedList,
): Edges<Row> {
  const first = args.first ?? (args.last == null ? PAGE_SIZE_MAX : null);
  const { after = '', last, before } = namedPageOf(Object.assign(new PageArgs(), args, { first }), list, {});
  const within = all
    .filter((row) => nameOf(row) > after && (before === undefined || nameOf(row) < before))
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const rows =
    last === undefined ? within.slice(0, first ?? 0) : within.slice(Math.max(0, within.length - last));
  const isCut = rows.length < within.length;
  const cut = { hasNextPage: isCut && last === undefined, hasPreviousPage: isCut && last !== undefined };
  return namedConnection({ rows, ...cut }, list, nameOf);
}

function foreign(field: string): never {
  throw badRequest(field, `${field} must be a cursor of this list.`);
}

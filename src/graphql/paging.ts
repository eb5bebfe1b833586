import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { CardwayError } from '../platform/errors.js';
import type { Page, PageRequest } from '../use-cases/paging.js';

@ObjectType({ description: 'Relay cursor connections' })
class PageInfo {
  @Field(() => Boolean)
  hasNextPage!: boolean;

  @Field(() => Boolean)
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true })
  startCursor!: string | null;

  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

export interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

export interface Connection<Node> {
  readonly edges: readonly Edge<Node>[];
  readonly pageInfo: PageInfo;
}

/** The edge and connection types of a node type, named after it (Relay cursor connections specification). */
export function connectionOf<Node extends object>(NodeClass: ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`)
  class NodeEdge implements Edge<Node> {
    @Field(() => String)
    cursor!: string;

    @Field(() => NodeClass)
    node!: Node;
  }

  @ObjectType(`${name}Connection`)
  class NodeConnection implements Connection<Node> {
    @Field(() => [NodeEdge])
    edges!: NodeEdge[];

    @Field(() => PageInfo)
    pageInfo!: PageInfo;
  }
  return NodeConnection;
}

/** What every list takes (Relay cursor connections specification). */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'Newest first; 50 when neither first nor last is given' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor' })
  after?: string | null;

  @Field(() => Int, { nullable: true })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor' })
  before?: string | null;
}

/** What tells the cursors of one list from those of another. */
type List = 't' | 'a' | 'd' | 'evt' | 'ep' | 'dlv' | 'aud';

export const PAGE_SIZE = 50;

/** Errors: BAD_REQUEST for a cursor that is none of this list's. */
export function pageOf<Filter>(args: PageArgs, list: List, filter: Filter): PageRequest<Filter> {
  const isPlain = args.first == null && args.last == null;
  return {
    filter,
    ...(isPlain ? { first: PAGE_SIZE } : {}),
    ...(args.first == null ? {} : { first: args.first }),
    ...(args.last == null ? {} : { last: args.last }),
    ...(args.after == null ? {} : { after: sequenceOf('after', args.after, list) }),
    ...(args.before == null ? {} : { before: sequenceOf('before', args.before, list) }),
  };
}

export function pageConnection<Row extends { readonly sequence: number }, Node>(
  page: Page<Row>,
  list: List,
  nodeOf: (row: Row) => Node,
): Connection<Node> & { edges: Edge<Node>[] } {
  const edges = page.rows.map((row) => ({ cursor: cursorOf(row.sequence, list), node: nodeOf(row) }));
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

/** Opaque to clients: only what a cursor of this list can be is read back. */
function cursorOf(sequence: number, list: List): string {
  return Buffer.from(`${list}${String(sequence)}`).toString('base64url');
}

function sequenceOf(field: string, cursor: string, list: List): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const digits = text.startsWith(list) ? text.slice(list.length) : '';
  if (!/^\d{1,16}$/.test(digits))
    throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be a cursor of this list.` });
  return Number(digits);
}

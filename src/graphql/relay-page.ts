import { ArgsType, Field, Int } from 'type-graphql';
import { CardwayError } from '../errors.js';
import type { Page, PageRequest } from '../usecase/attempt-port.js';
import type { Connection, Edge } from './connection.type.js';

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

/** A letter that tells the cursors of one list from those of another. */
type Prefix = 'a' | 'd';

/** Errors: BAD_REQUEST for a cursor that is none of this list's. */
export function pageRequestOf<Filter>(args: PageArgs, prefix: Prefix, filter: Filter): PageRequest<Filter> {
  const isPlain = args.first == null && args.last == null;
  return {
    filter,
    ...(isPlain ? { first: PAGE_SIZE } : {}),
    ...(args.first == null ? {} : { first: args.first }),
    ...(args.last == null ? {} : { last: args.last }),
    ...(args.after == null ? {} : { after: sequenceOf('after', args.after, prefix) }),
    ...(args.before == null ? {} : { before: sequenceOf('before', args.before, prefix) }),
  };
}

const PAGE_SIZE = 50;

export function connectionFrom<Row extends { readonly sequence: number }, Node>(
  page: Page<Row>,
  prefix: Prefix,
  nodeOf: (row: Row) => Node,
): Connection<Node> & { edges: Edge<Node>[] } {
  const edges = page.rows.map((row) => ({ cursor: cursorOf(row.sequence, prefix), node: nodeOf(row) }));
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

/** Epoch milliseconds of an ISO 8601 time. Errors: BAD_REQUEST with the field. */
export function timeOf(field: string, text: string): number {
  const epochMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(epochMs))
    throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be an ISO 8601 time.` });
  return epochMs;
}

/** Opaque to clients: only what a cursor of ours can be is read back. */
function cursorOf(sequence: number, prefix: Prefix): string {
  return Buffer.from(`${prefix}${String(sequence)}`).toString('base64url');
}

function sequenceOf(field: string, cursor: string, prefix: Prefix): number {
  const [, found, digits] =
    /^([a-z])(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (found !== prefix)
    throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be a cursor of this list.` });
  return Number(digits);
}

import { KEYS } from './channels.js';
import { send } from './http.js';

export interface GraphQLReply<Data> {
  readonly status: number;
  readonly data: Data | null;
  readonly errors: readonly { message: string; extensions: { code: string; field?: string } }[];
}

interface AskOptions {
  readonly variables?: Record<string, unknown>;
  readonly key?: string | null;
}

/** Asks `/graphql`. Key: the operator's unless another is given; null sends none. */
export async function askGraphQL<Data = Record<string, unknown>>(
  url: string,
  query: string,
  options: AskOptions = {},
): Promise<GraphQLReply<Data>> {
  const { variables = {}, key = KEYS.operator } = options;
  const reply = await send(`${url}/graphql`, {
    headers: {
      'Content-Type': 'application/json',
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data = null, errors = [] } = JSON.parse(reply.bytes.toString('utf8')) as Partial<
    GraphQLReply<Data>
  >;
  return { status: reply.status, data, errors };
}

/** Returns these fields of the entries of a list, written with its arguments. */
export async function nodesOf<Node>(
  url: string,
  list: string,
  fields: string,
  options: Pick<AskOptions, 'key'> = {},
): Promise<readonly Node[]> {
  const query = `{ list: ${list} { edges { node { ${fields} } } } }`;
  const { data, errors } = await askGraphQL<{ list: { edges: readonly { node: Node }[] } }>(
    url,
    query,
    options,
  );
  expect(errors).toEqual([]);
  return data!.list.edges.map(({ node }) => node);
}

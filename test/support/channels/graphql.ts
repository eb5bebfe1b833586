import { KEYS } from './channels.js';
import { send } from './http.js';

export interface GraphQLReply<Data> {
  readonly status: number;
  readonly data: Data | null;
  readonly errors: readonly { message: string; extensions: { code: string; field?: string } }[];
}

/** Asks `/graphql`. Key: the operator's unless another is given; null sends none. */
export async function askGraphQL<Data = Record<string, unknown>>(
  url: string,
  query: string,
  options: { readonly variables?: Record<string, unknown>; readonly key?: string | null } = {},
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

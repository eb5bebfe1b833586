/**
 * The 12 default checks of graphql-cop 1.15, as our own HTTP requests. Each reports whether it found something.
 * https://github.com/dolevf/graphql-cop
 */
export const COP_CHECKS: readonly (readonly [
  name: string,
  finds: (channel: CopTarget) => Promise<boolean>,
])[] = [
  ['alias overloading', aliasOverloading],
  [
    'array-based query batching',
    async (channel) => isList(await post(channel, Array(10).fill(TYPENAME)), 10),
  ],
  ['circular query by introspection', async (channel) => typesOf(await post(channel, CIRCULAR)) > 25],
  ['directive overloading', async (channel) => (await post(channel, query(DIRECTIVES))).errors.length === 10],
  [
    'field suggestions',
    async (channel) => says(await post(channel, query('{ __schema { directive } }')), /did you mean/i),
  ],
  ['mutation by GET', (channel) => byGet(channel, 'mutation cop { __typename }')],
  ['query by GET', (channel) => byGet(channel, 'query cop { __typename }')],
  ['GraphiQL or a playground', playground],
  ['introspection', async (channel) => typesOf(await post(channel, INTROSPECTION)) > 0],
  ['url-encoded POST', urlEncoded],
  ['trace mode', async (channel) => JSON.stringify(await post(channel, TYPENAME)).includes('tracing')],
  [
    'unhandled error',
    async (channel) => says(await post(channel, query('qwerty cop { abc }')), /exception|stacktrace/),
  ],
];

export interface CopTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface CopReply {
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly unknown[];
  readonly body: unknown;
}

const query = (text: string) => ({
  query: text.startsWith('{') ? `query cop ${text}` : text,
  operationName: 'cop',
});
const TYPENAME = query('{ __typename }');
const DIRECTIVES = `{ __typename ${'@aa'.repeat(10)} }`;
const INTROSPECTION = query('{ __schema { types { name fields { name } } } }');
const CIRCULAR = query(`{ __schema { types ${'{ fields { type '.repeat(5)} { name } ${'} }'.repeat(5)} } }`);

async function aliasOverloading(channel: CopTarget): Promise<boolean> {
  const aliases = Array.from({ length: 101 }, (_none, index) => `alias${String(index)}:__typename`);
  const { data } = await post(channel, query(`{ ${aliases.join(' ')} }`));
  return data !== null && 'alias100' in data;
}

async function byGet(channel: CopTarget, text: string): Promise<boolean> {
  const search = new URLSearchParams({ query: text });
  return hasTypename(await fetch(`${channel.url}?${search.toString()}`, { headers: channel.headers }));
}

async function urlEncoded(channel: CopTarget): Promise<boolean> {
  const headers = { ...channel.headers, 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ query: 'query cop { __typename }' }).toString();
  return hasTypename(await fetch(channel.url, { method: 'POST', headers, body }));
}

async function playground(channel: CopTarget): Promise<boolean> {
  const pages = ['/graphql', '/graphiql', '/playground', '/console', '/'].map(async (path) => {
    const response = await fetch(new URL(path, channel.url), {
      headers: { ...channel.headers, Accept: 'text/html' },
    });
    return response.text();
  });
  const marks = /graphiql|graphql[ -]playground|altair|apollo (?:sandbox|studio)/i;
  return (await Promise.all(pages)).some((page) => marks.test(page));
}

async function post(channel: CopTarget, body: unknown): Promise<CopReply> {
  const headers = { ...channel.headers, 'Content-Type': 'application/json' };
  const response = await fetch(channel.url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status >= 500) throw new Error(`HTTP ${String(response.status)} to ${JSON.stringify(body)}`);
  const reply = (await response.json()) as Partial<CopReply>;
  return { data: reply.data ?? null, errors: reply.errors ?? [], body: reply };
}

async function hasTypename(response: Response): Promise<boolean> {
  return (await response.text()).includes('"__typename"');
}

function isList({ body }: CopReply, length: number): boolean {
  return Array.isArray(body) && body.length >= length;
}

function typesOf({ data }: CopReply): number {
  const schema = data?.['__schema'] as { types: readonly unknown[] } | undefined;
  return schema?.types.length ?? 0;
}

function says({ errors }: CopReply, text: RegExp): boolean {
  return text.test(JSON.stringify(errors));
}

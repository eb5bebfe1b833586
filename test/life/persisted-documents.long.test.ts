/** Tests GraphQL documents that clients send by their ids (GraphQL over HTTP, appendix on persisted documents). */
import { createClient as createEventStreamClient } from 'graphql-sse';
import { createClient } from 'graphql-ws';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { deduct, JSON_PROXY, KEYS, send } from '../support/channels/index.js';
import { runCli, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';

const folder = temporaryFolder();

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const idOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const LAST = 'query Last($n: Int) { transactions(first: $n) { edges { node { requestId } } } }';
const FEW = 'query Few { transactions(first: 1) { edges { cursor } } }';
const ALIASES = `{ ${Array.from({ length: 16 }, (_, at) => `a${String(at)}: __typename`).join(' ')} }`;
const UNKNOWN = idOf('{ __typename }');

interface Reply {
  readonly status: number;
  readonly body: {
    readonly data?: unknown;
    readonly errors?: readonly { message: string; extensions: { code: string; field?: string } }[];
  };
}

describe('a persisted document', () => {
  let gateway: TestGateway;
  let persistedKey: string;
  const database = { CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'cardway.db')}` };

  const cli = async (...args: string[]) => {
    const { status, out, err } = await runCli([...args, '--url', gateway.url, '--json'], {});
    expect([status, err.replace(/^The key is shown.*\n/, '')]).toEqual([0, '']);
    return JSON.parse(out) as { secret: string };
  };

  async function post(body: object, key: string = KEYS.operator): Promise<Reply> {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json',
    };
    const { status, bytes } = await send(`${gateway.url}/graphql`, { headers, body: JSON.stringify(body) });
    return { status, body: JSON.parse(bytes.toString('utf8')) as Reply['body'] };
  }

  beforeAll(async () => {
    const path = fileWith('manifest.json', JSON.stringify({ [idOf(LAST)]: LAST, few: FEW }));
    gateway = await startGateway({ env: { ...database, CARDWAY_GRAPHQL_DOCUMENTS: path } });
    const made = await cli(
      'keys',
      'create',
      'persisted',
      '--role',
      'client',
      '--programme',
      'sandbox',
      '--documents',
      'persisted',
    );
    persistedKey = made.secret;
  });

  afterAll(() => gateway.stop());

  it('is run by its id, with variables, by POST and by GET', async () => {
    const expected = { status: 200, body: { data: { transactions: { edges: [] } } } };
    expect(await post({ documentId: idOf(LAST), variables: { n: 3 } })).toEqual(expected);
    expect(await post({ documentId: idOf(FEW) })).toEqual(expected);
    const search = new URLSearchParams({ documentId: idOf(LAST), variables: '{"n":3}' }).toString();
    const headers = { Authorization: `Bearer ${KEYS.operator}`, Accept: 'application/graphql-response+json' };
    const { status, bytes } = await send(`${gateway.url}/graphql?${search}`, {
      method: 'GET',
      headers,
      body: '',
    });
    expect({ status, body: JSON.parse(bytes.toString('utf8')) as unknown }).toEqual(expected);
  });

  it('is the only document that a key of documents: persisted may send, by its id or with its text', async () => {
    expect((await post({ documentId: idOf(LAST) }, persistedKey)).status).toBe(200);
    expect((await post({ query: LAST }, persistedKey)).status).toBe(200);
    const refused = await post({ query: `${LAST} ` }, persistedKey);
    expect([refused.status, refused.body.errors?.[0]?.extensions]).toEqual([
      403,
      { code: 'FORBIDDEN', field: 'query' },
    ]);
    expect((await JSON_PROXY.call(gateway.url, deduct(), { key: persistedKey })).resultCode).toBe(1);
    await cli('keys', 'documents', 'persisted', '--documents', 'any');
    expect((await post({ query: `${LAST} ` }, persistedKey)).status).toBe(200);
    await cli('keys', 'documents', 'persisted', '--documents', 'persisted');
    expect((await post({ query: `${LAST} ` }, persistedKey)).status).toBe(403);
  });

  it('is followed over a WebSocket and as an event stream', async () => {
    const socket = createClient({
      url: `${gateway.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${KEYS.operator}` },
      retryAttempts: 0,
    });
    const streams = createEventStreamClient({
      url: `${gateway.url}/graphql/stream`,
      headers: { Authorization: `Bearer ${KEYS.operator}` },
      retryAttempts: 0,
    });
    const named = { query: '', documentId: idOf(LAST), variables: { n: 1 } };
    for (const results of [socket.iterate(named as never), streams.iterate(named as never)]) {
      const { value } = await results.next();
      expect(value).toMatchObject({ data: { transactions: { edges: expect.any(Array) as unknown } } });
    }
    const unknown = { query: '', documentId: UNKNOWN };
    await expect(socket.iterate(unknown as never).next()).rejects.toMatchObject([
      { extensions: { code: 'BAD_REQUEST', field: 'documentId' } },
    ]);
    await socket.dispose();
    streams.dispose();
  });
});

it('stands in a manifest of Apollo as well', async () => {
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [{ id: 'x', name: 'Few', type: 'query', body: FEW }],
  };
  const path = fileWith('apollo.json', JSON.stringify(manifest));
  const gateway = await startGateway({ env: { CARDWAY_GRAPHQL_DOCUMENTS: path } });
  try {
    const headers = { Authorization: `Bearer ${KEYS.operator}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ documentId: idOf(FEW) });
    expect(await send(`${gateway.url}/graphql`, { headers, body })).toMatchObject({ status: 200 });
  } finally {
    await gateway.stop();
  }
});

it.each([
  ['is not there', null, /graphql\.documents .*nowhere\.json"; allowed: a file that can be read/],
  ['is not JSON', '{', /graphql\.documents: it is not JSON/],
  ['is no object', '5', /graphql\.documents: it is no JSON object/],
  [
    'has an entry without a text',
    '{"operations":[{"id":"x"}]}',
    /"operations\.0" cannot be used: it is no text/,
  ],
  ['has an entry that is not GraphQL', '{"a":"query {"}', /"a" cannot be used: Syntax Error/],
  ['does not fit the schema', '{"a":"{ nothing }"}', /"a" cannot be used: Cannot query field "nothing"/],
  ['has too many tokens', JSON.stringify({ a: `{ ${'__typename '.repeat(1100)} }` }), /"a" cannot be used/],
  ['has too many aliases', JSON.stringify({ a: ALIASES }), /"a" cannot be used: .*aliases/i],
  ['is nested too deep', JSON.stringify({ a: `{${'a{'.repeat(20_000)}` }), /"a" cannot be used/],
])('reports at start that the manifest %s', async (_what, text, message) => {
  const path = text === null ? join(folder, 'nowhere.json') : fileWith('unusable.json', text);
  const { status, err } = await runCli(['serve', '--sandbox', '--port', '0'], {
    CARDWAY_DATABASE_URL: `sqlite:${join(folder, 'other.db')}`,
    CARDWAY_GRAPHQL_DOCUMENTS: path,
  });
  expect(status).toBe(1);
  expect(err).toMatch(message);
  expect(err).not.toMatch(/ at .*\.js:/);
});

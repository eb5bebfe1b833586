/** Tests that one reply holds only a limited amount of saved text, however many calls it lists. */
import {
  askGraphQL,
  deduct,
  envelopeOf,
  KEYS,
  requestIdOf,
  send,
  sharedBench,
} from '../support/channels/index.js';
import { constants } from '../support/constants.js';

/** Bytes of a reply: eight times the longest answer. */
const BYTES_MAX = 32_768;
const CALLS = 5;
/** Request of a length of which three fit into the limit, with all their saved data, and four do not. */
const LONG = 'a '.repeat(4500);

/** Request ids, newest first. */
const requestIds: string[] = [];

const bench = sharedBench({ env: { ...constants({ ANSWER_BYTES_MAX: BYTES_MAX / 8 }) } });

beforeAll(async () => {
  for (let index = 0; index < CALLS; index += 1) {
    requestIds.unshift(await deductWith(LONG));
  }
});

/** Makes a Deduct that forwards a text, as a list of short ones: a long one is not kept. Returns its request id. */
async function deductWith(text: string): Promise<string> {
  const call = deduct();
  const envelope = envelopeOf(call);
  const reply = await send(`${bench.url}/v1/proxy`, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.client}` },
    body: JSON.stringify({ ...envelope, request: { ...envelope.request, note: text.match(/.{1,200}/gs) } }),
  });
  expect(reply.status).toBe(200);
  return requestIdOf(call);
}

interface Page {
  readonly edges: readonly { readonly node: { readonly requestId: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
}

async function page(args: string, fields: string): Promise<Page> {
  const info = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const query = `{ transactions(${args}) { edges { node { requestId ${fields} } } ${info} } }`;
  const { data, errors } = await askGraphQL<{ transactions: Page }>(bench.url, query);
  expect(errors).toEqual([]);
  return data!.transactions;
}

const idsOf = ({ edges }: Page): string[] => edges.map(({ node }) => node.requestId);

it.each([
  'request',
  'klv { key }',
  'originalCurrencyCode',
  '... on Transaction { linked { answer } } rawAnswer',
])('a page with %s ends early, and the next one continues there', async (fields) => {
  const first = await page('first: 4', fields);
  expect(idsOf(first)).toEqual(requestIds.slice(0, 3));
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const next = await page(`first: 4, after: "${first.pageInfo.endCursor}"`, fields);
  expect(idsOf(next)).toEqual(requestIds.slice(3));
  expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
});

it.each([
  ['lists', () => [list(3), list(2)]],
  ['single ones', () => requestIds.map((requestId) => `transaction(requestId: "${requestId}") { request }`)],
])('all fields of one answer share the limit: %s', async (_, fields) => {
  const query = `{ ${fields()
    .map((field, index) => `f${String(index)}: ${field}`)
    .join(' ')} }`;
  const { errors } = await askGraphQL(bench.url, query);
  expect(errors[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST' } });
  expect(errors[0]!.message).toContain(`longer than ${String(BYTES_MAX)} bytes. Ask for fewer transactions`);
});

const list = (first: number): string =>
  `transactions(first: ${String(first)}) { edges { node { request } } }`;

it('one transaction is shown whatever its length', async () => {
  const requestId = await deductWith('a '.repeat(25_000));
  expect(idsOf(await page('first: 4', 'request'))).toEqual([requestId]);
  const { data } = await askGraphQL(
    bench.url,
    `{ transaction(requestId: "${requestId}") { requestId request } }`,
  );
  expect(data).toMatchObject({ transaction: { requestId, request: expect.anything() as unknown } });
});

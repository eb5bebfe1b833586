/** Tests that a value of the wrong shape is refused with the name of its field, in the document or in a variable. */
import { askGraphQL, KEYS, send } from '../support/channels/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

/** Returns a call with the fields that a Balance must have. */
const call = (more: string): string =>
  `mutation { balance(input: { terminalId: "1", reference: "2", narrative: "n", transactionId: "3", transactionDate: "20260101T00:00:00", ${more} }) { status } }`;

/** Returns a Deduct with these fields beside those of every call. */
const deduct = (more: string): string =>
  `mutation { deduct(input: { terminalId: "1", reference: "2", narrative: "n", transactionId: "3", transactionDate: "20260101T00:00:00", requestAmount: 1, transactionType: "00", ${more} }) { status } }`;

const CASES: readonly (readonly [query: string, field: string, message: string])[] = [
  [call('requestAmount: "1"'), 'requestAmount', 'must be SafeInt'],
  ['mutation { deduct(input: { terminalId: "1" }) { status } }', 'reference', 'reference is missing.'],
  [deduct('customerId: 1001'), 'cardId', 'cardId is missing.'],
  [deduct('cardId: 5001'), 'customerId', 'customerId is missing.'],
  [deduct('cardId: 5001, customerId: null'), 'customerId', 'must be SafeInt'],
  [call(''), 'customerId', 'customerId is missing.'],
  ['mutation { transact(input: { methodName: "Deduct" }) { status } }', 'cardId', 'cardId is missing.'],
  ['mutation { deduct { status } }', 'input', 'input is missing.'],
  [call('nothing: 1'), 'nothing', 'nothing is not known here.'],
  [
    call('transactionData: { network: 1 }'),
    'transactionData.network',
    'has the wrong type; it must be String',
  ],
  ['{ wallet(cardId: "5001") { id } }', 'cardId', 'must be SafeInt'],
  ['{ transactions(first: 2147483648) { edges { cursor } } }', 'first', 'must be Int'],
  ['{ transactions(filter: { state: FOO }) { edges { cursor } } }', 'state', 'must be TransactionState'],
  [
    '{ transactions(filter: { time: { from: "2026-02-30T00:00:00Z" } }) { edges { cursor } } }',
    'time.from',
    'must be DateTime, like 2026-01-31T12:00:00Z',
  ],
];

it.each([
  [{ query: '' }, 'query', 'query is missing or empty.'],
  [{}, 'query', 'query is missing or empty.'],
  [{ query: 1 }, 'query', 'query must be a string.'],
  [{ query: { kind: 'Document' } }, 'query', 'query must be a string.'],
  [{ query: '{ __typename }', variables: '{}' }, 'variables', 'variables must be an object.'],
  [{ query: '{ __typename }', variables: [] }, 'variables', 'variables must be an object.'],
  [{ query: '{ __typename }', extensions: 1 }, 'extensions', 'extensions must be an object.'],
  [{ query: '{ __typename }', operationName: 1 }, 'operationName', 'operationName must be a string.'],
])('a request with %j', async (body, field, message) => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.operator}` };
  const { bytes } = await send(`${gateway.url}/graphql`, { headers, body: JSON.stringify(body) });
  const { errors } = JSON.parse(bytes.toString()) as { errors: unknown };
  expect(errors).toEqual([{ message, extensions: { code: 'BAD_REQUEST', field } }]);
});

it.each(CASES)('%s', async (query, field, message) => {
  const { errors } = await askGraphQL(gateway.url, query, {
    key: query.startsWith('m') ? KEYS.client : KEYS.operator,
  });
  const named = errors!.find(({ extensions }) => extensions['field'] === field);
  expect([errors, named?.extensions['code']]).toEqual([errors, 'BAD_REQUEST']);
  expect(named!.message).toContain(message);
  expect(JSON.stringify(errors)).not.toMatch(/2147483648|5001|02-30/);
});

it.each([
  [
    'a variable that is left out',
    'mutation ($i: DeductInput!) { deduct(input: $i) { status } }',
    {},
    'i',
    'i is missing.',
  ],
  [
    'a time that is none',
    'query ($f: TransactionFilter) { transactions(filter: $f) { edges { cursor } } }',
    { f: { time: { from: 'yesterday' } } },
    'time.from',
    'must be DateTime, like 2026-01-31T12:00:00Z',
  ],
])('%s', async (_name, query, variables, field, message) => {
  const { errors } = await askGraphQL(gateway.url, query, { variables, key: KEYS.client });
  expect(errors![0]!.extensions['field']).toBe(field);
  expect(errors![0]!.message).toContain(message);
});

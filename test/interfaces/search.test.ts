/** Tests the search of operators over all kinds of objects. */
import {
  balance,
  deduct,
  askGraphQL,
  JSON_PROXY,
  KEYS,
  requestIdOf,
  type Call,
} from '../support/channels/index.js';
import { sharedInProcess } from '../support/in-process.js';

let endpointId: string;
let deliveryId: string;
let eventId: string;
let attemptId: string;

const PAYMENTS: Call[] = Array.from({ length: 12 }, (_, index) =>
  deduct({ transaction_id: `pay-${String(index)}` }),
);
const ENQUIRY = balance({ transaction_id: 'ask-1' });
const TOKEN = '{ cardId: 5001, walletId: "103", tokenReference: "DNITHE-1", tokenRequestorId: "4" }';

const NAMES = `__typename
  ... on Transaction { requestId } ... on Wallet { reference } ... on Terminal { terminalId } ... on Programme { programme }
  ... on ApiKey { keyId } ... on Event { id } ... on Delivery { id } ... on Endpoint { id }
  ... on ProvisioningAttempt { attemptId } ... on Digitization { tokenReference }`;

const ask = <Data>(query: string, variables = {}, key: string = KEYS.operator) =>
  askGraphQL<Data>(gateway.url, query, { key, variables });

type Found = readonly Readonly<Record<string, string>>[];

async function search(text: string, first?: number, url = gateway.url): Promise<string[]> {
  const { data, errors } = await askGraphQL<{ search: Found }>(
    url,
    `query ($text: String!, $first: Int! = 20) { search(text: $text, first: $first) { ${NAMES} } }`,
    { variables: { text, ...(first === undefined ? {} : { first }) } },
  );
  expect(errors).toEqual([]);
  return data!.search.map(
    ({ __typename, ...names }) => `${String(__typename)} ${Object.values(names).join()}`,
  );
}

const gateway = sharedInProcess({ CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true' });

beforeAll(async () => {
  for (const call of [...PAYMENTS, ENQUIRY]) await JSON_PROXY.call(gateway.url, call);
  const added = await ask<{ addEndpoint: { endpoint: { id: string } } }>(
    'mutation { addEndpoint(input: { programme: "sandbox", url: "https://127.0.0.1:1/Hooks_of/shop" }) { endpoint { id } } }',
  );
  endpointId = added.data!.addEndpoint.endpoint.id;
  await ask('mutation { generateProvisioningSecret(cardId: 5001) { keyId } }', {}, KEYS.integrator);
  await ask(`mutation { reportDigitization(input: ${TOKEN}) { id } }`, {}, KEYS.network);
  const { data } = await ask<Record<string, { edges: { node: { id: string; eventId: string } }[] }>>(
    '{ deliveries { edges { node { id eventId } } } provisioningAttempts { edges { node { id } } } }',
  );
  ({ id: deliveryId, eventId } = data!['deliveries']!.edges[0]!.node);
  attemptId = data!['provisioningAttempts']!.edges[0]!.node.id;
  await ask(
    'mutation { putProgramme(input: { programme: "club", name: "Travel Club" }) { programme { name } } }',
  );
  await ask(
    'mutation { putWallet(input: { reference: "43172792906", programme: "club", customerId: 5001 }) { wallet { reference } } }',
  );
});

const newest = (count = 10): string[] =>
  PAYMENTS.slice(-count)
    .toReversed()
    .map((call) => `Transaction ${requestIdOf(call)}`);

it.each<[string, () => string, () => string[]]>([
  [
    'a transaction by its request id',
    () => requestIdOf(ENQUIRY),
    () => [`Transaction ${requestIdOf(ENQUIRY)}`],
  ],
  ['a payment by its transaction id', () => 'pay-3', () => [`Transaction ${requestIdOf(PAYMENTS[3]!)}`]],
  ['an enquiry by its transaction id', () => 'ask-1', () => [`Transaction ${requestIdOf(ENQUIRY)}`]],
  ['an event', () => eventId, () => [`Event ${eventId}`]],
  ['a delivery', () => deliveryId, () => [`Delivery ${deliveryId}`]],
  ['an endpoint', () => endpointId, () => [`Endpoint ${endpointId}`]],
  ['an endpoint by a part of its address', () => 'hooks_OF', () => [`Endpoint ${endpointId}`]],
  ['an attempt', () => attemptId, () => [`ProvisioningAttempt ${attemptId}`]],
  [
    'a token, with its attempt',
    () => 'DNITHE-1',
    () => ['Digitization DNITHE-1', `ProvisioningAttempt ${attemptId}`],
  ],
  ['a key', () => 'sandbox-network', () => ['ApiKey sandbox-network']],
  ['a terminal', () => '0068766621', () => ['Terminal 0068766621']],
  ['a terminal by its first characters', () => '00687', () => ['Terminal 0068766621']],
  ['a programme by its name, in any case', () => 'travel', () => ['Programme club']],
  ['wallets by their first characters', () => '4317', () => ['Wallet 43172792905', 'Wallet 43172792906']],
  ['nothing by the middle of an id', () => '68766621', () => []],
  ['nothing by a card number', () => '4111111111111111', () => []],
  ['nothing by a wildcard', () => '%', () => []],
  ['nothing by an empty text', () => ' \u00a0', () => []],
  ['nothing by a text with NUL', () => 'sandbox\0', () => []],
  [
    'a text between spaces',
    () => '  DNITHE-1\n',
    () => ['Digitization DNITHE-1', `ProvisioningAttempt ${attemptId}`],
  ],
])('finds %s', async (_, text, found) => {
  expect(await search(text())).toEqual(found());
});

it('a wallet brings its newest transactions, newest first', async () => {
  expect(await search('43172792905')).toEqual(['Wallet 43172792905', ...newest()]);
  expect(await search('43172792905', 3)).toEqual(['Wallet 43172792905', ...newest(2)]);
});

it('a number finds the wallet of the card, then those of the customer, then the newest transactions', async () => {
  expect(await search('5001')).toEqual(['Wallet 43172792905', 'Wallet 43172792906', ...newest()]);
  expect(await search('1002')).toEqual(['Wallet 556789731480', `Transaction ${requestIdOf(ENQUIRY)}`]);
});

it('the exact name comes before names that begin with it, and each object once', async () => {
  const found = await search('sandbox');
  expect(found[0]).toBe('Programme sandbox');
  expect(found.slice(1).toSorted()).toEqual(
    ['client', 'integrator', 'network', 'operator'].map((role) => `ApiKey sandbox-${role}`),
  );
});

it.each<[string, object, string]>([
  ['a text of 129 characters', { text: 'x'.repeat(129) }, 'text'],
  ['a count above 200', { text: 'x', first: 201 }, 'first'],
  ['a count below 0', { text: 'x', first: -1 }, 'first'],
])('refuses %s with its field', async (_, variables, field) => {
  const { errors } = await ask(
    'query ($text: String!, $first: Int! = 20) { search(text: $text, first: $first) { id } }',
    variables,
  );
  expect(errors[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field });
  expect(errors[0]?.message).not.toContain('xx');
});

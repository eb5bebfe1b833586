/** Tests the filters and look-ups of lists over GraphQL. test/contract/filters.test.ts compares them with all rows. */
import {
  askGraphQL,
  balance,
  deduct,
  JSON_PROXY,
  KEYS,
  requestIdOf,
  RPC2,
} from '../support/channels/index.js';
import { type InProcessGateway, startInProcess } from '../support/in-process.js';

let gateway: InProcessGateway;
const PAYMENT = deduct({ request_amount: '4321', transaction_id: 'till-77' });
const ENQUIRY = balance({ transaction_id: 'till-78' });

beforeAll(async () => {
  gateway = await startInProcess({});
  await JSON_PROXY.call(gateway.url, PAYMENT);
  await RPC2.call(gateway.url, ENQUIRY);
  await ask(
    'mutation { putProgramme(input: { programme: "club", name: "The Club" }) { programme { name } } }',
  );
  await ask(
    'mutation { addEndpoint(input: { programme: "sandbox", url: "https://93.184.216.34/hook" }) { endpoint { id } } }',
  );
  await ask('mutation { generateProvisioningSecret(cardId: 5001) { keyId } }', KEYS.integrator);
});

afterAll(() => gateway.stop());

const ask = (query: string, key: string = KEYS.operator) =>
  askGraphQL<Record<string, { edges: { node: Record<string, string> }[] }>>(gateway.url, query, { key });

async function listed(
  list: string,
  filter: string,
  field: string,
  key?: string,
): Promise<readonly unknown[]> {
  const { data, errors } = await ask(
    `{ ${list}(filter: { ${filter} }) { edges { node { ${field} } } } }`,
    key,
  );
  expect(errors).toEqual([]);
  return data![list]!.edges.map(({ node }) => node[field]);
}

it('a client finds nothing of another programme', async () => {
  const ids = (filter: string) => listed('transactions', filter, 'requestId', KEYS.client);
  expect(await ids('programme: "club"')).toEqual([]);
  expect(await ids('programme: "sandbox", transactionId: "till-77"')).toEqual([requestIdOf(PAYMENT)]);
  expect(await listed('wallets', 'programme: "club"', 'reference', KEYS.client)).toEqual([]);
  expect(await listed('wallets', 'programme: "sandbox"', 'reference', KEYS.client)).toHaveLength(2);
  expect(await listed('provisioningAttempts', 'programme: "club"', 'state', KEYS.integrator)).toEqual([]);
  expect(await listed('provisioningAttempts', 'programme: "sandbox"', 'state', KEYS.integrator)).toEqual([
    'ISSUED',
  ]);
  const { data } = await ask(
    '{ provisioningFunnel(filter: { programme: "club" }) { issued } }',
    KEYS.integrator,
  );
  expect(data).toEqual({ provisioningFunnel: { issued: 0 } });
});

it.each([
  ['terminals', 'text: "00687"', 'terminalId', ['0068766621']],
  ['terminals', 'text: "68766621"', 'terminalId', []],
  ['terminals', 'programme: "club"', 'terminalId', []],
  ['wallets', 'text: "5567"', 'reference', ['556789731480']],
  ['wallets', 'cardId: 5001', 'reference', ['43172792905']],
  ['wallets', 'cardId: 1', 'reference', []],
  ['wallets', 'customerId: 1002, blocked: false', 'reference', ['556789731480']],
  ['keys', 'role: NETWORK', 'keyId', ['sandbox-network']],
  ['keys', 'text: "sandbox-o"', 'keyId', ['sandbox-operator']],
  ['programmes', 'text: "CLUB"', 'programme', ['club']],
  ['programmes', 'text: "the c"', 'programme', ['club']],
  ['programmes', 'text: "lub"', 'programme', []],
  ['endpoints', 'text: "93.184"', 'programme', ['sandbox']],
  ['endpoints', 'text: "ep_"', 'programme', ['sandbox']],
  ['endpoints', 'text: "ep"', 'programme', ['sandbox']],
  ['endpoints', 'disabled: true', 'programme', []],
  ['endpoints', 'disabled: false, programme: "sandbox"', 'programme', ['sandbox']],
  ['events', 'types: []', 'type', []],
  ['events', 'types: [ENDPOINT_TEST], type: DIGITIZATION_COMPLETE', 'type', []],
  ['provisioningAttempts', 'tokenReference: "t"', 'state', []],
  ['digitizations', 'programme: "sandbox"', 'state', []],
])('%s are found by %s', async (list, filter, field, expected) => {
  expect(await listed(list, filter, field)).toEqual(expected);
});

it('an event is found by its id and by its types', async () => {
  const { data: endpoints } = await ask('{ endpoints { edges { node { id } } } }');
  const endpointId = endpoints!['endpoints']!.edges[0]!.node['id']!;
  const { data } = await askGraphQL<{ testEndpoint: { delivery: { eventId: string } } }>(
    gateway.url,
    `mutation { testEndpoint(input: { endpointId: "${endpointId}" }) { delivery { eventId } } }`,
  );
  const { eventId } = data!.testEndpoint.delivery;
  expect(await listed('events', `eventId: "${eventId}"`, 'id')).toEqual([eventId]);
  expect(await listed('events', 'types: [ENDPOINT_TEST, DIGITIZATION_COMPLETE]', 'id')).toEqual([eventId]);
  expect(await listed('events', `eventId: "${eventId}", types: [DIGITIZATION_COMPLETE]`, 'id')).toEqual([]);
  const wrong = await ask('{ events(filter: { eventId: "five" }) { edges { cursor } } }');
  expect(wrong.errors[0]?.extensions).toEqual({ code: 'BAD_REQUEST', field: 'eventId' });
});

it('a programme is found by its short name', async () => {
  const query = '{ programme(programme: "club") { name } none: programme(programme: "clu") { name } }';
  expect((await ask(query)).data).toEqual({ programme: { name: 'The Club' }, none: null });
});

/** Tests webhooks from a running gateway to a running receiver, administered over GraphQL. */
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { KEYS } from '../support/channels/index.js';
import { until } from '../life/until.js';
import { addEndpoint } from '../support/webhooks/endpoints.js';
import { digitization, openEventWriter, type EventWriter } from '../support/webhooks/event-writer.js';
import { answerWith, startReceiver, type Receiver } from '../support/webhooks/receiver.js';
import { constants } from '../support/constants.js';

interface Shown {
  readonly deliveries: {
    readonly edges: readonly {
      readonly node: {
        readonly id: string;
        readonly eventId: string;
        readonly eventType: string;
        readonly state: string;
        readonly nextAttemptAt: string | null;
        readonly attempts: readonly {
          responseCode: number | null;
          failure: string | null;
          durationMs: number;
          responseExcerpt: string | null;
        }[];
      };
    }[];
  };
}

let folder: string;
let gateway: TestGateway;
let writer: EventWriter;
let receiver: Receiver;
let key = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  gateway = await startGateway({
    folder,
    env: {
      CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
      CARDWAY_WEBHOOK_SCHEDULE: '100ms,200ms,300ms',
      ...constants({ SWEEP_EVERY_MS: 20, WEBHOOK_TIMEOUT_MS: 1000 }),
    },
  });
  writer = await openEventWriter(join(folder, 'cardway.db'));
});
afterAll(async () => {
  await writer.close();
  expect(await gateway.stop()).toBe(0);
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  for (const id of added.splice(0)) await mutate('disableEndpoint', id);
});

const added: string[] = [];
const happen = (programme: string | null = 'sandbox') =>
  writer.append(digitization(`t${String(++key)}`, programme));

async function add(url = `${receiver.url}/hook`): Promise<{ id: string; secret: string }> {
  const endpoint = await addEndpoint(gateway.url, url);
  added.push(endpoint.id);
  return endpoint;
}

function mutate(field: string, endpointId: string, selection = '{ __typename }') {
  return askGraphQL<Record<string, Record<string, unknown>>>(
    gateway.url,
    `mutation ($endpointId: ID!) { ${field}(input: { endpointId: $endpointId }) ${selection} }`,
    { variables: { endpointId } },
  );
}

async function deliveriesOf(endpointId: string, key: string = KEYS.operator) {
  const { data } = await askGraphQL<Shown>(
    gateway.url,
    `query ($endpointId: ID) { deliveries(filter: { endpointId: $endpointId }) { edges { node {
       id eventId eventType state nextAttemptAt attempts { responseCode failure durationMs responseExcerpt } } } } }`,
    { variables: { endpointId }, key },
  );
  return data!.deliveries.edges.map(({ node }) => node);
}

const verified = (secret: string, index = 0): Record<string, unknown> => {
  const { body, headers } = receiver.received[index]!;
  return new Webhook(secret).verify(body.toString('utf8'), headers as Record<string, string>) as Record<
    string,
    unknown
  >;
};

it('an event reaches the endpoint of its programme, signed, with its payload and the headers of the endpoint', async () => {
  const { secret, id } = await add();
  expect(secret).toMatch(/^whsec_/);
  const choice = 'eventTypes: [DIGITIZATION_COMPLETE], headers: ["X-Api-Key: open sesame"]';
  const set = await askGraphQL(
    gateway.url,
    `mutation { setEndpoint(input: { endpointId: "${id}", ${choice} }) { endpoint { eventTypes headerNames } } }`,
  );
  expect(set.data).toEqual({
    setEndpoint: { endpoint: { eventTypes: ['DIGITIZATION_COMPLETE'], headerNames: ['X-Api-Key'] } },
  });
  await happen();
  await until('it came', () => receiver.received.length === 1);
  expect(receiver.received[0]?.headers['x-api-key']).toBe('open sesame');
  const message = verified(secret);
  expect(Object.keys(message)).toEqual(['type', 'timestamp', 'data']);
  expect(message).toMatchObject({
    type: 'digitization.complete',
    data: {
      id: receiver.received[0]!.headers['webhook-id'],
      type: 'digitization.complete',
      programme: 'sandbox',
      cardId: 5001,
      customerId: 1001,
      wallet: 'APPLE_PAY',
    },
  });
  await until('it is reported', async () => (await deliveriesOf(id))[0]?.state === 'DELIVERED');
  expect(await deliveriesOf(id)).toMatchObject([
    { state: 'DELIVERED', nextAttemptAt: null, attempts: [{ responseCode: 204, failure: null }] },
  ]);
});

it('a failed attempt is repeated with the same id, and each is shown', async () => {
  const { id, secret } = await add();
  receiver.answer = answerWith(500, {}, 'card 4111111111111111 is not known');
  await happen();
  await until('it came', () => receiver.received.length === 1);
  receiver.answer = answerWith(200, {}, 'ok');
  await until('it is delivered', async () => (await deliveriesOf(id))[0]?.state === 'DELIVERED');
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
  expect(verified(secret, 1)).toEqual(verified(secret, 0));
  expect((await deliveriesOf(id))[0]!.attempts).toMatchObject([
    { responseCode: 500, failure: 'HTTP_STATUS', responseExcerpt: 'card 411111XXXXXX1111 is not known' },
    { responseCode: 200, failure: null, responseExcerpt: 'ok' },
  ]);
});

it('a receiver that answers 410 disables its endpoint; once enabled, it gets the missed events', async () => {
  const { id } = await add();
  receiver.answer = answerWith(410);
  await happen();
  const state = async () =>
    (
      await askGraphQL<{ endpoint: { enabled: boolean; disabledReason: string | null } }>(
        gateway.url,
        'query ($id: ID!) { endpoint(endpointId: $id) { enabled disabledReason } }',
        { variables: { id } },
      )
    ).data!.endpoint;
  await until('it is disabled', async () => !(await state()).enabled);
  expect((await state()).disabledReason).toBe('GONE');
  const missed = `evt_${String(await happen()).padStart(12, '0')}`;
  receiver.answer = answerWith(204);
  await mutate('enableEndpoint', id);
  await askGraphQL(
    gateway.url,
    'mutation ($input: ResendDeliveriesInput!) { resendDeliveries(input: $input) { count } }',
    { variables: { input: { programme: 'sandbox', undelivered: true } } },
  );
  await until('it came', () => receiver.received.some(({ headers }) => headers['webhook-id'] === missed));
});

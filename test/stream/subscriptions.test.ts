import { createClient, type Client } from 'graphql-ws';
import { createClient as createEventStreamClient } from 'graphql-sse';
import { WebSocket } from 'ws';
import { metric } from '../fault/metrics.js';
import { until } from '../life/until.js';
import { sandboxDirectory } from './directory.js';
import { KEYS } from '../support/channels/channels.js';
import { askGraphQL } from '../support/channels/graphql.js';
import { sharedGateway, startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { digitized, openAppender, type Appender } from './appender.js';
import { connect, DIGITIZATIONS, openSocket } from './raw-socket.js';
import { constants } from '../support/constants.js';

const folder = temporaryFolder();

let appender: Appender;
let number = 0;

const gateway = sharedGateway({
  folder,
  env: { ...constants({ SWEEP_EVERY_MS: 40, DIRECTORY_CACHE_MS: 0 }) },
});

beforeAll(async () => {
  appender = await openAppender(folder);
});

afterAll(async () => {
  await appender.close();
});

interface Digitization {
  readonly id: string;
  readonly tokenReference: string;
}

/** Appends this many events. Resolves with their token references. */
async function digitize(count: number, data: Parameters<typeof digitized>[1] = {}): Promise<string[]> {
  const numbers = Array.from({ length: count }, () => (number += 1));
  await appender.append(...numbers.map((each) => digitized(each, data)));
  return numbers.map((each) => `DNITHE${each}`);
}

function stockClient(key: string): Client {
  const url = `${gateway.url.replace('http', 'ws')}/graphql`;
  return createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
  });
}

type Results = AsyncIterable<{ data?: unknown; errors?: readonly unknown[] | undefined }>;

async function take(results: Results, count: number): Promise<Digitization[]> {
  const taken: Digitization[] = [];
  for await (const { data, errors } of results) {
    if (errors !== undefined) throw errors;
    taken.push((data as { digitizationComplete: Digitization }).digitizationComplete);
    if (taken.length === count) break;
  }
  return taken;
}

/** Returns the id of the last event. */
async function lastId(): Promise<string> {
  await digitize(1);
  const [last] = await appender.append(digitized((number += 1)));
  return `evt_${String(last).padStart(12, '0')}`;
}

const references = (events: readonly Digitization[]) => events.map(({ tokenReference }) => tokenReference);

const transports: [string, (key: string, variables: Record<string, unknown>) => Results][] = [
  ['graphql-ws', (key, variables) => stockClient(key).iterate({ query: DIGITIZATIONS, variables })],
  [
    'graphql-sse',
    (key, variables) =>
      createEventStreamClient({
        url: `${gateway.url}/graphql/stream`,
        headers: { authorization: `Bearer ${key}` },
        retryAttempts: 0,
      }).iterate({ query: DIGITIZATIONS, variables }),
  ],
];

describe.each(transports)('digitizationComplete with the stock client of %s', (_name, subscribe) => {
  const integrator = 'cardway_sandbox_integrator';

  it('delivers the events after an event, and then new ones', async () => {
    const after = await lastId();
    const past = await digitize(300);
    const taken = take(subscribe(integrator, { after }), 310);
    const coming = await digitize(10);
    expect(references(await taken)).toEqual([...past, ...coming]);
  });

  it('delivers the events of one card', async () => {
    const after = await lastId();
    await digitize(2, { cardId: 5002 });
    const mine = await digitize(2);
    expect(references(await take(subscribe(integrator, { after, cardId: 5001 }), 2))).toEqual(mine);
  });

  it('shows an integrator its own programme and an operator every one', async () => {
    const after = await lastId();
    const others = await digitize(2, { programme: 'other' });
    const mine = await digitize(1);
    expect(references(await take(subscribe(integrator, { after }), 1))).toEqual(mine);
    expect(references(await take(subscribe('cardway_sandbox_operator', { after }), 3))).toEqual([
      ...others,
      ...mine,
    ]);
  });

  it.each(['evt_999999999999', 'evt_1', 'nonsense', ''])(
    'refuses the cursor %p by its name',
    async (after) => {
      await expect(take(subscribe(integrator, { after }), 1)).rejects.toMatchObject([
        { extensions: { code: 'BAD_REQUEST', field: 'after' } },
      ]);
    },
  );
});

it('a document that cannot be served ends itself and no other operation of its socket', async () => {
  const raw = await connect(gateway.url, 'cardway_sandbox_integrator');
  const query = 'subscription($a: Boolean!) { digitizationComplete @skip(if: $a) { id } }';
  raw.send({ id: 'one', type: 'subscribe', payload: { query, variables: { a: true } } });
  expect(await raw.next()).toMatchObject({
    id: 'one',
    type: 'error',
    payload: [{ message: expect.stringContaining('@skip') as unknown, extensions: { code: 'BAD_REQUEST' } }],
  });
  raw.send({ id: 'two', type: 'subscribe', payload: { query: '{ __typename }' } });
  expect(await raw.next()).toMatchObject({ id: 'two', type: 'next' });
  raw.socket.terminate();
});

describe('an event stream', () => {
  const stream = (headers: Record<string, string>, search = '') =>
    fetch(`${gateway.url}/graphql/stream${search}`, { headers: { accept: 'text/event-stream', ...headers } });

  it('answers a query by GET, and no mutation', async () => {
    const authorization = 'Bearer cardway_sandbox_client';
    const query = await stream({ authorization }, `?query=${encodeURIComponent('{ __typename }')}`);
    expect(query.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await query.text()).toBe(
      ':\n\nevent: next\ndata: {"data":{"__typename":"Query"}}\n\nevent: complete\ndata:\n\n',
    );
    const deduct = 'mutation { balance(input: { terminalId: "0068766621" }) { status } }';
    const text = await (await stream({ authorization }, `?query=${encodeURIComponent(deduct)}`)).text();
    expect(text).toContain('BAD_REQUEST');
  });
});

describe('a subscription over plain HTTP', () => {
  it('is refused with the right place to connect', async () => {
    const reply = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer cardway_sandbox_operator' },
      body: JSON.stringify({ query: 'subscription { digitizationComplete { id } }' }),
    });
    expect(await reply.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('/graphql/stream') as string,
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
  });
});

const BALANCE = `mutation($input: BalanceInput!) { balance(input: $input) { status requestId response { resultCode balanceAmount } } }`;
const SAVED =
  'subscription($after: ID, $terminalId: String) { transactionSaved(after: $after, terminalId: $terminalId) { id state methodName resultCode } }';

function balanceInput(transactionId: string, terminalId = '0068766621') {
  const reference = '556789731480';
  const transactionDate = '20200824T14:17:06';
  return {
    terminalId,
    reference,
    narrative: 'N',
    transactionId,
    transactionDate,
    customerId: 1002,
    cardId: 5002,
  };
}

const globalIdOf = (requestId = ''): string => `txn_${Buffer.from(requestId).toString('base64url')}`;

describe('queries and mutations over a WebSocket', () => {
  it('are answered as over HTTP, and saved transactions are followed', async () => {
    const operator = await connect(gateway.url, 'cardway_sandbox_operator');
    operator.send({ id: 's', type: 'subscribe', payload: { query: SAVED } });
    operator.send({
      id: 't',
      type: 'subscribe',
      payload: { query: SAVED, variables: { terminalId: '0029504320' } },
    });
    const client = await connect(gateway.url, 'cardway_sandbox_client');
    const ids: string[] = [];
    for (const terminalId of ['0068766621', '0029504320', '0068766621']) {
      const input = balanceInput(String((number += 1)), terminalId);
      client.send({ id: 'b', type: 'subscribe', payload: { query: BALANCE, variables: { input } } });
      const { payload } = await client.next();
      expect(payload).toMatchObject({
        data: { balance: { status: 'success', response: { resultCode: 1 } } },
      });
      ids.push((payload as { data: { balance: { requestId: string } } }).data.balance.requestId);
      expect(await client.next()).toEqual({ id: 'b', type: 'complete' });
    }
    const heard = [
      await operator.next(),
      await operator.next(),
      await operator.next(),
      await operator.next(),
    ];
    const of = (id: string) => heard.filter((message) => message['id'] === id).map(({ payload }) => payload);
    const saved = (id: string | undefined) => ({
      data: {
        transactionSaved: { id: globalIdOf(id), state: 'ANSWERED', methodName: 'Balance', resultCode: 1 },
      },
    });
    expect(of('s')).toEqual(ids.map(saved));
    expect(of('t')).toEqual([saved(ids[1])]);
    operator.send({ id: 'r', type: 'subscribe', payload: { query: SAVED, variables: { after: ids[1] } } });
    expect(await operator.next()).toEqual({ id: 'r', type: 'next', payload: saved(ids[2]) });
    const after = globalIdOf(ids[0]);
    operator.send({ id: 'g', type: 'subscribe', payload: { query: SAVED, variables: { after } } });
    expect(await operator.next()).toEqual({ id: 'g', type: 'next', payload: saved(ids[1]) });
    operator.socket.close(1000);
    client.socket.close(1000);
  });
});

describe('the key of a connection', () => {
  it('ends its WebSockets with 4403 and its event streams when it is revoked', async () => {
    const key = await sandboxDirectory(folder);
    await key.put({ isDisabled: false });
    const raw = await connect(gateway.url, key.text);
    const stream = await fetch(
      `${gateway.url}/graphql/stream?query=${encodeURIComponent('subscription { digitizationComplete { id } }')}`,
      {
        headers: { authorization: `Bearer ${key.text}`, accept: 'text/event-stream' },
      },
    );
    const streamEnd = stream.text().then(
      () => 'complete',
      () => 'cut',
    );
    await key.put({ isDisabled: true });
    expect(await raw.closed).toMatchObject({ code: 4403 });
    expect(await streamEnd).toBe('cut');
    await key.close();
  });
});

describe('a separate gateway', () => {
  let other: TestGateway;

  beforeAll(async () => {
    other = await startGateway();
  });

  const count = (what: string): Promise<number> => metric(other.url, `cardway_stream_${what}`);

  it('counts open connections and their subscriptions, except those that ended before they began', async () => {
    const become = (what: string, expected: number) =>
      until(`${what} are ${String(expected)}`, async () => (await count(what)) === expected);
    expect([await count('connections'), await count('subscriptions')]).toEqual([0, 0]);
    const raw = await connect(other.url);
    for (let number = 0; number < 20; number += 1) {
      const id = String(number);
      raw.send({ id, type: 'subscribe', payload: { query: DIGITIZATIONS } });
      if (number > 0) raw.send({ id, type: 'complete' });
    }
    await become('subscriptions', 1);
    await become('connections', 1);
    raw.socket.close(1000);
    await become('connections', 0);
    expect(await count('subscriptions')).toBe(0);
  });

  it('delivers no event to a key after it revoked that key', async () => {
    const ask = (query: string, key: string) => askGraphQL<Record<string, never>>(other.url, query, { key });
    const made = await ask(
      'mutation { createKey(input: { keyId: "short", role: INTEGRATOR, programme: "sandbox" }) { secret } }',
      KEYS.operator,
    );
    const { secret } = made.data!['createKey'] as unknown as { readonly secret: string };
    const raw = await connect(other.url, secret);
    raw.send({ id: '1', type: 'subscribe', payload: { query: DIGITIZATIONS } });
    await until('it is subscribed', async () => (await count('subscriptions')) === 1);
    await ask('mutation { revokeKey(input: { keyId: "short" }) { key { revoked } } }', KEYS.operator);
    const reported = await ask(
      'mutation { reportDigitization(input: { cardId: 5001, walletId: "103", tokenReference: "late", tokenRequestorId: "1" }) { id } }',
      KEYS.network,
    );
    expect(reported.errors).toEqual([]);
    expect(await raw.closed).toMatchObject({ code: 4403 });
    expect(raw.heard()).toBeUndefined();
  });

  it('closes its WebSockets with 1001 when it is stopped, and ends within its time', async () => {
    const raw = await connect(other.url);
    raw.send({ id: '1', type: 'subscribe', payload: { query: DIGITIZATIONS } });
    const silent = await openSocket(other.url);
    const stopped = other.stop();
    expect(await raw.closed).toMatchObject({ code: 1001 });
    expect(await silent.closed).toMatchObject({ code: 1001 });
    expect(await stopped).toBe(0);
  });
});

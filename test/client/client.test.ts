/** `createClient` of cardway/client, against a real gateway. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CardwayCallError, createClient, type DeductInput, subscribe } from '../../src/client/index.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { KEYS } from '../support/channels/index.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const clientOf = (key: string, url = gateway.url) => createClient({ url, key, retryMaxMs: 20 });

const PURCHASE: DeductInput = {
  terminalId: '0068766621',
  reference: '43172792905',
  customerId: 1001,
  cardId: 5001,
  requestAmount: 200,
  narrative: 'KARINA FURNITURE       CURACAO       CUW',
  transactionType: '00',
  transactionId: '401897',
  transactionDate: '20200817T17:58:57',
};

describe('a backend', () => {
  it('asks for a balance, pays once however often it calls, and reads the transaction', async () => {
    const backend = clientOf(KEYS.client);
    const { requestAmount: _, transactionType: _type, ...asked } = PURCHASE;
    const before = await backend.balance(asked);
    expect(before).toMatchObject({ status: 'success', customerId: 1001, response: { resultCode: 1 } });
    const paid = await backend.deduct(PURCHASE);
    const again = await backend.deduct(PURCHASE);
    expect([paid.replayed, again.replayed]).toEqual([false, true]);
    expect(again).toEqual({ ...paid, replayed: true });
    expect(paid.response.balanceAmount).toBe(before.response.balanceAmount! - 200);
    expect(await backend.transaction(paid.requestId!)).toMatchObject({
      state: 'ANSWERED',
      methodName: 'Deduct',
    });
    expect(await backend.transaction('5001_20200817175857_9')).toBeNull();
  });

  it('takes a key with the line end of its file, for calls and for subscriptions', async () => {
    expect(await clientOf(`${KEYS.client}\n`).transaction('5001_20200817175857_9')).toBeNull();
    const stopping = new AbortController();
    const events = clientOf(`${KEYS.integrator}\r\n`).events({
      signal: stopping.signal,
      onConnection: () => stopping.abort(),
    });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it.each(['', 'two keys', 'schlüssel→', undefined as unknown as string])(
    'refuses %p as a key',
    async (key) => {
      expect(() => clientOf(key)).toThrow(TypeError);
      const failure = await subscribe({ url: gateway.url, key })
        .next()
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'SubscriptionError', code: 'BAD_REQUEST' });
    },
  );

  it('sends any method of the table', async () => {
    const { transactionType: _, ...load } = PURCHASE;
    const input = { ...load, methodName: 'LoadAuth', transactionType: '20', transactionId: '77' };
    expect(await clientOf(KEYS.client).transact(input)).toMatchObject({ response: { resultCode: 1 } });
  });

  it.each([
    ['a wrong key', 'wrong', {}, { code: 'UNAUTHENTICATED', isOutcomeUnknown: false }],
    ['a key of another role', KEYS.network, {}, { code: 'FORBIDDEN' }],
    ['a field beyond its limit', KEYS.client, { narrative: '' }, { code: 'BAD_REQUEST', field: 'narrative' }],
    [
      'a cut connection downstream',
      KEYS.client,
      { requestAmount: 954, transactionId: '9' },
      { isOutcomeUnknown: true },
    ],
  ])('gets an error for %s', async (_what, key, change, told) => {
    const error: unknown = await clientOf(key)
      .deduct({ ...PURCHASE, ...change })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CardwayCallError);
    expect(error).toMatchObject(told);
  });
});

describe('push provisioning', () => {
  it('gives a secret that is valid once, and delivers the digitization, also to a later subscriber', async () => {
    const integrator = clientOf(KEYS.integrator);
    const network = clientOf(KEYS.network);
    const { secret, keyId, expiresAt } = await integrator.generateSecret(5001);
    expect(secret).toMatch(new RegExp(`^${keyId}#\\d{8}$`));
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(await network.verifySecret(5001, secret)).toMatchObject({ valid: true });
    expect(await network.verifySecret(5001, secret)).toMatchObject({ valid: false, reason: 'REPLAYED' });
    await reported('first');
    await reported('second');
    const [first] = await taken(integrator.digitizations({ after: 'evt_000000000000', cardId: 5001 }), 1);
    expect(first).toMatchObject({ tokenReference: 'first', cardId: 5001, wallet: 'APPLE_PAY' });
    const rest = await taken(integrator.digitizations({ after: first!.id }), 1);
    expect(rest.map(({ tokenReference }) => tokenReference)).toEqual(['second']);
  });

  async function reported(token_reference: string): Promise<void> {
    const reply = await fetch(`${gateway.url}/network/v1/digitizations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.network}` },
      body: JSON.stringify({ card_id: 5001, wallet_id: '103', token_reference, token_requestor_id: '1' }),
    });
    expect(reply.status).toBe(200);
  }

  async function taken<Item>(items: AsyncGenerator<Item>, count: number): Promise<Item[]> {
    const all: Item[] = [];
    for await (const item of items) if (all.push(item) === count) break;
    return all;
  }
});

describe('a failing gateway', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function troubled(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  it('gets retries until it is back, and gives the same answer', async () => {
    let calls = 0;
    const url = await troubled((request, response) => {
      calls += 1;
      if (calls === 1) return void request.socket.destroy();
      if (calls === 2) {
        response.writeHead(503, { 'Retry-After': '0' });
        return void response.end('{"errors":[{"message":"m","extensions":{"code":"UNAVAILABLE"}}]}');
      }
      const headers = { 'Content-Type': 'application/json', Authorization: request.headers.authorization! };
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const reply = await fetch(`${gateway.url}/graphql`, {
          method: 'POST',
          headers,
          body: Buffer.concat(chunks),
        });
        response.end(await reply.text());
      })();
    });
    const paid = await clientOf(KEYS.client, url).deduct({ ...PURCHASE, transactionId: 'again' });
    expect([paid.response.resultCode, calls]).toEqual([1, 3]);
  });

  /** Replies with these codes of errors, one after the other; null cuts the connection. */
  const failing = (...codes: (string | null)[]): Promise<string> =>
    troubled((request, response) => {
      const code = codes.length > 1 ? codes.shift()! : codes[0]!;
      if (code === null) return void request.socket.destroy();
      response.writeHead(503, { 'Retry-After': '0' });
      response.end(JSON.stringify({ errors: [{ message: 'm', extensions: { code } }] }));
    });

  it.each([
    ['an outcome that the gateway could not save', ['UNAVAILABLE'], true],
    ['a refusal for load', ['RATE_LIMITED'], false],
    ['a refusal for load after a lost reply', [null, 'RATE_LIMITED'], true],
    ['a wrong key after a lost reply', [null, 'UNAUTHENTICATED'], true],
    ['a call that was not processed, after a lost reply', [null, 'DOWNSTREAM_REFUSED'], false],
  ])('says whether the outcome is known: %s', async (_what, codes, isOutcomeUnknown) => {
    const backend = clientOf(KEYS.client, await failing(...codes));
    await expect(backend.deduct(PURCHASE)).rejects.toMatchObject({
      name: 'CardwayCallError',
      code: codes.at(-1),
      isOutcomeUnknown,
    });
  });

  it('says that the outcome is unknown when the signal ends the pause before a retry', async () => {
    const ending = new AbortController();
    const { signal } = ending;
    // Only the pause listens to the signal itself: the call listens to one that joins it with the timeout.
    const listen = signal.addEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof listen>) => {
      listen(...given);
      ending.abort();
    };
    const url = await failing('UNAVAILABLE');
    const backend = createClient({ url, key: KEYS.client, signal });
    await expect(backend.deduct(PURCHASE)).rejects.toMatchObject({
      name: 'CardwayCallError',
      code: 'UNAVAILABLE',
      isOutcomeUnknown: true,
    });
  });

  it.each(['<html>504</html>', '{"message":"Endpoint request timed out"}', 'null', '{"data":null}'])(
    'says that the outcome is unknown when a proxy replies in its place: %s',
    async (body) => {
      const url = await troubled((_request, response) => response.writeHead(504).end(body));
      await expect(clientOf(KEYS.client, url).deduct(PURCHASE)).rejects.toMatchObject({
        name: 'CardwayCallError',
        code: 'UNREACHABLE',
        isOutcomeUnknown: true,
      });
    },
  );

  it('gets no retry of a secret verification', async () => {
    let calls = 0;
    const url = await troubled((request) => {
      calls += 1;
      request.socket.destroy();
    });
    await expect(clientOf(KEYS.network, url).verifySecret(5001, '001#1')).rejects.toMatchObject({
      code: 'UNREACHABLE',
      isOutcomeUnknown: true,
    });
    expect(calls).toBe(1);
  });

  it('cannot redirect the client with its key to another place', async () => {
    const url = await troubled((_request, response) => {
      response.writeHead(307, { Location: `${gateway.url}/graphql` });
      response.end();
    });
    await expect(clientOf(KEYS.client, url).balance(PURCHASE)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});

/** `createClient` of cardway/client, against a real gateway. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { createClient, type DigitizationEvent } from '../../src/client/index.js';
import { TransactDocument } from '../../src/generated/operations.js';
import { KEYS } from '../support/channels/index.js';
import { sharedGateway } from '../support/gateway.js';

const gateway = sharedGateway();

const clientOf = (key: string, url = gateway.url) => createClient({ url, key });

const PURCHASE = {
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
const DEDUCT =
  'mutation ($input: DeductInput!) { deduct(input: $input) { replayed response { resultCode } } }';
interface Paid {
  readonly deduct: { readonly replayed: boolean; readonly response: { readonly resultCode: number } };
}

describe('request', () => {
  it('sends a document as text, as typed text and as syntax tree, each with its types', async () => {
    const backend = clientOf(`${KEYS.client}\n`); // with the line end of its file
    const first = await backend.request<Paid>(DEDUCT, { input: PURCHASE });
    const tree = parse(DEDUCT) as TypedDocumentNode<Paid, { readonly input: typeof PURCHASE }>;
    const { deduct } = await backend.request(tree, { input: PURCHASE });
    expect([first.deduct.replayed, deduct.replayed, deduct.response.resultCode]).toEqual([false, true, 1]);
    const load = { ...PURCHASE, methodName: 'LoadAuth', transactionType: '20', transactionId: '77' };
    const { transact } = await backend.request(TransactDocument, { input: load });
    expect([transact.status, transact.customerId]).toEqual(['success', 1001]);
  });

  it.each([
    ['a wrong key', 'wrong', {}, { code: 'UNAUTHENTICATED' }],
    ['a key of another role', KEYS.network, {}, { code: 'FORBIDDEN' }],
    [
      'a field beyond its limit',
      KEYS.client,
      { narrative: '' },
      { code: 'BAD_REQUEST', extensions: { field: 'narrative' } },
    ],
  ])('gets an error for %s', async (_what, key, change, told) => {
    const input = { ...PURCHASE, ...change };
    await expect(clientOf(key).request(DEDUCT, { input })).rejects.toMatchObject({
      name: 'GatewayError',
      ...told,
    });
  });

  it('ends by its signal', async () => {
    const call = clientOf(KEYS.client).request(DEDUCT, { input: PURCHASE }, AbortSignal.abort());
    await expect(call).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});

it('delivers digitizations, also to a later subscriber', async () => {
  const integrator = clientOf(`${KEYS.integrator}\r\n`);
  await reported('first');
  await reported('second');
  const from = async (after: string) => {
    const events = integrator.subscribe<DigitizationEvent>({
      types: ['digitization.complete'],
      cardId: 5001,
      after,
    });
    const { value } = await events.next();
    await events.return();
    return value!;
  };
  const first = await from('evt_000000000000');
  expect(first).toMatchObject({ type: 'digitization.complete', cardId: 5001, programme: 'sandbox' });
  expect(first.data).toMatchObject({ tokenReference: 'first', wallet: 'APPLE_PAY' });
  expect((await from(first.id)).data.tokenReference).toBe('second');
});

async function reported(token_reference: string): Promise<void> {
  const reply = await fetch(`${gateway.url}/network/v1/digitizations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEYS.network}` },
    body: JSON.stringify({ card_id: 5001, wallet_id: '103', token_reference, token_requestor_id: '1' }),
  });
  expect(reply.status).toBe(200);
}

it.each(['', 'two keys', 'schlüssel→', undefined as unknown as string])('refuses %p as a key', (key) => {
  expect(() => clientOf(key)).toThrow(TypeError);
});

it.each(['nonsense', 'ftp://cards.example.com', 'http://'])('refuses %s as a URL', (url) => {
  expect(() => clientOf('key', url)).toThrow(TypeError);
});

describe('a failing gateway', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function troubled(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  it('cannot redirect the client with its key to another place', async () => {
    const url = await troubled((_request, response) => {
      response.writeHead(307, { Location: `${gateway.url}/graphql` });
      response.end();
    });
    await expect(clientOf(KEYS.client, url).request(DEDUCT, {})).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
  });
});

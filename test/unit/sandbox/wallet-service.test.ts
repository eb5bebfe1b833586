import { join } from 'node:path';
import { signBytes } from '../../../src/core/wire/signature.js';
import { exchange, rawRequest } from '../../life/raw-http.js';
import { KEY, OPENING, openSandbox, REFERENCE, type SandboxBench } from './bench.js';
import { temporaryFolder } from '../../support/run-folder.js';

let bench: SandboxBench;

beforeEach(async () => {
  bench = await openSandbox();
});

afterEach(() => bench.wallet.close());

const balance = () => bench.wallet.balance(REFERENCE);
const REFERS = { reference_id: 'orig', reference_date: '20200817T10:00:00' };
const ORIGINAL = { transaction_id: 'orig', transaction_date: '20200817T10:00:00' };

describe('the signature', () => {
  test('is verified over the exact bytes', async () => {
    const body = Buffer.from(
      '{ "request":{"method_name":"Balance","reference":"43172792905"},"customer_id":1001,"request_id":"5001_1_1" }',
    );
    const signature = signBytes(KEY, body);
    expect((await bench.post(body, { X_msg_signature: signature })).status).toBe(200);
    expect((await bench.post(body, { X_msg_signature: signature.toUpperCase() })).status).toBe(200);
    expect(
      (await bench.post(Buffer.concat([body, Buffer.from(' ')]), { X_msg_signature: signature })).status,
    ).toBe(401);
    expect((await bench.post(body, { X_msg_signature: '' })).status).toBe(401);
    expect((await bench.post(body, { X_msg_signature: signBytes(Buffer.from('other'), body) })).status).toBe(
      401,
    );
  });

  test('is checked before everything else', async () => {
    expect((await bench.post('not json', { X_msg_signature: '00' })).status).toBe(401);
    expect((await bench.post('not json')).status).toBe(400);
    expect((await bench.post('null')).status).toBe(400);
    expect((await bench.post('{"request":null}')).status).toBe(400);
  });
});

describe('callers of other hosts and pages', () => {
  test.each([
    ['Host: evil.example', 'X-Nothing: 1'],
    ['Host: localhost', 'Origin: https://evil.example'],
  ])('are refused, with the name of the setting (%s, %s)', async (host, header) => {
    for (const line of [
      'GET /inquiry?request_id=5001_1_1 HTTP/1.1',
      'POST /internal/proxy-endpoint HTTP/1.1',
    ]) {
      const { status, text } = await exchange(
        bench.wallet.url,
        rawRequest({ line, host: [host], headers: [header] }),
      );
      expect([status, text]).toEqual([403, expect.stringContaining('sandbox.hosts')]);
    }
  });
});

describe('money', () => {
  test('Balance returns the balance, in the raw form', async () => {
    const { status, body, response } = await bench.call('Balance', { request_amount: 0 });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'message', 'customerId', 'response']);
    expect(body).toMatchObject({ status: 'success', message: '', customerId: 1001 });
    expect(String(body['response'])).toMatch(
      /^<\?xml version="1\.0"\?><methodResponse><params>.*<int>1<\/int>/,
    );
    expect(response).toEqual({ resultCode: 1, balanceAmount: OPENING, actualBalance: OPENING });
  });

  test('Deduct lowers the balance and returns the rest', async () => {
    const left = OPENING - 200;
    expect((await bench.call('Deduct', { request_amount: 200 })).response).toEqual({
      resultCode: 1,
      balanceAmount: left,
      actualBalance: left,
    });
    expect(balance()).toBe(left);
  });

  test('Deduct takes at most the whole balance', async () => {
    expect((await bench.call('Deduct', { request_amount: OPENING + 1 })).response).toMatchObject({
      resultCode: -17,
    });
    expect(balance()).toBe(OPENING);
    const declined = await bench.call('Deduct', { request_amount: OPENING + 1 });
    expect(declined.body).toMatchObject({ status: 'failed', message: 'Not sufficient funds' });
    expect((await bench.call('Deduct', { request_amount: OPENING })).response).toMatchObject({
      resultCode: 1,
      balanceAmount: 0,
    });
    expect(balance()).toBe(0);
  });

  test('Deduct takes what there is, where the terminal can take a part', async () => {
    const request = { request_amount: OPENING + 1, transaction_data: { supports_partial_auth: '1' } };
    const part = { resultCode: 2, approvalAmount: OPENING, balanceAmount: 0, actualBalance: 0 };
    expect((await bench.call('Deduct', { ...ORIGINAL, ...request })).response).toEqual(part);
    expect((await bench.call('Deduct', request)).response).toMatchObject({ resultCode: -17 });
    await bench.call('DeductReversal', { ...REFERS, request_amount: OPENING });
    expect(balance()).toBe(OPENING);
  });

  test.each([
    ['LoadAuth', 500],
    ['LoadAdjustment', 500],
    ['DeductAdjustment', -500],
  ])('%s moves %d', async (method, movement) => {
    expect((await bench.call(method, { request_amount: 500, ...REFERS })).response).toEqual({
      resultCode: 1,
    });
    expect(balance()).toBe(OPENING + movement);
  });

  test('a reversal of a declined Deduct moves nothing', async () => {
    await bench.call('Deduct', { ...ORIGINAL, request_amount: OPENING + 1 });
    await bench.call('DeductReversal', { ...REFERS, request_amount: OPENING + 1 });
    expect(balance()).toBe(OPENING);
  });
});

describe('the other methods', () => {
  test.each([
    'Stop',
    'ValidatePIN',
    'AdministrativeMessage',
    'BrazilianInstallmentSettled',
    'MexicanInstallmentSettled',
  ])('%s is 1', async (method) => {
    expect((await bench.call(method)).response).toEqual({ resultCode: 1 });
  });

  test('an unknown method is -41', async () => {
    expect((await bench.call('Mint', { request_amount: 1 })).response).toEqual({ resultCode: -41 });
  });

  test('a request that is no call is not found', async () => {
    expect((await fetch(bench.wallet.url)).status).toBe(404);
    expect((await fetch(new URL('/other', bench.wallet.url), { method: 'POST', body: '{}' })).status).toBe(
      404,
    );
  });
});

describe('a repeated request id', () => {
  const ID = { request_id: '5001_20200817175857_77' };

  test('gets the same answer again and moves nothing', async () => {
    const first = await bench.call('Deduct', { ...ORIGINAL, request_amount: 300 }, ID);
    await bench.call('Deduct', { request_amount: 50 });
    expect(await bench.call('Deduct', { ...ORIGINAL, request_amount: 300 }, ID)).toEqual(first);
    expect(balance()).toBe(OPENING - 350);
  });

  test('at the same time moves money once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => bench.call('Deduct', { ...ORIGINAL, request_amount: 300 }, ID)),
    );
    expect(balance()).toBe(OPENING - 300);
  });

  test.each([
    ['amount', 'Deduct', { request_amount: 301 }],
    ['method', 'LoadAuth', { request_amount: 300 }],
    ['wallet', 'Deduct', { request_amount: 300, reference: '556789731480' }],
  ])('for another %s is -3', async (_, method, request) => {
    await bench.call('Deduct', { request_amount: 300 }, ID);
    expect((await bench.call(method, request, ID)).response).toEqual({ resultCode: -3 });
    expect(balance()).toBe(OPENING - 300);
  });

  test('of a Balance gets the current balance', async () => {
    await bench.call('Balance', {}, ID);
    await bench.call('Deduct', { request_amount: 1 });
    expect((await bench.call('Balance', {}, ID)).response).toMatchObject({ balanceAmount: OPENING - 1 });
  });

  test('can be inquired about', async () => {
    expect((await bench.inquire(ID.request_id)).status).toBe(404);
    const first = await bench.call('Deduct', { request_amount: 300 }, ID);
    expect(await bench.inquire(ID.request_id)).toEqual(first);
    expect((await bench.inquire('')).status).toBe(404);
  });
});

describe('its own file', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('keeps balances and answers over a restart', async () => {
    const path = join(folder, 'wallets.db');
    const ID = { request_id: '5001_20200817175857_78' };
    const before = await openSandbox(path);
    const answer = await before.call('Deduct', { request_amount: 300 }, ID);
    await before.wallet.close();
    const after = await openSandbox(path);
    expect(after.wallet.balance(REFERENCE)).toBe(OPENING - 300);
    expect(await after.call('Deduct', { request_amount: 300 }, ID)).toEqual(answer);
    expect(after.wallet.balance(REFERENCE)).toBe(OPENING - 300);
    await after.wallet.close();
  });
});

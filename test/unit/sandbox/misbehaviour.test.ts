import { OPENING, openSandbox, REFERENCE, type SandboxBench } from './bench.js';

let bench: SandboxBench;

beforeEach(async () => {
  bench = await openSandbox();
});

afterEach(() => bench.wallet.close());

const ID = { request_id: '5001_20200817175857_9' };
const balance = () => bench.wallet.balance(REFERENCE);
const deduct = (amount: number) => bench.call('Deduct', { request_amount: amount, transaction_id: 'm' }, ID);

/** Resolves when the service waits with an answer. */
async function untilItWaits(): Promise<void> {
  while (bench.time.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns whether a promise is still pending after all other work on this machine had its turn. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, open))])) === open;
}

describe('a Deduct of an amount that moves no money', () => {
  test.each([1, 2])('951 is HTTP 500, on attempt %d too', async (attempts) => {
    for (let n = 1; n < attempts; n++) await deduct(951);
    expect((await deduct(951)).status).toBe(500);
    expect(balance()).toBe(OPENING);
    expect((await bench.inquire(ID.request_id)).status).toBe(404);
  });

  test('952 never answers', async () => {
    const call = deduct(952);
    const other = await bench.call('Balance');
    expect(other.response).toMatchObject({ balanceAmount: OPENING });
    expect(await isOpen(call)).toBe(true);
    const ended = expect(call).rejects.toThrow();
    await bench.wallet.close();
    await ended;
    bench = await openSandbox();
  });

  test('956 is a fault', async () => {
    expect(await deduct(956)).toMatchObject({ status: 200, response: 'fault' });
    expect(await deduct(956)).toMatchObject({ response: 'fault' });
    expect(balance()).toBe(OPENING);
  });
});

describe('a Deduct of an amount that moves money and loses the answer', () => {
  test('953 is malformed XML once, then the answer', async () => {
    expect(await deduct(953)).toMatchObject({ status: 200, response: 'unreadable' });
    expect(balance()).toBe(OPENING - 953);
    expect((await deduct(953)).response).toMatchObject({ resultCode: 1, balanceAmount: OPENING - 953 });
    expect(balance()).toBe(OPENING - 953);
  });

  test('954 is a cut connection once, then the answer', async () => {
    await expect(deduct(954)).rejects.toThrow();
    expect(balance()).toBe(OPENING - 954);
    expect((await bench.inquire(ID.request_id)).response).toMatchObject({ resultCode: 1 });
    expect((await deduct(954)).response).toMatchObject({ resultCode: 1 });
    expect(balance()).toBe(OPENING - 954);
  });

  test.each([
    [955, 1500],
    [957, 3000],
  ])('%d answers after %d ms', async (amount, ms) => {
    const call = deduct(amount);
    await untilItWaits();
    expect(balance()).toBe(OPENING - amount);
    bench.time.advance(ms - 1);
    expect(bench.time.pending()).toBe(1);
    bench.time.advance(1);
    expect((await call).response).toMatchObject({ resultCode: 1 });
    expect((await deduct(amount)).response).toMatchObject({ resultCode: 1 });
    expect(balance()).toBe(OPENING - amount);
  });

  test('a reversal of a processed Deduct returns the money', async () => {
    await expect(deduct(954)).rejects.toThrow();
    const refers = { reference_id: 'm', reference_date: '20200817T17:58:57', request_amount: 0 };
    expect((await bench.call('DeductReversal', refers)).response).toEqual({ resultCode: 1 });
    expect(balance()).toBe(OPENING);
  });
});

test.each(['LoadAdjustment', 'LoadReversal', 'DeductAdjustment', 'DeductReversal'])(
  '%s misbehaves on its first sending only, so that it arrives in the end',
  async (method) => {
    const send = () => bench.call(method, { request_amount: 951 }, ID);
    expect((await send()).status).toBe(500);
    expect((await bench.inquire(ID.request_id)).status).toBe(404);
    expect((await send()).response).toEqual({ resultCode: 1 });
    const after = balance();
    expect((await send()).response).toEqual({ resultCode: 1 });
    expect(balance()).toBe(after);
  },
);

test('950 and 958 are ordinary amounts', async () => {
  expect((await bench.call('Deduct', { request_amount: 950 })).response).toMatchObject({ resultCode: 1 });
  expect((await bench.call('Deduct', { request_amount: 958 })).response).toMatchObject({ resultCode: 1 });
});

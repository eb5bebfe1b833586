import { answer, startWallet, type TestWallet } from '../../support/wallet/index.js';
import { openBench } from './set-up.js';

let wallet: TestWallet;

afterEach(() => wallet.close());

/** Returns the reported clock error of the service when its answers have these `Date` values, made from our time. */
async function reportedDrift(dates: readonly ((nowMs: number) => string)[]): Promise<number | null> {
  wallet = await startWallet({ behaviour: answer({ resultCode: 1 }) });
  const { downstream, time, send } = openBench(wallet.url);
  for (const date of dates) {
    const usual = answer({ resultCode: 1 }, { customerId: 1001 });
    if (usual.kind !== 'respond') throw new Error('unreachable');
    wallet.behave({ ...usual, headers: { ...usual.headers, Date: date(time.nowMs()) } });
    await send();
  }
  const drift = downstream.states()[0]?.clockDriftMs ?? null;
  await downstream.close();
  return drift;
}

/** Returns a Date header, which is cut to the second. */
const at =
  (driftMs: number) =>
  (nowMs: number): string =>
    new Date(nowMs + driftMs).toUTCString();

test('nothing is known before the first answer', async () => {
  expect(await reportedDrift([])).toBeNull();
});

test('within the second that the header names there is no drift', async () => {
  expect(await reportedDrift([at(0)])).toBe(0);
});

test.each([10_000, -10_000, 3_600_000])(
  'a clock that is %i ms off is reported to the second',
  async (driftMs) => {
    const told = (await reportedDrift([at(driftMs)])) ?? 0;
    expect(Math.abs(told - driftMs)).toBeLessThan(1000);
    expect(Math.abs(told)).toBeLessThanOrEqual(Math.abs(driftMs));
  },
);

test('the last answer counts', async () => {
  expect(await reportedDrift([at(10_000), at(0)])).toBe(0);
});

test('a header without a valid date changes nothing', async () => {
  expect(await reportedDrift([at(0), () => 'yesterday'])).toBe(0);
});

import { deduct, JSON_PROXY, reversalOf, startBench, type Bench } from '../support/channels/index.js';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({ env: { CARDWAY_LIMITS_TRANSACTIONS_PER_MINUTE_OF_TERMINAL: '1' } });
});

afterAll(() => bench.stop());

it('a limit that refuses the next payment of a terminal refuses none of its advices', async () => {
  const paid = deduct();
  expect((await JSON_PROXY.call(bench.url, paid)).resultCode).toBe(1);
  expect((await JSON_PROXY.call(bench.url, deduct())).errorCode).toBe('RATE_LIMITED');
  expect((await JSON_PROXY.call(bench.url, reversalOf(paid))).resultCode).toBe(1);
});

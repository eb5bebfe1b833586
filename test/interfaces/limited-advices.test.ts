import { deduct, JSON_PROXY, reversalOf, sharedBench } from '../support/channels/index.js';

const bench = sharedBench({ env: { CARDWAY_LIMITS_TRANSACTIONS_PER_MINUTE_OF_TERMINAL: '1' } });

it('a limit that refuses the next payment of a terminal refuses none of its advices', async () => {
  const paid = deduct();
  expect((await JSON_PROXY.call(bench.url, paid)).resultCode).toBe(1);
  expect((await JSON_PROXY.call(bench.url, deduct())).errorCode).toBe('RATE_LIMITED');
  expect((await JSON_PROXY.call(bench.url, reversalOf(paid))).resultCode).toBe(1);
});

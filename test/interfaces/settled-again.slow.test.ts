/**
 * Tests a settlement that is repeated after it made the transaction contradicted
 * (docs/transactions.md#transactions-that-need-an-operator).
 */
import { until } from '../life/until.js';
import { askGraphQL, deduct, requestIdOf, RPC2, sharedBench, USUAL } from '../support/channels/index.js';
import { respond } from '../support/wallet/index.js';
import { constants } from '../support/constants.js';

const SETTLE = `mutation ($input: SettleTransactionInput!) { settleTransaction(input: $input) { transaction { state } } }`;

const bench = sharedBench({
  env: { CARDWAY_TRANSACTION_MAX_AGE: 'off', ...constants({ SWEEP_EVERY_MS: 50 }) },
});

it('closes the contradiction that it has made; the reversal of the same commit gives the money back', async () => {
  const call = deduct();
  bench.wallet.behave(respond({ status: 503, body: 'busy' }));
  await RPC2.call(bench.url, call);
  bench.wallet.behave(USUAL);
  const requestId = requestIdOf(call, RPC2.checksumForm);
  const settle = () =>
    askGraphQL(bench.url, SETTLE, { variables: { input: { requestId, resultCode: 1, reason: 'booked' } } });
  const reversals = () => bench.ledger.rows().filter((row) => row['original_request_id'] === requestId);

  expect((await settle()).data).toEqual({ settleTransaction: { transaction: { state: 'CONTRADICTED' } } });
  expect(reversals()).toHaveLength(1);
  expect((await settle()).data).toEqual({ settleTransaction: { transaction: { state: 'ANSWERED' } } });
  await until('the money is given back', () => reversals().every(({ state }) => state === 'answered'));
  expect(reversals()).toHaveLength(1);
});

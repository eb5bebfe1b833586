/**
 * Tests a settlement that is repeated after it made the transaction contradicted
 * (docs/transactions.md#transactions-that-need-an-operator).
 */
import { until } from '../life/until.js';
import { askGraphQL, deduct, requestIdOf, RPC2, startBench, type Bench } from '../support/channels/index.js';
import { respond } from '../support/wallet/index.js';
import { constants } from '../support/constants.js';

const SETTLE = `mutation ($input: SettleTransactionInput!) { settleTransaction(input: $input) { transaction { state } } }`;

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({
    env: { CARDWAY_TRANSACTION_MAX_AGE: 'off', ...constants({ SWEEP_EVERY_MS: 50 }) },
  });
});
afterAll(() => bench.stop());

it('does not close the contradiction before the gateway has given the money back', async () => {
  const call = deduct();
  bench.wallet.behave(respond({ status: 503, body: 'busy' }));
  await RPC2.call(bench.url, call);
  const requestId = requestIdOf(call, RPC2.checksumForm);
  const settle = () =>
    askGraphQL(bench.url, SETTLE, { variables: { input: { requestId, resultCode: 1, reason: 'booked' } } });
  const switchTerminal = (name: 'disableTerminal' | 'enableTerminal') =>
    askGraphQL(
      bench.url,
      `mutation { ${name}(input: { terminalId: "${String(call.fields['terminal_id'])}" }) { terminal { enabled } } }`,
    );
  const reversals = () => bench.ledger.rows().filter((row) => row['original_request_id'] === requestId);

  await switchTerminal('disableTerminal');
  expect((await settle()).data).toEqual({ settleTransaction: { transaction: { state: 'CONTRADICTED' } } });
  await switchTerminal('enableTerminal');
  const [error] = (await settle()).errors;
  expect(error?.extensions).toMatchObject({ code: 'BAD_REQUEST' });
  expect(error?.message).toContain('about to give its money back');

  await until('the gateway gives the money back', () => reversals().length > 0);
  expect((await settle()).data).toEqual({ settleTransaction: { transaction: { state: 'ANSWERED' } } });
});

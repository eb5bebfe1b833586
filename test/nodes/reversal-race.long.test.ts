/**
 * A Deduct and its reversal at the same moment on two nodes (docs/reference/transactions.md#reversals): money that moves after its
 * reversal left is given back by the gateway. In full size:
 *
 *   CARDWAY_FAULT_RACES=2000 npm test -- test/nodes/reversal-race
 */
import { printSize, sizeOf } from '../fault/size.js';
import { until } from '../life/until.js';
import { type Call, deduct, freshId, reversalOf, RPC2 } from '../support/channels/index.js';
import type { LedgerRow } from '../support/channels/ledger.js';
import { constants } from '../support/constants.js';
import { postgresTests } from '../support/databases.js';
import { startNodes } from '../support/nodes.js';
import { approving, startWallet } from '../support/wallet/index.js';
import { nodeSettings } from './settings.js';

const RACES = sizeOf('CARDWAY_FAULT_RACES', 40);
const AT_ONCE = 10;
const OPEN = "select from transactions where state not in ('answered', 'refused', 'contradicted')";

postgresTests((_name, create) => {
  it(`${String(RACES)} races end without money that moved after its reversal`, async () => {
    const database = await create();
    const wallet = await startWallet({ behaviour: approving() });
    const nodes = await startNodes({
      count: 2,
      env: {
        ...nodeSettings(database.url),
        ...constants({ SWEEP_EVERY_MS: 50, ADVICE_RETRY_MIN_MS: 10 }),
        CARDWAY_DOWNSTREAM_URL: wallet.url,
      },
    });
    const payments = Array.from({ length: RACES }, () => deduct({ transaction_id: freshId() }));
    for (let from = 0; from < RACES; from += AT_ONCE) {
      const racing = payments.slice(from, from + AT_ONCE).map(async (payment, index) => {
        const [one = '', other = ''] = index % 2 === 0 ? nodes.urls : nodes.urls.toReversed();
        const [, advice] = await Promise.all([
          RPC2.call(one, payment),
          RPC2.call(other, reversalOf(payment)),
        ]);
        // An advice is never declined.
        expect(advice).toMatchObject({ status: 200, resultCode: 1 });
      });
      await Promise.all(racing);
    }
    await until('every call is at rest', async () => (await database.query(OPEN)).length === 0);
    const rows = await database.query<LedgerRow>('select * from transactions order by sequence');
    const sent = wallet.calls.map((call) => call.envelope()['request'] as Call['fields']);
    const ends = payments.map(({ fields }) => {
      const paidAt = sent.findIndex((call) => call['transaction_id'] === fields['transaction_id']);
      const reversedAt = sent.findIndex((call) => call['reference_id'] === fields['transaction_id']);
      const lastReversedAt = sent.findLastIndex((call) => call['reference_id'] === fields['transaction_id']);
      const row = rows.find((saved) => saved['transaction_id'] === fields['transaction_id']);
      if (paidAt === -1) return row?.state === 'refused' ? 'declined' : 'lost';
      if (reversedAt > paidAt) return 'reversed after it';
      if (reversedAt === -1) return row?.['reply_reason'] === null ? 'kept' : 'lost';
      return row?.state === 'contradicted' && lastReversedAt > paidAt
        ? 'given back'
        : 'moved after its reversal';
    });
    const counts = Map.groupBy(ends, (end) => end);
    printSize(`Races: ${[...counts].map(([end, all]) => `${end} ${String(all.length)}`).join(', ')}`);
    expect(new Set(ends)).not.toContain('lost');
    expect(new Set(ends)).not.toContain('moved after its reversal');
    await nodes.stop();
    await wallet.close();
    await database.close();
  }, 3_600_000);
});

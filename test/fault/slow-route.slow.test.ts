/**
 * Tests docs/operations.md#routes-and-methods: a wallet service that does not answer holds up neither the advices of other routes
 * nor those that wait for a wallet.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askGraphQL, deduct, requestIdOf, reversalOf, RPC2, type Call } from '../support/channels/index.js';
import { openLedgerFile, type LedgerFile } from '../support/channels/ledger.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, hang, respond, sharedWallet } from '../support/wallet/index.js';
import { until } from '../life/until.js';
import { constants } from '../support/constants.js';

/** More than the gateway sends in one round of housekeeping. */
const SLOW_ADVICES = 120;
const BATCH = 100;

const folder = temporaryFolder();

let gateway: TestGateway;
let ledger: LedgerFile;

const slow = sharedWallet({ behaviour: respond({ status: 429 }) });

const fast = sharedWallet({ behaviour: approving() });

beforeAll(async () => {
  const config = join(folder, 'cardway.yaml');
  const route = { name: 'slow', methods: ['LoadAuthReversal'], url: slow.url, timeoutMs: 30_000 };
  writeFileSync(config, JSON.stringify({ routes: [route] }));
  ledger = openLedgerFile(folder);
  gateway = await startGateway({
    folder,
    env: {
      CARDWAY_CONFIG: config,
      CARDWAY_DOWNSTREAM_URL: fast.url,
      ...constants({ SWEEP_EVERY_MS: 100, ADVICE_RETRY_MIN_MS: 100 }),

      CARDWAY_LOG_LEVEL: 'silent',
    },
  });
});

afterAll(async () => {
  ledger.close();
  await gateway.kill();
});

const rowOf = (call: Call) =>
  ledger.rows().find((row) => row['transaction_id'] === call.fields['transaction_id'])!;

it('other advices are sent while a batch of calls to a slow wallet service is open', async () => {
  const advices = Array.from({ length: SLOW_ADVICES }, () => reversalOf(deduct(), {}, 'LoadAuthReversal'));
  for (const advice of advices) await RPC2.call(gateway.url, advice);
  const before = slow.calls.length;
  slow.behave(hang());
  await slow.called(before + BATCH);

  const payment = deduct();
  await RPC2.call(gateway.url, payment);
  fast.behave(respond({ status: 429 }));
  const queued = reversalOf(payment);
  await RPC2.call(gateway.url, queued);
  const unmatched = reversalOf(deduct({ reference: '770000001' }));
  await RPC2.call(gateway.url, unmatched);
  expect([rowOf(queued).state, rowOf(unmatched).state]).toEqual(['queued', 'unmatched']);
  fast.behave(approving());
  const input = { reference: '770000001', programme: 'sandbox', customerId: 7001, cards: [{ cardId: 8001 }] };
  const put = 'mutation ($input: PutWalletInput!) { putWallet(input: $input) { wallet { reference } } }';
  expect((await askGraphQL(gateway.url, put, { variables: { input } })).errors).toEqual([]);
  await until('both are answered', () =>
    [queued, unmatched].every((advice) => rowOf(advice).state === 'answered'),
  );

  const ids = new Set(advices.map((advice) => requestIdOf(advice)));
  // No deadline of them has passed: an attempt that ended has a time for the next one.
  const open = ledger.rows().filter((row) => ids.has(row.request_id) && row['next_attempt_at_ms'] === 0);
  expect(open.length).toBeGreaterThanOrEqual(BATCH);
});

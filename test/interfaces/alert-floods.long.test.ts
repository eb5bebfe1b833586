/**
 * Tests floods: repeated calls raise one alert. The others are counted and reported in one line (once for each terminal and
 * pause: docs/reference/transactions.md#field-boundaries).
 */
import { metric } from '../fault/metrics.js';
import { sizeOf } from '../fault/size.js';
import { until } from '../life/until.js';
import { cardway } from '../cli/command.js';
import { answer, approving, cut } from '../support/wallet/index.js';
import {
  deduct,
  CHANNELS,
  freshId,
  JSON_PROXY,
  reversalOf,
  RPC2,
  startBench,
  XML_CHANNELS,
  type Bench,
  type Call,
} from '../support/channels/index.js';
import { constants } from '../support/constants.js';

const COPIES = sizeOf('CARDWAY_TEST_COPIES', 30);
const TERMINAL = '0029504320';
/** Number of subjects with their own alerts. */
const SUBJECTS_MAX = 100;
const MADE_UP = SUBJECTS_MAX + COPIES;

let bench: Bench;

beforeAll(async () => {
  bench = await startBench({
    env: {
      CARDWAY_TRUST_PROXY: '1',
      ...constants({ DIRECTORY_CACHE_MS: 0, WRONG_CHECKSUMS_NOTICED: 1 }),
      CARDWAY_DOWNSTREAM_DEDUPES: 'true',
      CARDWAY_LIMITS_FAILED_AUTHENTICATIONS_PER_MINUTE: 'off',
    },
  });
});

afterAll(() => bench.stop());

interface RaisedAlerts {
  readonly alert?: string;
  readonly folded?: number;
  readonly msg: string;
}

const raisedAlerts = (alert: string, msg: string): readonly RaisedAlerts[] =>
  bench.gateway.lines
    .map((line) => JSON.parse(line) as RaisedAlerts)
    .filter((line) => line.alert === alert && line.msg === msg);

const counted = async (alert: string) => ({
  raised: await metric(bench.url, 'cardway_alerts_total', `alert="${alert}"`),
  folded: await metric(bench.url, 'cardway_alerts_folded_total', `alert="${alert}"`),
});

/** Makes calls, some at a time, as a caller with some connections does. */
async function times(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - done) }, (_, index) => call(done + index)));
  }
}

const ownId = (): string => `5001_20260817175857_8${freshId().slice(1)}`;

it('copies of one call that stays in doubt', async () => {
  bench.wallet.behave(() => cut());
  const call: Call = { ...deduct(), requestId: ownId() };
  await times(COPIES, () => JSON_PROXY.call(bench.url, call));
  const { raised, folded } = await counted('transaction_in_doubt');
  expect(raised).toBe(1);
  expect(folded).toBeGreaterThan(0);
  await until('it is reported', () => raisedAlerts('transaction_in_doubt', 'alert').length > 0);
  expect(raisedAlerts('transaction_in_doubt', 'alert')).toHaveLength(1);
});

it('calls in doubt of one terminal, all of which stay listed', async () => {
  const before = await counted('transaction_in_doubt');
  const requestIds = Array.from({ length: COPIES }, ownId);
  await times(COPIES, (index) => {
    const channel = CHANNELS[index % CHANNELS.length]!;
    return channel.takesKey
      ? channel.call(bench.url, { ...deduct(), requestId: requestIds[index]! })
      : channel.call(bench.url, deduct());
  });
  const after = await counted('transaction_in_doubt');
  expect([after.raised - before.raised, after.folded - before.folded]).toEqual([0, COPIES]);
  const rows = bench.ledger.rows().filter(({ state }) => state === 'in_doubt');
  expect(rows).toHaveLength(COPIES + 1);
  bench.wallet.behave(approving());
});

it('advices whose wallet is not known', async () => {
  await times(COPIES, (index) => {
    const channel = XML_CHANNELS[index % XML_CHANNELS.length]!;
    const payment = deduct({ transaction_id: freshId(), reference: '77000000001' });
    return channel.call(bench.url, { ...reversalOf(payment), cardId: 0 });
  });
  expect(await counted('advice_unmatched')).toEqual({ raised: 1, folded: COPIES - 1 });
});

it('advices that the wallet service declines', async () => {
  bench.wallet.behave(answer({ resultCode: -1 }));
  await times(COPIES, () => RPC2.call(bench.url, reversalOf(deduct({ transaction_id: freshId() }))));
  expect(await counted('advice_declined_downstream')).toEqual({ raised: 1, folded: COPIES - 1 });
  bench.wallet.behave(approving());
});

it('valid checksums of a terminal from another network, on every channel', async () => {
  const cli = await cardway(['terminals', 'set', TERMINAL, '--allow', '192.0.2.0/24'], {
    CARDWAY_DATABASE_URL: `sqlite:${bench.ledger.path}`,
  });
  expect(cli).toMatchObject({ status: 0 });
  const call = deduct({ terminal_id: TERMINAL });
  const headers = { 'X-Forwarded-For': '198.51.100.9' };
  await times(COPIES, (index) => CHANNELS[index % CHANNELS.length]!.call(bench.url, call, { headers }));
  expect(await counted('terminal_elsewhere')).toEqual({ raised: 1, folded: COPIES - 1 });
});

it('wrong checksums of made-up terminals', async () => {
  await times(MADE_UP, async (index) => {
    const call = deduct({ terminal_id: String(1_000_000_000 + index) });
    for (let time = 0; time < 2; time += 1) await RPC2.call(bench.url, call);
  });
  // One for each of these subjects, and one for all others.
  expect(await counted('checksum_guessing')).toEqual({
    raised: SUBJECTS_MAX + 1,
    folded: COPIES - 1,
  });
});

it('the number of alerts is logged in one line each, at the latest when the gateway stops', async () => {
  await bench.gateway.stop();
  await until('all are reported', () => raisedAlerts('checksum_guessing', 'alerts folded').length > 0);
  const numbers = (alert: string) => raisedAlerts(alert, 'alerts folded').map(({ folded }) => folded);
  expect(numbers('advice_unmatched')).toEqual([COPIES - 1]);
  expect(numbers('terminal_elsewhere')).toEqual([COPIES - 1]);
  expect(numbers('checksum_guessing')).toEqual([COPIES - 1]);
  expect(raisedAlerts('terminal_elsewhere', 'alert')).toHaveLength(1);
});

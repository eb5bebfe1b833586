import { DOWNSTREAM_DEFAULTS } from '../../../src/outbound/downstream/routes.js';
import type { DownstreamOutcome, LateOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import {
  answer,
  cut,
  gate,
  hang,
  type WalletAnswer,
  respond,
  startWallet,
  type TestWallet,
} from '../../support/wallet/index.js';
import { type Bench, openBench, TIMEOUT_MS } from './set-up.js';

let wallet: TestWallet;
let bench: Bench;

beforeEach(async () => {
  wallet = await startWallet({ behaviour: hang() });
  bench = openBench(wallet.url);
});

afterEach(async () => {
  await bench.downstream.close();
  await wallet.close();
});

/** Makes a call that passes its deadline, with `reply` to come when the gate opens. */
async function timeOut(reply: WalletAnswer): Promise<{ late: Promise<LateOutcome>; open: () => void }> {
  const { opened, open } = gate();
  wallet.behave(async () => {
    await opened;
    return reply;
  });
  const sent = bench.send();
  await wallet.called(wallet.calls.length + 1);
  bench.time.advance(TIMEOUT_MS);
  return { late: lateOf(await sent), open };
}

function lateOf(outcome: DownstreamOutcome): Promise<LateOutcome> {
  if (outcome.kind !== 'timeout') throw new Error(`not a timeout: ${outcome.kind}`);
  return outcome.late;
}

test('a call without an answer is a timeout at its deadline and not before', async () => {
  const sentAtMs = bench.time.nowMs();
  const sent = bench.send();
  await wallet.called(1);
  bench.time.advance(TIMEOUT_MS - 1);
  const early = await Promise.race([sent, new Promise((resolve) => setImmediate(resolve, 'still open'))]);
  expect(early).toBe('still open');
  bench.time.advance(1);
  expect(await sent).toMatchObject({ kind: 'timeout', sentAtMs });
});

test('an answer after the deadline arrives late, with its own time', async () => {
  const { late, open } = await timeOut(answer({ resultCode: 1, balanceAmount: 5 }, { customerId: 1001 }));
  expect(bench.downstream.states()[0]).toMatchObject({ late: 1, concurrent: 0 });
  bench.time.advance(700);
  open();
  expect(await late).toMatchObject({
    kind: 'answered',
    answer: { response: { resultCode: 1, balanceAmount: 5 } },
    answeredAtMs: bench.time.nowMs(),
  });
  expect(bench.downstream.states()[0]).toMatchObject({ late: 0 });
  expect(bench.time.pending()).toBe(0);
});

test.each<[string, WalletAnswer, Partial<LateOutcome>]>([
  ['a refusing status', respond({ status: 401 }), { kind: 'refused', httpStatus: 401 }],
  ['HTTP 500', respond({ status: 500 }), { kind: 'in_doubt', reason: 'status' }],
  [
    'another customer',
    answer({ resultCode: 1 }, { customerId: 7 }),
    { kind: 'in_doubt', reason: 'other_customer' },
  ],
  ['a cut connection', cut(), { kind: 'in_doubt' }],
])('%s after the deadline means the same as in time', async (_, reply, expected) => {
  const { late, open } = await timeOut(reply);
  open();
  expect(await late).toMatchObject(expected);
});

test('an unanswered call is given up after the late time', async () => {
  const { late } = await timeOut(hang());
  bench.time.advance(DOWNSTREAM_DEFAULTS.lateMs);
  expect(await late).toMatchObject({ kind: 'in_doubt', reason: 'no_late_answer', raw: null });
  await wallet.disconnected(1);
});

test('more late calls than allowed are given up at their deadline', async () => {
  await bench.downstream.close();
  bench = openBench(wallet.url, { concurrentMax: 1 });
  const first = await timeOut(approvingOnce());
  await timeOut(approvingOnce());
  const third = await timeOut(approvingOnce());
  expect(await third.late).toMatchObject({ kind: 'in_doubt', reason: 'late_calls_max' });
  first.open();
  expect(await first.late).toMatchObject({ kind: 'answered' });
});

test('closing ends late calls in doubt', async () => {
  const { late } = await timeOut(hang());
  await bench.downstream.close();
  expect(await late).toMatchObject({ kind: 'in_doubt', reason: 'closed' });
});

test('closing ends calls inside their deadline in doubt, and later calls are refused', async () => {
  const sent = bench.send();
  await wallet.called(1);
  await bench.downstream.close();
  expect(await sent).toMatchObject({ kind: 'in_doubt', reason: 'closed' });
  expect(await bench.send()).toMatchObject({ kind: 'refused', reason: 'closed' });
});

function approvingOnce(): WalletAnswer {
  return answer({ resultCode: 1 }, { customerId: 1001 });
}

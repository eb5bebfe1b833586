import type { DownstreamOutcome, LateOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { type Bench, openBench, TIMEOUT_MS } from '../downstream/set-up.js';
import { OPENING, openSandbox, REFERENCE, type SandboxBench } from './bench.js';

let sandbox: SandboxBench;
let bench: Bench;

beforeEach(async () => {
  sandbox = await openSandbox();
  bench = openBench(sandbox.wallet.url);
});

afterEach(async () => {
  await bench.downstream.close();
  await sandbox.wallet.close();
});

function deduct(amount: number): Promise<DownstreamOutcome> {
  const request = { method_name: 'Deduct', reference: REFERENCE, request_amount: amount };
  const body = Buffer.from(
    JSON.stringify({ request, customer_id: 1001, card_id: 5001, request_id: '5001_1_1' }),
  );
  return bench.send({ body });
}

const inMs = async (ms: number): Promise<void> => {
  while (sandbox.time.pending() === 0) await new Promise((resolve) => setImmediate(resolve));
  sandbox.time.advance(ms);
};

test('the answers of the simulated wallet service are understood', async () => {
  expect(await deduct(200)).toMatchObject({
    kind: 'answered',
    answer: {
      status: 'success',
      customerId: 1001,
      response: { resultCode: 1, balanceAmount: OPENING - 200 },
    },
  });
});

test.each([
  [951, 'status', OPENING],
  [953, 'method_response_unreadable', OPENING - 953],
  [954, 'cut', OPENING - 954],
  [956, 'fault', OPENING],
])('%d is in doubt (%s)', async (amount, reason, balance) => {
  expect(await deduct(amount)).toMatchObject({ kind: 'in_doubt', reason: expect.stringContaining(reason) });
  expect(sandbox.wallet.balance(REFERENCE)).toBe(balance);
});

test('955 is answered inside the deadline', async () => {
  const outcome = deduct(955);
  await inMs(1500);
  expect((await outcome).kind).toBe('answered');
});

test('957 is a timeout with a late answer', async () => {
  const outcome = deduct(957);
  await inMs(TIMEOUT_MS);
  bench.time.advance(TIMEOUT_MS);
  const late = lateOf(await outcome);
  sandbox.time.advance(3000 - TIMEOUT_MS);
  expect(await late).toMatchObject({ kind: 'answered', answer: { response: { resultCode: 1 } } });
});

function lateOf(outcome: DownstreamOutcome): Promise<LateOutcome> {
  if (outcome.kind !== 'timeout') throw new Error(`not a timeout: ${outcome.kind}`);
  return outcome.late;
}

/** Tests reversals of adjustments that the gateway has not sent yet (docs/reference/transactions.md#reversals). */
import { CardwayError } from '../../../src/platform/errors.js';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle/by-operator.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { requestIdOf, reversalCall, terminalCall } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import { createNode, DEDUCT, DOUBT, rowOf, useStore, world } from './nodes.js';

useStore();

const REFUSED: DownstreamOutcome = {
  ...{ kind: 'refused', reason: 'status', httpStatus: 429, raw: null, sentAtMs: null },
};
const ADJUSTMENT = terminalCall('LoadAdjustment', DEDUCT, {
  ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
});
const REVERSAL = reversalCall('LoadReversal', DEDUCT, { transactionId: 'T-2' });
const [ADJUSTMENT_ID, REVERSAL_ID] = [ADJUSTMENT, REVERSAL].map(requestIdOf) as [string, string];
const HOUR_MS = 3_600_000;

let node: ReturnType<typeof createNode>;

/** Runs a round each second for so long. */
async function pass(ms: number): Promise<void> {
  for (const endMs = world.nowMs + ms; world.nowMs < endMs; world.nowMs += 1000) await sweep(node.deps);
}

describe('a reversal of an adjustment that is queued', () => {
  beforeEach(async () => {
    node = createNode('a');
    Object.assign(node.deps, { adviceRetryMaxMs: HOUR_MS / 4 });
    node.state.send = () => Promise.resolve(REFUSED);
    for (const call of [ADJUSTMENT, REVERSAL]) expect(await node.call(call)).toBe(1);
    await pass(HOUR_MS);
  });

  it('looks for it with growing pauses', async () => {
    const { state, attempt } = await rowOf(REVERSAL_ID);
    expect(state).toBe('queued');
    // The number of attempts of the original.
    expect(attempt).toBeLessThan(20);
  });

  it('goes out right after it', async () => {
    node.state.send = () => Promise.resolve(answerOf(1));
    world.nowMs = (await rowOf(ADJUSTMENT_ID)).nextAttemptAtMs ?? 0;
    await pass(3000);
    const sent = node.sent.map(({ envelope }) => envelope.request_id);
    expect(sent.slice(sent.lastIndexOf(ADJUSTMENT_ID))).toEqual([ADJUSTMENT_ID, REVERSAL_ID]);
  });

  it('goes out right after an operator has settled it', async () => {
    const decision = { requestId: ADJUSTMENT_ID, resultCode: 1, reason: 'booked by hand' };
    await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
    await pass(1000);
    expect(await rowOf(REVERSAL_ID)).toMatchObject({ state: 'answered', resultCode: 1 });
  });
});

it('a reversal waits for the late answer of its original in doubt, although the clock of its node is wrong', async () => {
  const right = createNode('a');
  right.state.route = { ...right.state.route, dedupes: false };
  right.state.send = () => Promise.resolve(DOUBT);
  await right.call(ADJUSTMENT);
  node = createNode('b');
  const wrong = () => world.nowMs + HOUR_MS;
  Object.assign(node.deps, { clock: { nowMs: wrong, monotonicMs: wrong } });
  expect(await node.call(REVERSAL)).toBe(1);
  await pass(50_000);
  expect([node.sent, (await rowOf(REVERSAL_ID)).state]).toEqual([[], 'queued']);
  await pass(50_000);
  expect(node.sent).toHaveLength(1);
});

it('a reversal that came first stops one of two adjustments that are due at once', async () => {
  node = createNode('a');
  expect(await node.call(REVERSAL)).toBe(1);
  const { ledger } = node.deps;
  const reversalsBefore = () => Promise.reject(new CardwayError('UNAVAILABLE'));
  Object.assign(node.deps, { ledger: { ...ledger, reversalsBefore } });
  const other = terminalCall('LoadAdjustment', DEDUCT, {
    referenceId: 'Y',
    referenceDate: '20260101T21:00:00',
  });
  for (const call of [ADJUSTMENT, other]) await node.call(call);
  Object.assign(node.deps, { ledger });
  await pass(3000);
  const rows = await Promise.all([ADJUSTMENT, other].map((call) => rowOf(requestIdOf(call))));
  expect(rows.map(({ replyReason }) => replyReason)).toEqual(['reversed_first', 'advice_accepted']);
  expect(node.sent).toHaveLength(2);
});

/** Tests an advice that an operator settles while the wallet service is at work on it. */
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import type { LateOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle/by-operator.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { requestIdOf, terminalCall } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import { DEDUCT, DOUBT, START_MS, createNode, idle, rowOf, useStore, world } from './nodes.js';

useStore();

const ADVICE = terminalCall('DeductAdjustment', DEDUCT, {
  ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
});
const requestId = requestIdOf(ADVICE);
const { terminalId } = DEDUCT;

/** Sends a queued advice, and lets an operator settle it meanwhile. Returns the alerts. */
async function settledMeanwhile(decision: number, answer: number, isLate: boolean) {
  const node = createNode('a');
  node.state.send = () => Promise.resolve(DOUBT);
  expect(await node.call(ADVICE)).toBe(1);
  const settle = () =>
    createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, {
      ...{ requestId, resultCode: decision, reason: 'seen in the books' },
    });
  let end = (_outcome: LateOutcome): void => undefined;
  const late = new Promise<LateOutcome>((resolve) => (end = resolve));
  node.state.send = async () => {
    if (isLate) return { kind: 'timeout', sentAtMs: START_MS, late };
    await settle();
    return answerOf(answer);
  };
  world.nowMs += 10_000;
  await sweep(node.deps);
  if (isLate) {
    world.nowMs += node.deps.lateMs;
    await settle();
  }
  end(answerOf(answer));
  await idle(node);
  expect(await rowOf(requestId)).toMatchObject({ state: 'answered', resultCode: decision });
  return node.alerts;
}

const other = (resultCode: number) => [
  'decision_contradicted',
  { requestId, terminalId, reason: `The wallet service answered with resultCode ${String(resultCode)}.` },
];

describe.each([
  ['while it is being sent', false],
  ['after its deadline', true],
])('an advice that an operator settles %s', (_, isLate) => {
  it('is an alert where the operator declined it and the wallet service accepts it', async () => {
    expect(await settledMeanwhile(-9, 1, isLate)).toEqual([other(1)]);
  });

  it('is an alert where the operator approved it and the wallet service declines it', async () => {
    expect(await settledMeanwhile(1, -4, isLate)).toContainEqual(other(-4));
  });

  it.each([
    [1, 1],
    [-9, -4],
  ])('is no such alert for the decision %i and the answer %i', async (decision, answer) => {
    const names = (await settledMeanwhile(decision, answer, isLate)).map(([name]) => name);
    expect(names).not.toContain('decision_contradicted');
  });
});

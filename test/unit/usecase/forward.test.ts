/** Tests how long a call may take, and reversals of what the gateway gave back. */
import type { Moment } from '../../../src/platform/clock.js';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle/by-operator.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { requestIdOf, reversalCall, terminalCall } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import {
  DEDUCT,
  START_MS,
  approve,
  createNode,
  dieSending,
  doubted,
  rowOf,
  useStore,
  world,
} from './nodes.js';

useStore();

const REVERSAL = reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' });
/** Time of a call without the time that is reserved for saving its answer. */
const SENDING_MS = 1800 - 60;

it('the wallet service has the time of a call without the time for saving its answer', async () => {
  const node = createNode('a');
  const deadlines: Moment[] = [];
  node.state.send = ({ deadline }) => {
    deadlines.push(deadline);
    return Promise.resolve(answerOf(1));
  };
  await node.call(terminalCall('Deduct', DEDUCT));
  expect(deadlines.map(({ monotonicMs }) => monotonicMs)).toEqual([START_MS + SENDING_MS]);
});

it('a reversal waits for its Deduct as long as it can save that it was accepted in time', async () => {
  const node = createNode('b');
  await dieSending(terminalCall('Deduct', DEDUCT), createNode('a'));
  const receivedAtMs = world.nowMs;
  expect(await node.call(REVERSAL)).toBe(1);
  expect(world.nowMs - receivedAtMs).toBe(SENDING_MS);
});

it('a reversal of what the gateway gave back is not sent after an operator closed the contradiction', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  await approve(node, requestId);
  await sweep(node.deps);
  const decision = { requestId, resultCode: 1, reason: 'its reversal is answered' };
  await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
  expect(await rowOf(requestId)).toMatchObject({ state: 'answered', replyReason: 'made_good_by_operator' });
  expect(await node.call(REVERSAL)).toBe(1);
  expect(await rowOf(requestIdOf(REVERSAL))).toMatchObject({ replyReason: 'reversed_by_gateway' });
  expect(node.sent).toHaveLength(2);
});

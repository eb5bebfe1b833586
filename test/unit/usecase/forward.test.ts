/** Tests how long a call may take. */
import type { Moment } from '../../../src/platform/clock.js';
import { terminalCall } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import { DEDUCT, START_MS, createNode, useStore } from './nodes.js';

useStore();
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

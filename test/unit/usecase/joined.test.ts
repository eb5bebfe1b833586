/** Tests calls that are repeated while the first call runs (docs/reference/transactions.md#duplicates). */
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { replyOfRow } from '../../../src/use-cases/transactions/call/reply.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { requestIdOf, reversalCall, terminalCall } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import { DEDUCT, DOUBT, createNode, dieSending, rowOf, useStore, world } from './nodes.js';

useStore();

const ADVICE = terminalCall('DeductAdjustment', DEDUCT, {
  ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
});

const REFUSED: DownstreamOutcome = {
  ...{ kind: 'refused', reason: 'status', httpStatus: 403, raw: null, sentAtMs: null },
};

/** Makes a call, and the same one again, which waits for it. The first one ends so. Resolves with the reply to the second one. */
async function joined<Reply>(
  node: ReturnType<typeof createNode>,
  call: () => Promise<Reply>,
  outcome: DownstreamOutcome,
): Promise<Reply> {
  let end = (): void => undefined;
  let first: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    node.state.send = () => {
      resolve();
      return new Promise((answer) => (end = () => answer(outcome)));
    };
    first = call().catch(() => undefined);
  });
  const wait = () => {
    end();
    return { done: first, cancel: () => undefined };
  };
  Object.assign(node.deps, { timer: { wait } });
  return call();
}

it('an advice is accepted where the process of the first call ended, and is not sent', async () => {
  await dieSending(ADVICE, createNode('a'));
  const node = createNode('b');
  expect(await node.call(ADVICE)).toBe(1);
  expect(node.sent).toEqual([]);
});

it('an advice gets the answer of the first call', async () => {
  const node = createNode('a');
  const response = { resultCode: 1, balanceAmount: 500 };
  const outcome = { ...answerOf(1), answer: { ...answerOf(1).answer, response } };
  const reply = await joined(node, () => node.callByKey(ADVICE), outcome);
  expect(reply).toMatchObject({ replayed: true, response });
});

it('an advice is accepted where the first call ends in doubt', async () => {
  const node = createNode('a');
  node.state.route = { ...node.state.route, dedupes: false };
  const reply = await joined(node, () => node.callByKey(ADVICE), DOUBT);
  expect(reply).toMatchObject({ replayed: true, response: { resultCode: 1 } });
  expect((await rowOf(requestIdOf(ADVICE))).state).toBe('in_doubt');
  expect(node.alerts.map(([name]) => name)).toEqual(['transaction_in_doubt']);
});

it('a Deduct that is sent again belongs to its process until its own lease ends', async () => {
  const node = createNode('b');
  const call = terminalCall('Deduct', DEDUCT);
  const requestId = await dieSending(call, createNode('a'));
  await sweep(node.deps);
  node.state.send = async () => {
    world.nowMs += 1000;
    await sweep(createNode('c').deps);
    expect((await rowOf(requestId)).state).toBe('pending');
    return answerOf(1);
  };
  expect(await node.call(call)).toBe(1);
});

it('a Balance whose first call does not end is late, and in no doubt', async () => {
  const balance = terminalCall('Balance', DEDUCT);
  await dieSending(balance, createNode('a'));
  await expect(createNode('b').callByKey(balance)).rejects.toMatchObject({ code: 'DOWNSTREAM_TIMEOUT' });
});

it('a terminal hears again that a reversal came first, where the wallet service had refused a key', async () => {
  const node = createNode('a');
  node.state.send = () => Promise.resolve(REFUSED);
  const call = terminalCall('Deduct', DEDUCT);
  await expect(node.callByKey(call)).rejects.toMatchObject({ code: 'DOWNSTREAM_REFUSED' });
  await node.call(reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' }));
  expect(await node.call(call)).toBe(-3);
  const again = replyOfRow(await rowOf(requestIdOf(call)), true);
  expect(again).toMatchObject({ replayed: true, response: { resultCode: -3 } });
});

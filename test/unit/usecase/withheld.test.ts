/** Tests a Deduct whose connection took so long that the ledger is asked again (docs/reference/transactions.md#second-look-before-sending). */
import { CardwayError } from '../../../src/platform/errors.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { requestIdOf, reversalCall, terminalCall } from './calls.js';
import { answered } from '../../contract/samples.js';
import { answerOf } from './deduct-in-doubt.js';
import { createNode, DEDUCT, rowOf, useStore, world } from './nodes.js';

useStore();

const CALL = terminalCall('Deduct', DEDUCT);
const REVERSAL = reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' });
const ID = requestIdOf(CALL);

let node: ReturnType<typeof createNode>;
/** Request ids of the Deducts that the wallet service got. */
let written: string[];

beforeEach(() => {
  node = createNode('a');
  written = [];
});

/** Makes the call, and asks the ledger again after `meanwhile`. Returns what the terminal hears. */
function deductAfter(meanwhile: () => Promise<unknown>): Promise<number> {
  node.state.send = async ({ requestId, recheck }): Promise<DownstreamOutcome> => {
    await meanwhile();
    const reason = (await recheck?.ask()) ?? null;
    if (reason !== null) return { kind: 'refused', reason, httpStatus: null, raw: null, sentAtMs: null };
    written.push(requestId);
    return answerOf(1);
  };
  return node.call(CALL);
}

it('is sent when nothing has changed', async () => {
  expect(await deductAfter(() => Promise.resolve())).toBe(1);
  expect(written).toEqual([ID]);
});

it('that is reversed meanwhile is not sent, and is declined like one that comes after its reversal', async () => {
  let reversed: Promise<number> = Promise.resolve(0);
  const heard = await deductAfter(async () => {
    reversed = createNode('b').call(REVERSAL);
    while ((await world.store.ledger.find(requestIdOf(REVERSAL))) === null)
      await new Promise((resolve) => setImmediate(resolve));
  });
  expect([heard, await reversed, await node.call(CALL)]).toEqual([-3, 1, -3]);
  expect(await rowOf(ID)).toMatchObject({
    ...{ state: 'refused', replyReason: 'reversed_first', repliedResultCode: -3, sentAtMs: null },
  });
  expect(written).toEqual([]);
});

it('that another process gave up meanwhile is not sent, and is in no doubt', async () => {
  const heard = await deductAfter(async () => {
    world.nowMs += 10_000;
    await world.store.ledger.expireLeases({ owner: 'b', running: () => [], limit: 10 });
  });
  expect(heard).toBe(-9);
  expect(await rowOf(ID)).toMatchObject({ state: 'refused', errorCode: 'DOWNSTREAM_REFUSED' });
  expect(written).toEqual([]);
});

it('whose row is settled meanwhile is not sent, and its caller gets the outcome of the row', async () => {
  const heard = await deductAfter(() => world.store.ledger.apply(answered(ID, { resultCode: -51 })));
  expect(heard).toBe(-51);
  expect(await rowOf(ID)).toMatchObject({ state: 'answered', resultCode: -51 });
  expect(written).toEqual([]);
});

it('is not sent when the ledger cannot confirm it', async () => {
  const confirm = () => Promise.reject(new CardwayError('UNAVAILABLE'));
  Object.assign(node.deps, { ledger: { ...world.store.ledger, confirm } });
  expect(await deductAfter(() => Promise.resolve())).toBe(-9);
  expect((await rowOf(ID)).state).toBe('refused');
  expect(written).toEqual([]);
});

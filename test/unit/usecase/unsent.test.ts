/** Tests advices whose store fails before anything is sent: they wait for the next attempt, and are in no doubt. */
import { CardwayError } from '../../../src/platform/errors.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import type { Ledger } from '../../../src/use-cases/transactions/ledger-port.js';
import { sweep } from '../../../src/use-cases/transactions/sweep.js';
import { requestIdOf, reversalCall, terminalCall } from '../../simulation/calls.js';
import { DEDUCT, createNode, dieSending, doubted, rowOf, useStore, world } from './nodes.js';

useStore();

type Node = ReturnType<typeof createNode>;

const REFUSED: DownstreamOutcome = {
  ...{ kind: 'refused', reason: 'status', httpStatus: 403, raw: null, sentAtMs: null },
};
const REVERSAL = reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' });
const ID = requestIdOf(REVERSAL);

/** Makes a process whose wallet service does not recognise a repeated call. */
function createPlainNode(owner: string): Node {
  const node = createNode(owner);
  node.state.route = { ...node.state.route, dedupes: false };
  return node;
}

/** Lets this operation of the ledger fail until the returned function is called. */
function fail({ deps }: Node, operation: keyof Ledger): () => void {
  const failing = () => Promise.reject(new CardwayError('UNAVAILABLE'));
  Object.assign(deps, { ledger: { ...world.store.ledger, [operation]: failing } });
  return () => void Object.assign(deps, { ledger: world.store.ledger });
}

const reversalsSent = ({ sent }: Node): number =>
  sent.filter(({ envelope }) => envelope.request_id === ID).length;

/** Runs housekeeping for longer than any lease. */
async function rounds(node: Node): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    world.nowMs += 10_000;
    await sweep(node.deps);
  }
}

it.each([
  ['of a Deduct in doubt is marked', 'markEarly', doubted, 1],
  ['of a Deduct that still runs is accepted', 'settle', dieSending, 1],
  ['of a refused Deduct is accepted', 'settle', refused, 0],
] as const)(
  'a reversal whose store fails while that %s is in no doubt',
  async (_, operation, make, times) => {
    const node = createPlainNode('b');
    await make(terminalCall('Deduct', DEDUCT), createPlainNode('a'));
    const mend = fail(node, operation);
    expect(await node.call(REVERSAL)).toBe(-9);
    world.nowMs += 10_000;
    await sweep(node.deps).catch(() => undefined);
    mend();
    await rounds(node);
    expect(await rowOf(ID)).toMatchObject({ state: 'answered', resultCode: 1 });
    expect(reversalsSent(node)).toBe(times);
    expect(await node.call(REVERSAL)).toBe(1);
  },
);

async function refused(call: Parameters<typeof doubted>[0], node: Node): Promise<void> {
  node.state.send = () => Promise.resolve(REFUSED);
  await node.call(call);
}

it.each([
  ['reads its original', 'find'],
  ['marks it', 'markEarly'],
] as const)('a queued reversal whose store fails while housekeeping %s is sent', async (_, operation) => {
  const node = createPlainNode('b');
  await dieSending(terminalCall('Deduct', DEDUCT), createPlainNode('a'));
  expect(await node.call(REVERSAL)).toBe(1);
  expect((await rowOf(ID)).state).toBe('queued');
  world.nowMs += 10_000;
  const mend = fail(node, operation);
  await sweep(node.deps);
  expect(reversalsSent(node)).toBe(0);
  mend();
  await rounds(node);
  expect(await rowOf(ID)).toMatchObject({ state: 'answered', resultCode: 1 });
  expect(reversalsSent(node)).toBe(1);
});

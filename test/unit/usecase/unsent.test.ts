/** Tests advices that were certainly not sent while the store failed: they wait for the next attempt, and are in no doubt. */
import { formatWireDate } from '../../../src/core/wire/wire-date.js';
import { CardwayError } from '../../../src/platform/errors.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import type { Ledger } from '../../../src/use-cases/transactions/ledger-port.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { requestIdOf, reversalCall, terminalCall } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import { approve, DEDUCT, createNode, dieSending, doubted, idle, rowOf, useStore, world } from './nodes.js';

useStore();

type Node = ReturnType<typeof createNode>;

const REFUSED: DownstreamOutcome = {
  ...{ kind: 'refused', reason: 'status', httpStatus: 403, raw: null, sentAtMs: null },
};
const REVERSAL = reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' });
const ID = requestIdOf(REVERSAL);
const ADVICE = terminalCall('DeductAdjustment', DEDUCT, {
  ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
});

/** Makes a process whose wallet service does not recognise a repeated call. */
function createPlainNode(owner: string): Node {
  const node = createNode(owner);
  node.state.route = { ...node.state.route, dedupes: false };
  return node;
}

/** Lets this operation of the ledger fail until the returned function is called. */
function fail({ deps }: Node, operation: keyof Ledger): () => void {
  Object.assign(deps, { ledger: { ...world.store.ledger, [operation]: unavailable } });
  return () => void Object.assign(deps, { ledger: world.store.ledger });
}

const unavailable = () => Promise.reject(new CardwayError('UNAVAILABLE'));

const reversalsSent = ({ sent }: Node): number =>
  sent.filter(({ envelope }) => envelope.request_id === ID).length;

/** Runs housekeeping for longer than any lease. */
async function rounds(node: Node): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    world.nowMs += 10_000;
    await sweep(node.deps).catch(() => undefined);
  }
}

it.each([
  ['of a Deduct that still runs is accepted', 'apply', dieSending, 1],
  ['of a refused Deduct is accepted', 'apply', refused, 0],
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

describe('an advice that the wallet service refused, while the store fails for longer than its lease,', () => {
  /** Refuses the next call, and lets no outcome be saved until the returned function is called. */
  function refuseUnsaved(node: Node): () => void {
    const mend = fail(node, 'apply');
    node.state.send = () => {
      node.state.send = () => Promise.resolve(answerOf(1));
      return Promise.resolve(REFUSED);
    };
    return mend;
  }

  async function expectSentAgain(node: Node): Promise<void> {
    expect(node.sent).toHaveLength(1);
    await idle(node);
    await rounds(node);
    expect(node.sent).toHaveLength(2);
    expect(await rowOf(requestIdOf(ADVICE))).toMatchObject({ state: 'answered', resultCode: 1 });
    expect(node.alerts.map(([name]) => name)).not.toContain('transaction_in_doubt');
  }

  it('is in no doubt', async () => {
    const node = createPlainNode('a');
    const mend = refuseUnsaved(node);
    expect(await node.call(ADVICE)).toBe(-9);
    await rounds(node);
    mend();
    await expectSentAgain(node);
  });

  it('is in no doubt where housekeeping sent it', async () => {
    const other = createPlainNode('a');
    other.state.send = () => Promise.resolve(REFUSED);
    expect(await other.call(ADVICE)).toBe(1);
    const node = createPlainNode('b');
    const mend = refuseUnsaved(node);
    await rounds(node);
    mend();
    await expectSentAgain(node);
  });
});

it('an alert names an advice that the wallet service declined while the store failed', async () => {
  const node = createPlainNode('a');
  node.state.send = () => Promise.resolve(REFUSED);
  await node.call(ADVICE);
  const mend = fail(node, 'apply');
  node.state.send = () => Promise.resolve(answerOf(-4));
  world.nowMs += 10_000;
  await sweep(node.deps);
  mend();
  await idle(node);
  const { terminalId } = DEDUCT;
  expect(node.alerts.at(-1)).toEqual([
    'advice_declined_downstream',
    { requestId: requestIdOf(ADVICE), terminalId },
  ]);
});

const STEPS = ['expireLeases', 'leaseQueued', 'leaseDoubts'] as const;

it.each(STEPS)('a store that fails in %s holds up no other step of housekeeping', async (failing) => {
  const node = createPlainNode('a');
  Object.assign(node.deps.downstream, { inquiryRoutes: ['old'] });
  const begun: string[] = [];
  const counted = (step: (typeof STEPS)[number]) => (input: never) => {
    begun.push(step);
    return step === failing ? unavailable() : world.store.ledger[step](input);
  };
  const steps = Object.fromEntries(STEPS.map((step) => [step, counted(step)]));
  const swept = sweep({ ...node.deps, ledger: { ...world.store.ledger, ...steps } });
  await expect(swept).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(begun).toEqual(STEPS);
});

async function refused(call: Parameters<typeof doubted>[0], node: Node): Promise<void> {
  node.state.send = () => Promise.resolve(REFUSED);
  await node.call(call);
}

it('a queued reversal whose store fails while housekeeping reads its original is sent', async () => {
  const node = createPlainNode('b');
  await dieSending(terminalCall('Deduct', DEDUCT), createPlainNode('a'));
  expect(await node.call(REVERSAL)).toBe(1);
  expect((await rowOf(ID)).state).toBe('queued');
  world.nowMs += 10_000;
  const mend = fail(node, 'find');
  await sweep(node.deps);
  expect(reversalsSent(node)).toBe(0);
  mend();
  await rounds(node);
  expect(await rowOf(ID)).toMatchObject({ state: 'answered', resultCode: 1 });
  expect(reversalsSent(node)).toBe(1);
});

it('an advice is not sent after the time in which it belonged to this process', async () => {
  const node = createPlainNode('a');
  node.state.send = () => Promise.resolve(REFUSED);
  await node.call(ADVICE);
  world.nowMs += 10_000;
  const leasedAtMs = world.nowMs;
  const leaseQueued: Ledger['leaseQueued'] = async (input) => {
    const due = await world.store.ledger.leaseQueued(input);
    world.nowMs += 60_000;
    return due;
  };
  const deadlines: number[] = [];
  node.state.send = ({ deadline }) => {
    deadlines.push(deadline.monotonicMs);
    return Promise.resolve(REFUSED);
  };
  await sweep({ ...node.deps, ledger: { ...world.store.ledger, leaseQueued } });
  expect(deadlines).toEqual([leasedAtMs + node.deps.longestCallMs]);
});

const ADJUSTMENT = terminalCall('LoadAdjustment', DEDUCT, {
  ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
});

it.each([
  ['is not sent', 200, { state: 'answered', replyReason: 'reversed_first' }],
  [
    'waits for an operator where it was reversed in part',
    50,
    { state: 'in_doubt', failure: 'reversed_in_part' },
  ],
])(
  'an adjustment whose store fails before it finds the reversal that came first %s',
  async (_, requestAmount, end) => {
    const node = createPlainNode('a');
    const about = { referenceId: DEDUCT.transactionId, referenceDate: formatWireDate(DEDUCT.atMs) };
    const reversal = { ...DEDUCT, transactionId: 'T-2' };
    expect(await node.call(terminalCall('LoadReversal', reversal, { ...about, requestAmount }))).toBe(1);
    const mend = fail(node, 'reversalsBefore');
    expect(await node.call(ADJUSTMENT)).toBe(-9);
    mend();
    await rounds(node);
    expect(await rowOf(requestIdOf(ADJUSTMENT))).toMatchObject(end);
    expect(await node.call(ADJUSTMENT)).toBe(1);
    expect(node.sent).toHaveLength(1);
  },
);

it('a reversal of an adjustment in doubt waits for its late answer', async () => {
  const node = createPlainNode('a');
  const reversal = reversalCall('LoadReversal', DEDUCT, { transactionId: 'T-2' });
  await doubted(ADJUSTMENT, node);
  expect(await node.call(reversal)).toBe(1);
  await rounds(node);
  expect(node.sent).toHaveLength(1);
  await approve(node, requestIdOf(ADJUSTMENT));
  await rounds(node);
  expect(node.sent.map(({ envelope }) => envelope.request_id).at(-1)).toBe(requestIdOf(reversal));
  expect((await rowOf(requestIdOf(reversal))).state).toBe('answered');
});

it('a reversal of an adjustment that is queued looks for it with growing pauses', async () => {
  const node = createNode('a');
  Object.assign(node.deps, { adviceRetryMaxMs: 900_000 });
  node.state.send = () => Promise.resolve(REFUSED);
  const reversal = reversalCall('LoadReversal', DEDUCT, { transactionId: 'T-2' });
  for (const call of [ADJUSTMENT, reversal]) expect(await node.call(call)).toBe(1);
  for (let second = 0; second < 300; second += 1) {
    await sweep(node.deps);
    world.nowMs += 1000;
  }
  const { state, attempt } = await rowOf(requestIdOf(reversal));
  expect(state).toBe('queued');
  // The number of attempts of the original.
  expect(attempt).toBeLessThan(15);
});

/** Tests commits that take effect although the store reports a failure. */
import { CardwayError } from '../../../src/platform/errors.js';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import { recoverPriorWork } from '../../../src/use-cases/transactions/call/running.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle/by-operator.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { requestIdOf, terminalCall } from './calls.js';
import {
  DEDUCT,
  approve,
  createNode,
  type Deps,
  dieSending,
  doubted,
  idle,
  rowOf,
  useStore,
  world,
} from './nodes.js';

useStore();

describe('a commit that is not acknowledged, as when the database fails over,', () => {
  /** Applies one fact, and then says that the store failed. `beforeNext` runs before the next one. */
  function loseAcknowledgement(
    { deps }: ReturnType<typeof createNode>,
    beforeNext: () => Promise<unknown> = () => Promise.resolve(),
  ): void {
    const applyNext: Deps['ledger']['apply'] = async (input) => {
      Object.assign(deps, { ledger: world.store.ledger });
      await beforeNext();
      return world.store.ledger.apply(input);
    };
    const apply: Deps['ledger']['apply'] = async (input) => {
      const applied = await world.store.ledger.apply(input);
      // Nothing was to be acknowledged.
      if (applied.kind === 'contradicts') return applied;
      Object.assign(deps, { ledger: { ...world.store.ledger, apply: applyNext } });
      throw new CardwayError('UNAVAILABLE').with({ reason: 'Database: disk full' });
    };
    Object.assign(deps, { ledger: { ...world.store.ledger, apply } });
  }

  it('of a contradiction raises the alert, and the money is given back', async () => {
    const node = createNode('a');
    const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
    loseAcknowledgement(node);
    await approve(node, requestId);
    expect((await rowOf(requestId)).state).toBe('contradicted');
    const { terminalId } = DEDUCT;
    expect(node.alerts.at(-1)).toEqual(['transaction_contradicted', { requestId, terminalId }]);
    expect(node.contradicted).toEqual([requestId]);
  });

  it('of an approval contradicts the decline that the terminal got instead, and the money is given back', async () => {
    const node = createNode('a');
    const call = terminalCall('Deduct', DEDUCT);
    loseAcknowledgement(node);
    expect(await node.call(call)).toBe(-9);
    await idle(node);
    expect(await rowOf(requestIdOf(call))).toMatchObject({ state: 'contradicted', repliedResultCode: -9 });
    expect(node.contradicted).toEqual([requestIdOf(call)]);
    expect(await node.call(call)).toBe(-9);
  });

  it('of an approval leaves it where a retransmission of the terminal got it meanwhile', async () => {
    const node = createNode('a');
    const call = terminalCall('Deduct', DEDUCT);
    const again: number[] = [];
    loseAcknowledgement(node, async () => again.push(await createNode('b').call(call)));
    expect(await node.call(call)).toBe(-9);
    await idle(node);
    expect(again).toEqual([1]);
    expect(await rowOf(requestIdOf(call))).toMatchObject({ state: 'answered', repliedResultCode: null });
    expect(node.contradicted).toEqual([]);
    expect(await node.call(call)).toBe(1);
  });

  it('of an approval leaves it where only a backend got an error', async () => {
    const node = createNode('a');
    const call = terminalCall('Deduct', DEDUCT);
    loseAcknowledgement(node);
    await expect(node.callByKey(call)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      about: { reason: 'Database: disk full' },
    });
    await idle(node);
    expect(await node.callByKey(call)).toMatchObject({ replayed: true, response: { resultCode: 1 } });
    expect(node.contradicted).toEqual([]);
  });

  it('of an ended lease raises the alert', async () => {
    const node = createNode('b');
    const requestId = await dieSending(terminalCall('Deduct', DEDUCT), createNode('a'));
    const expireLeases: Deps['ledger']['expireLeases'] = async (input) => {
      await world.store.ledger.expireLeases(input);
      throw new CardwayError('UNAVAILABLE');
    };
    const { deps } = node;
    await expect(sweep({ ...deps, ledger: { ...deps.ledger, expireLeases } })).rejects.toThrow();
    await sweep(deps);
    expect((await rowOf(requestId)).state).toBe('in_doubt');
    const { terminalId } = DEDUCT;
    expect(node.alerts).toEqual([['transaction_in_doubt', { requestId, terminalId, reason: 'lease_ended' }]]);
  });

  it.each([
    ['takeOver', 'is not acknowledged'],
    ['releaseAll', 'is followed by a failure'],
  ] as const)('of the rows of a previous process raises the alert: %s %s', async (failing, _how) => {
    const requestId = await dieSending(terminalCall('Deduct', DEDUCT), createNode('a'));
    const { deps, alerts } = createNode('b');
    const takeOver: Deps['ledger']['takeOver'] = async (input) => {
      const rows = await world.store.ledger.takeOver(input);
      if (failing === 'takeOver') throw new CardwayError('UNAVAILABLE');
      return rows;
    };
    const deliveries = { releaseAll: () => Promise.reject(new CardwayError('UNAVAILABLE')) };
    const recover = { owner: 'b', batchMax: 100, deliveries, alert: deps.observer.alert };
    await expect(recoverPriorWork({ ...recover, ledger: { takeOver } })).rejects.toThrow();
    expect((await rowOf(requestId)).state).toBe('in_doubt');
    const { terminalId } = DEDUCT;
    expect(alerts).toEqual([['transaction_in_doubt', { requestId, terminalId, reason: 'owner_ended' }]]);
  });

  it('of an operator’s approval that contradicts a decline raises the alert', async () => {
    const node = createNode('a');
    const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
    world.nowMs += node.deps.lateMs;
    loseAcknowledgement(node);
    const decision = { requestId, resultCode: 1, reason: 'booked' };
    const settled = createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
    await expect(settled).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await rowOf(requestId)).state).toBe('contradicted');
    const { terminalId } = DEDUCT;
    expect(node.alerts.at(-1)).toEqual(['transaction_contradicted', { requestId, terminalId }]);
  });

  it('of an advice without a wallet raises the alert when the advice is repeated and accepted', async () => {
    const node = createNode('a');
    node.state.wallets = [];
    const call = terminalCall('DeductAdjustment', DEDUCT, {
      ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
    });
    const claim: Deps['ledger']['claim'] = async (input) => {
      Object.assign(node.deps, { ledger: world.store.ledger });
      await world.store.ledger.claim(input);
      throw new CardwayError('UNAVAILABLE');
    };
    Object.assign(node.deps, { ledger: { ...world.store.ledger, claim } });
    expect(await node.call(call)).toBe(-9);
    expect(await node.call(call)).toBe(1);
    expect(node.alerts.map(([name]) => name)).toEqual(['advice_unmatched']);
  });
});

it.each([
  ['saves its decline', 'apply', 'pending'],
  ['waits for its call', 'find', 'pending'],
  ['sends its call again', 'reclaim', 'in_doubt'],
] as const)(
  'the -9 of a retransmission whose store fails while it %s contradicts a later approval',
  async (_, operation, state) => {
    const node = createNode('b');
    const call = terminalCall('Deduct', DEDUCT);
    const requestId = await dieSending(call, createNode('a'));
    if (state === 'in_doubt') await sweep(node.deps);
    const failing = () => Promise.reject(new CardwayError('UNAVAILABLE'));
    Object.assign(node.deps, { ledger: { ...world.store.ledger, [operation]: failing } });
    expect((await rowOf(requestId)).state).toBe(state);
    expect(await node.call(call)).toBe(-9);
    Object.assign(node.deps, { ledger: world.store.ledger });
    await idle(node);
    await sweep(node.deps);
    await approve(node, requestId);
    expect(await rowOf(requestId)).toMatchObject({ state: 'contradicted', repliedResultCode: -9 });
    expect(node.contradicted).toEqual([requestId]);
    expect(await node.call(call)).toBe(-9);
  },
);

it('a retransmission gets its approval also while the store can only read', async () => {
  const node = createNode('a');
  const call = terminalCall('Deduct', DEDUCT);
  expect(await node.call(call)).toBe(1);
  const apply = () => Promise.reject(new CardwayError('UNAVAILABLE'));
  Object.assign(node.deps, { ledger: { ...world.store.ledger, apply } });
  expect(await node.call(call)).toBe(1);
});

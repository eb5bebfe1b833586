/** Tests calls whose wallet, route or decision changes between two attempts: the money moves once, and what a terminal got counts. */
import Database from 'better-sqlite3';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import type { Envelope } from '../../../src/core/transactions/envelope.js';
import type { TransactionCall } from '../../../src/use-cases/transactions/call/call.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle/by-operator.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { requestIdOf, terminalCall } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import { DEDUCT, DOUBT, approve, createNode, dieSending, doubted, rowOf, useStore, world } from './nodes.js';

useStore();

const amountOf = ({ envelope }: { readonly envelope: Envelope }): unknown =>
  (envelope.request as Record<string, unknown>)['request_amount'];

describe('a method that moved to another route, which dedupes,', () => {
  it('does not send a Deduct in doubt there', async () => {
    const node = createNode('a');
    node.state.route = { ...node.state.route, dedupes: false };
    const call = terminalCall('Deduct', DEDUCT);
    await doubted(call, node);
    node.state.route = { ...node.state.route, name: 'new', dedupes: true };
    await node.call(call);
    expect(node.sent.map(({ route }) => route)).toEqual(['old']);
  });

  it('does not send an advice again to the old one', async () => {
    const node = createNode('b');
    const first = createNode('a');
    first.state.route = { ...first.state.route, dedupes: false };
    const about = { referenceId: 'X', referenceDate: '20260101T21:00:00' };
    const requestId = await dieSending(terminalCall('DeductAdjustment', DEDUCT, about), first);
    node.state.otherRoutes = [first.state.route];
    node.state.route = { ...node.state.route, name: 'new' };
    await sweep(node.deps);
    await sweep(node.deps);
    expect(node.sent).toEqual([]);
    expect((await rowOf(requestId)).state).toBe('in_doubt');
  });

  it('has a refused Deduct of a backend sent there, and the ledger says so', async () => {
    const node = createNode('a');
    const call = terminalCall('Deduct', DEDUCT);
    node.state.send = () =>
      Promise.resolve({ kind: 'refused', reason: 'status', httpStatus: 403, raw: null, sentAtMs: null });
    await node.call(call);
    node.state.route = { ...node.state.route, name: 'new' };
    node.state.send = () => Promise.resolve(DOUBT);
    await expect(node.callByKey(call)).rejects.toMatchObject({ code: 'DOWNSTREAM_INVALID' });
    expect(await rowOf(requestIdOf(call))).toMatchObject({ state: 'in_doubt', route: 'new' });
  });
});

describe('an advice whose first node died', () => {
  const ADVICE = terminalCall('DeductAdjustment', DEDUCT, {
    ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
  });

  it('is left by a node without its route to one that has it', async () => {
    const node = createNode('b');
    const other = createNode('c');
    node.state.route = { ...node.state.route, name: 'new' };
    const requestId = await dieSending(ADVICE, createNode('a'));
    await sweep(node.deps);
    await sweep(node.deps);
    expect(await rowOf(requestId)).toMatchObject({ state: 'queued', failure: 'unknown_route' });
    expect([...node.sent, ...node.alerts]).toEqual([]);
    world.nowMs += 60_000;
    await sweep(other.deps);
    expect(other.sent.map(({ route }) => route)).toEqual(['old']);
    expect((await rowOf(requestId)).state).toBe('answered');
  });

  it('is left by a node without its method to one that has it', async () => {
    const node = createNode('b');
    const requestId = await dieSending(ADVICE, createNode('a'));
    await sweep({ ...node.deps, methods: { ...node.deps.methods, find: () => undefined } });
    expect(await rowOf(requestId)).toMatchObject({ state: 'queued', failure: 'unknown_method' });
    expect(node.sent).toEqual([]);
    world.nowMs += 60_000;
    await sweep(node.deps);
    expect((await rowOf(requestId)).state).toBe('answered');
  });
});

it.each([
  [50, 'a partial approval whose amount is a text', { resultCode: 2, approvalAmount: '50' }],
  [200, 'a partial approval of more than was asked', { resultCode: 2, approvalAmount: 500 }],
  [200, 'a partial approval of a negative amount', { resultCode: 2, approvalAmount: -50 }],
  [200, 'a whole approval that names another amount', { resultCode: 1, approvalAmount: 50 }],
])('gives back %i for %s', async (amount, _what, response) => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  await approve(node, requestId, response);
  await sweep(node.deps);
  expect(node.sent.slice(1).map(amountOf)).toEqual([amount]);
});

it('a contradiction whose terminal is disabled gets no reversal, and can be closed', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  const terminal = () => Promise.resolve({ unusable: 'disabled' });
  Object.assign(node.deps, { directory: { ...node.deps.directory, terminal } });
  await approve(node, requestId);
  expect(node.sent).toHaveLength(1);
  const decision = { requestId, resultCode: 1, reason: 'paid back by hand' };
  await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
  expect((await rowOf(requestId)).replyReason).toBe('made_good_by_operator');
});

describe('a call whose row is gone when its answer comes, as after a failover to a standby that lacks it,', () => {
  const loseRows = (): void => {
    const file = new Database(world.file);
    file.pragma('foreign_keys = OFF');
    file.exec('delete from transactions');
    file.close();
  };
  const missing = (call: TransactionCall) => [
    'settle_failed',
    { requestId: requestIdOf(call), terminalId: DEDUCT.terminalId, reason: 'row_missing' },
  ];
  const ADJUSTMENT = terminalCall('DeductAdjustment', DEDUCT, {
    ...{ referenceId: 'X', referenceDate: '20260101T21:00:00' },
  });
  const MESSAGE = terminalCall('AdministrativeMessage', DEDUCT, { messageName: 'm', messageData: {} });
  const [IN_DOUBT, UNAVAILABLE] = [-7, -9];

  it.each([
    ['money', 'is in doubt', terminalCall('Deduct', DEDUCT), IN_DOUBT],
    ['a state', 'is in doubt', MESSAGE, IN_DOUBT],
    ['an advice', 'is not accepted', ADJUSTMENT, UNAVAILABLE],
  ])('of %s, %s and is an alert', async (_what, _how, call, resultCode) => {
    const node = createNode('a');
    node.state.send = () => {
      loseRows();
      return Promise.resolve(answerOf(1));
    };
    expect(await node.call(call)).toBe(resultCode);
    expect(node.alerts).toEqual([missing(call)]);
  });

  it('as a queued advice that housekeeping sends, is an alert', async () => {
    const node = createNode('a');
    node.state.send = () => Promise.resolve(DOUBT);
    await node.call(ADJUSTMENT);
    world.nowMs += 10_000;
    node.state.send = () => {
      loseRows();
      return Promise.resolve(answerOf(1));
    };
    await sweep(node.deps);
    expect(node.alerts).toEqual([missing(ADJUSTMENT)]);
  });

  /** Loses the rows when the ledger is asked for one of them. */
  const loseWhenAsked = ({ deps }: ReturnType<typeof createNode>): void => {
    const find: typeof deps.ledger.find = (requestId) => {
      loseRows();
      return world.store.ledger.find(requestId);
    };
    Object.assign(deps, { ledger: { ...world.store.ledger, find } });
  };

  it.each([
    ['money', 'is in doubt', terminalCall('Deduct', DEDUCT), IN_DOUBT],
    ['a state', 'is in doubt', MESSAGE, IN_DOUBT],
    ['an advice', 'is not accepted', ADJUSTMENT, UNAVAILABLE],
    ['nothing', 'is asked again', terminalCall('Balance', DEDUCT), UNAVAILABLE],
  ])('of %s, %s also for its retransmission', async (_what, _how, call, resultCode) => {
    const node = createNode('b');
    await dieSending(call, createNode('a'));
    loseWhenAsked(node);
    expect(await node.call(call)).toBe(resultCode);
  });
});

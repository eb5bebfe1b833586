/** Tests calls whose wallet, route or decision changes between two attempts: the money moves once, and what a terminal got counts. */
import Database from 'better-sqlite3';
import type { ApiKey } from '../../../src/use-cases/directory/directory-port.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import type { Envelope } from '../../../src/core/transactions/envelope.js';
import type { TransactionCall } from '../../../src/use-cases/transactions/call/call.js';
import { createSettleByOperator } from '../../../src/use-cases/transactions/settle/by-operator.js';
import { settleLate } from '../../../src/use-cases/transactions/settle/settle.js';
import { sweep } from '../../../src/use-cases/transactions/advice/sweep.js';
import { PASSWORD, requestIdOf, reversalCall, terminalCall, WALLET } from './calls.js';
import { answerOf } from './deduct-in-doubt.js';
import {
  DEDUCT,
  DOUBT,
  START_MS,
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

const amountOf = ({ envelope }: { readonly envelope: Envelope }): unknown =>
  (envelope.request as Record<string, unknown>)['request_amount'];

describe('a terminal that gets -3 for a call in doubt, because its reversal came first', () => {
  it.each([
    ['has no wallet any more', 0],
    ['may be of two calls', 30_000],
  ])(
    'got a decline, which a later approval contradicts, where the reversal %s',
    async (_what, missedByMs) => {
      const node = createNode('b');
      const call = terminalCall('Deduct', DEDUCT);
      const requestId = await dieSending(call, createNode('a'));
      await sweep(node.deps);
      if (missedByMs === 0) node.state.wallets = [];
      else await node.call(terminalCall('Deduct', { ...DEDUCT, atMs: START_MS + 60_000 }));
      await node.call(reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2', missedByMs }));
      expect(await node.call(call)).toBe(-3);
      await approve(node, requestId);
      expect(await rowOf(requestId)).toMatchObject({ state: 'contradicted', repliedResultCode: -3 });
      expect(node.contradicted).toEqual([requestId]);
    },
  );
});

it('a terminal that joins its call in doubt while a backend has it sent again gets a decline, which the approval contradicts', async () => {
  const node = createNode('a');
  const call = terminalCall('Deduct', DEDUCT);
  const requestId = await doubted(call, node);
  const reply = (await rowOf(requestId)).repliedResultCode;
  let end = (_outcome: DownstreamOutcome): void => undefined;
  let again: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    node.state.send = () => {
      resolve();
      return new Promise((done) => (end = done));
    };
    again = node.callByKey(call).catch((error: unknown) => error);
  });
  expect(await createNode('b').call(call)).toBe(reply);
  end(answerOf(1));
  expect(await again).toMatchObject({
    message: 'The wallet service approved this too late. The money is given back.',
    response: { resultCode: reply },
  });
  expect(await rowOf(requestId)).toMatchObject({ state: 'contradicted', attempt: 2, resultCode: 1 });
  expect(node.contradicted).toEqual([requestId]);
  expect(await node.call(call)).toBe(reply);
});

it('a retransmission names the customer of the first call, although the directory has another one now', async () => {
  const node = createNode('a');
  const call = terminalCall('Balance', DEDUCT);
  await doubted(call, node);
  node.state.wallets = [{ ...WALLET, customerId: 4242 }];
  await node.call(call);
  expect(node.sent.map(({ envelope }) => envelope.customer_id)).toEqual([1001, 1001]);
});

it('a refused attempt proves nothing about an earlier one in doubt', async () => {
  const node = createNode('a');
  const call = terminalCall('Deduct', DEDUCT);
  const requestId = await doubted(call, node);
  node.state.send = () =>
    Promise.resolve({ kind: 'refused', reason: 'status', httpStatus: 403, raw: null, sentAtMs: null });
  await expect(node.callByKey(call)).rejects.toMatchObject({ code: 'IN_DOUBT' });
  expect(await rowOf(requestId)).toMatchObject({ state: 'in_doubt', attempt: 2 });
});

it('a backend repeats its call while its terminal has two passwords, and the money moves once', async () => {
  const node = createNode('a');
  const call = terminalCall('Deduct', DEDUCT);
  const first = await node.callByKey(call);
  node.state.passwords = [Buffer.from('the new password'), PASSWORD];
  const again = await node.callByKey(call);
  expect(again).toEqual({ ...first, replayed: true });
  expect(node.sent).toHaveLength(1);
});

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

it.each([
  ['no reply', 'answered', dieSending],
  ['a decline', 'contradicted', doubted],
] as const)(
  'an alert names a transaction that an operator approved and the wallet service then declined, where the terminal got %s',
  async (_what, state, begin) => {
    const node = createNode('b');
    const requestId = await begin(terminalCall('Deduct', DEDUCT), createNode('a'));
    await sweep(node.deps);
    const row = await rowOf(requestId);
    await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, {
      ...{ requestId, resultCode: 1, reason: 'seen in the books' },
    });
    await settleLate(node.deps, { ...row, wasInDoubt: true, reply: null }, answerOf(-4));
    const { terminalId } = row;
    const reason = 'The wallet service answered with resultCode -4.';
    expect(node.alerts.at(-1)).toEqual(['decision_contradicted', { requestId, terminalId, reason }]);
    expect(await rowOf(requestId)).toMatchObject({ state, resultCode: 1 });
  },
);

it('an operator who declines a call in doubt does not close what it has become meanwhile', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  await approve(node, requestId);
  const decision = { requestId, resultCode: -1, reason: 'not booked' };
  const settled = createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
  await expect(settled).rejects.toMatchObject({ code: 'BAD_REQUEST', field: 'result_code' });
  expect((await rowOf(requestId)).state).toBe('contradicted');
});

it('a late approval is given back although the terminal reversed the call after an operator had declined it', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  const decision = { requestId, resultCode: -1, reason: 'not booked' };
  await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
  expect(await node.call(reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' }))).toBe(1);
  await approve(node, requestId);
  await sweep(node.deps);
  const reversals = await world.store.ledger.linked(requestId);
  expect(reversals.map(({ channel, state }) => [channel, state])).toEqual([
    ['xmlrpc', 'answered'],
    ['gateway', 'answered'],
  ]);
});

it('a late approval is given back once an operator has found that the terminal’s reversal was not booked', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  const { ownReversal, downstream } = node.deps;
  Object.assign(node.deps, { ownReversal: () => Promise.resolve(null) });
  await approve(node, requestId);
  const reversal = reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' });
  node.state.route = { ...node.state.route, dedupes: false };
  Object.assign(node.deps, { downstream: { ...downstream, send: () => Promise.resolve(DOUBT) } });
  expect(await node.call(reversal)).toBe(1);
  Object.assign(node.deps, { downstream, ownReversal });
  const states = async () =>
    (await world.store.ledger.linked(requestId)).map(({ channel, state }) => [channel, state]);
  expect(await states()).toEqual([['xmlrpc', 'in_doubt']]);
  const decision = { requestId: requestIdOf(reversal), resultCode: -1, reason: 'not booked' };
  await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
  await sweep(node.deps);
  expect(await states()).toEqual([
    ['xmlrpc', 'answered'],
    ['gateway', 'answered'],
  ]);
});

it('an operator who approves a call in doubt does not close the contradiction that it has become meanwhile', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  Object.assign(node.deps, { ownReversal: () => Promise.resolve(null) });
  await approve(node, requestId);
  const settle = createSettleByOperator(node.deps);
  const decision = { requestId, resultCode: 1, reason: 'booked' };
  const stale = settle({ keyId: 'operator' } as ApiKey, { ...decision, state: 'in_doubt' });
  await expect(stale).rejects.toMatchObject({ code: 'BAD_REQUEST', field: 'state' });
  expect((await rowOf(requestId)).state).toBe('contradicted');
  await settle({ keyId: 'operator' } as ApiKey, { ...decision, state: 'contradicted' });
  expect((await rowOf(requestId)).replyReason).toBe('made_good_by_operator');
});

it('the audit log keeps no card number of an operator’s reason', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  const decision = { requestId, resultCode: -1, reason: 'card 4111111111111111 is not booked' };
  await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
  const { rows } = await world.store.administration.audit.list({ filter: {} });
  expect(rows.map(({ reason }) => reason)).toEqual(['card 411111XXXXXX1111 is not booked']);
});

it('a contradiction is closed once its reversal is there', async () => {
  const node = createNode('a');
  const requestId = await doubted(terminalCall('Deduct', DEDUCT), node);
  await approve(node, requestId);
  await sweep(node.deps);
  expect(node.sent).toHaveLength(2);
  const decision = { requestId, resultCode: 1, reason: 'given back' };
  await createSettleByOperator(node.deps)({ keyId: 'operator' } as ApiKey, decision);
  expect((await rowOf(requestId)).replyReason).toBe('made_good_by_operator');
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

  it('after its deadline, is an alert', async () => {
    const node = createNode('a');
    const call = terminalCall('Deduct', DEDUCT);
    const row = await rowOf(await doubted(call, node));
    loseRows();
    await settleLate(node.deps, { ...row, wasInDoubt: false, reply: null }, answerOf(1));
    expect(node.alerts.at(-1)).toEqual(missing(call));
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

  it('is not accepted where it is a reversal that waits for its original', async () => {
    const node = createNode('a');
    node.state.send = () => new Promise(() => undefined);
    void node.call(terminalCall('Deduct', DEDUCT));
    loseWhenAsked(node);
    expect(await node.call(reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' }))).toBe(
      UNAVAILABLE,
    );
  });
});

describe('a call that a terminal and a backend make both', () => {
  const REFUSED: DownstreamOutcome = {
    ...{ kind: 'refused', reason: 'status', httpStatus: 403, raw: null, sentAtMs: null },
  };

  /** Lets a terminal join the call of the backend, which ends so. Returns the terminal's resultCode. */
  async function joinBackend(
    node: ReturnType<typeof createNode>,
    call: TransactionCall,
    outcome: DownstreamOutcome,
  ): Promise<number> {
    let end = (_outcome: DownstreamOutcome): void => undefined;
    let backend: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      node.state.send = () => {
        resolve();
        return new Promise((done) => (end = done));
      };
      backend = node.callByKey(call).catch(() => undefined);
    });
    const find: Deps['ledger']['find'] = async (requestId) => {
      end(outcome);
      await backend;
      return world.store.ledger.find(requestId);
    };
    Object.assign(node.deps, { ledger: { ...world.store.ledger, find } });
    const resultCode = await node.call(call);
    Object.assign(node.deps, { ledger: world.store.ledger });
    node.state.send = () => Promise.resolve(answerOf(1));
    return resultCode;
  }

  it('is contradicted where the terminal got the refusal of the backend’s call, which then moves the money', async () => {
    const node = createNode('a');
    const call = terminalCall('Deduct', DEDUCT);
    expect(await joinBackend(node, call, REFUSED)).toBe(-9);
    await node.callByKey(call).catch(() => undefined);
    expect(await rowOf(requestIdOf(call))).toMatchObject({ state: 'contradicted', terminalRepliedCode: -9 });
    expect(node.contradicted).toEqual([requestIdOf(call)]);
  });

  it('keeps the -3 of the terminal where the backend’s call was refused before the reversal', async () => {
    const node = createNode('a');
    const call = terminalCall('Deduct', DEDUCT);
    node.state.send = () => Promise.resolve(REFUSED);
    await node.callByKey(call).catch(() => undefined);
    await node.call(reversalCall('DeductReversal', DEDUCT, { transactionId: 'T-2' }));
    expect(await node.call(call)).toBe(-3);
    expect(await rowOf(requestIdOf(call))).toMatchObject({ state: 'refused', terminalRepliedCode: -3 });
  });

  it('is no contradiction where only the backend got a decline', async () => {
    const node = createNode('b');
    const call = terminalCall('Deduct', DEDUCT);
    const requestId = await dieSending(call, createNode('a'));
    await sweep(node.deps);
    let approve = (_outcome: ReturnType<typeof answerOf>): void => undefined;
    const late = new Promise<ReturnType<typeof answerOf>>((resolve) => (approve = resolve));
    node.state.send = () => Promise.resolve({ kind: 'timeout', sentAtMs: START_MS, late });
    await expect(node.callByKey(call)).rejects.toMatchObject({ code: 'DOWNSTREAM_TIMEOUT' });
    approve(answerOf(1));
    await idle(node);
    expect(await rowOf(requestId)).toMatchObject({ state: 'answered', resultCode: 1 });
    expect(await node.call(call)).toBe(1);
    expect(node.contradicted).toEqual([]);
  });
});

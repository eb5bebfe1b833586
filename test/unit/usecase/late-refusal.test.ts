import { settleDoubt } from '../../../src/use-cases/transactions/settle-doubt.js';
import type { LateOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { adjustment, answered, deduct } from '../../contract/samples.js';
import { requestIdOf, terminalCall } from '../../simulation/calls.js';
import { deductInDoubt, type DeductInDoubt } from './deduct-in-doubt.js';
import { createNode, DEDUCT, DOUBT, idle, rowOf, useStore, world } from './nodes.js';

const REFUSED: LateOutcome = {
  ...{ kind: 'refused', reason: 'status', httpStatus: 429, raw: null, sentAtMs: 1 },
};

const SAID = { httpStatus: 429, failure: 'status', refusedSentAtMs: 1 };

/** The wallet service refuses a call after its deadline: it was certainly not processed. */
describe('a refusal that comes after the timeout', () => {
  const { requestId } = deduct();
  let doubtful: DeductInDoubt;

  beforeEach(async () => {
    doubtful = await deductInDoubt();
  });

  afterEach(() => doubtful.close());

  async function refuse(id: string, change: { readonly wasInDoubt?: boolean; readonly reply?: number } = {}) {
    const { ledger } = doubtful.store;
    const row = (await ledger.find(id))!;
    const { wasInDoubt = false, reply = null } = change;
    const told = { repliedResultCode: reply, terminalRepliedCode: reply };
    await settleDoubt(doubtful.deps, { ...row, ...told, wasInDoubt }, REFUSED);
    return ledger.find(id);
  }

  it('settles the doubt, so that a repeated call is sent again', async () => {
    expect(await refuse(requestId)).toMatchObject({
      ...{ state: 'refused', errorCode: 'DOWNSTREAM_REFUSED', replyReason: 'refused' },
      ...SAID,
    });
  });

  it('settles nothing where an earlier attempt is in doubt, and says what came', async () => {
    expect(await refuse(requestId, { wasInDoubt: true })).toMatchObject({ state: 'in_doubt', ...SAID });
  });

  it('settles no advice, and says to operators what came', async () => {
    const { requestId: id } = adjustment();
    await doubtful.store.ledger.claim(adjustment());
    await doubtful.store.ledger.settle(
      answered(id, { state: 'in_doubt', failure: 'timeout', httpStatus: null }),
    );
    expect(await refuse(id)).toMatchObject({ state: 'in_doubt', ...SAID });
  });

  it('settles nothing of a later attempt, which may have been processed', async () => {
    const { ledger } = doubtful.store;
    const row = (await ledger.find(requestId))!;
    await doubtful.sendAgain();
    await settleDoubt(doubtful.deps, { ...row, wasInDoubt: false }, REFUSED);
    expect(await ledger.find(requestId)).toMatchObject({ state: 'pending', attempt: 2 });
  });

  it('leaves an advice queued', async () => {
    const advice = adjustment();
    await doubtful.store.ledger.claim(advice);
    await doubtful.store.ledger.settle(answered(advice.requestId, { state: 'queued', nextAttemptInMs: 1 }));
    expect(await refuse(advice.requestId)).toMatchObject({ state: 'queued' });
  });

  it('counts where the timeout could not be saved yet, with the reply to the terminal', async () => {
    const { ledger } = doubtful.store;
    const other = deduct({ requestId: '5001_20260101220405_9' });
    await ledger.claim(other);
    await refuse(other.requestId, { reply: -9 });
    await ledger.settle(answered(other.requestId, { state: 'in_doubt', answer: null, rawAnswer: null }));
    expect(await ledger.find(other.requestId)).toMatchObject({ state: 'refused', terminalRepliedCode: -9 });
  });
});

/** Settles a row that does not exist: commits that were asked for before come first. */
const otherCommits = () => world.store.ledger.settle(answered('5001_20260101220405_0'));

describe('an advice whose timeout is being saved', () => {
  useStore();

  it.each([
    ['refusal', REFUSED, 429],
    ['failure', DOUBT, 500],
  ] as const)('keeps the %s that comes meanwhile', async (_, late, httpStatus) => {
    const node = createNode('a');
    node.state.route = { ...node.state.route, dedupes: false };
    node.state.send = () =>
      Promise.resolve({ kind: 'timeout', sentAtMs: 1, late: Promise.resolve(late as LateOutcome) });
    const settle = world.store.ledger.settle;
    const slowly: typeof settle = async (input) => {
      if (input.failure === 'timeout') await otherCommits();
      return settle(input);
    };
    Object.assign(node.deps, { ledger: { ...world.store.ledger, settle: slowly } });
    const reference = { referenceId: 'X', referenceDate: '20260101T21:00:00' };
    const call = terminalCall('DeductAdjustment', DEDUCT, reference);
    expect(await node.call(call)).toBe(1);
    await idle(node);
    expect(await rowOf(requestIdOf(call))).toMatchObject({
      state: 'in_doubt',
      failure: 'status',
      httpStatus,
    });
  });
});

import type { LateOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import { settleLate } from '../../../src/use-cases/transactions/settle/settle.js';
import { adjustment, answered, deduct, doubted } from '../../contract/samples.js';
import { requestIdOf, terminalCall } from './calls.js';
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

  async function refuse(id: string) {
    const { ledger } = doubtful.store;
    const awaited = { ...(await ledger.find(id))!, wasInDoubt: false, reply: null };
    await settleLate(doubtful.deps, awaited, REFUSED);
    return ledger.find(id);
  }

  it('settles the doubt, so that a repeated call is sent again', async () => {
    expect(await refuse(requestId)).toMatchObject({
      ...{ state: 'refused', errorCode: 'DOWNSTREAM_REFUSED', replyReason: 'refused' },
      ...SAID,
    });
  });

  it('settles no advice, and says to operators what came', async () => {
    const { requestId: id } = adjustment();
    await doubtful.store.ledger.claim(adjustment());
    await doubtful.store.ledger.apply(doubted(id));
    expect(await refuse(id)).toMatchObject({ state: 'in_doubt', ...SAID });
  });
});

/** Applies an answer to a row that does not exist: commits that were asked for before come first. */
const otherCommits = () => world.store.ledger.apply(answered('5001_20260101220405_0'));

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
    const { apply } = world.store.ledger;
    const slowly: typeof apply = async (input) => {
      if (input.brought?.failure === 'timeout') await otherCommits();
      return apply(input);
    };
    Object.assign(node.deps, { ledger: { ...world.store.ledger, apply: slowly } });
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

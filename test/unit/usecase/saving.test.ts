/** Tests facts that are applied again until they are saved, and the alerts about them. */
import { CardwayError } from '../../../src/platform/errors.js';
import { applyUntilSaved } from '../../../src/use-cases/transactions/settle/saving.js';
import { settleLate } from '../../../src/use-cases/transactions/settle/settle.js';
import { answered, deduct, doubted, reversal } from '../../contract/samples.js';
import { answerOf, deductInDoubt, type DeductInDoubt } from './deduct-in-doubt.js';

const { requestId } = deduct();
let doubtful: DeductInDoubt;

beforeEach(async () => {
  doubtful = await deductInDoubt();
});

afterEach(() => doubtful.close());

describe('a fact that is applied until it is saved', () => {
  /** Applies an answer, first with a store that fails so often. */
  const save = (failures: number, code: 'UNAVAILABLE' | 'INTERNAL' = 'UNAVAILABLE', atMs = 1_201) => {
    const { ledger } = doubtful.store;
    let left = failures;
    const apply: typeof ledger.apply = (input) =>
      (left -= 1) < 0 ? ledger.apply(input) : Promise.reject(new CardwayError(code));
    return applyUntilSaved({ ...doubtful.deps, ledger: { ...ledger, apply } }, answered(requestId, { atMs }));
  };

  it('moves the row once the store works again', async () => {
    expect(await save(2)).toMatchObject({ kind: 'moved', state: 'answered' });
    expect(await doubtful.store.ledger.find(requestId)).toMatchObject({ state: 'answered', resultCode: 1 });
  });

  it('is given up where the failure is not the store’s', async () => {
    await expect(save(1, 'INTERNAL')).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it.each([
    ['counts as done where the commit that failed saved it', 'moved', 1, 1_201],
    ['is none where the row got this state at another time', 'unmoved', 1, 7],
    ['is none where no commit failed', 'unmoved', 0, 1_201],
  ] as const)('%s', async (_, kind, failures, atMs) => {
    await doubtful.store.ledger.apply(answered(requestId));
    expect(await save(failures, 'UNAVAILABLE', atMs)).toMatchObject({ kind });
  });
});

it.each([
  [1, []],
  [-17, ['advice_declined_downstream']],
])('a late answer to an advice with the code %i raises the alerts %j', async (resultCode, alerts) => {
  const { ledger } = doubtful.store;
  const advice = reversal();
  await ledger.claim(advice);
  await ledger.apply(doubted(advice.requestId));
  const awaited = { ...(await ledger.find(advice.requestId))!, wasInDoubt: false, reply: null };
  await settleLate(doubtful.deps, awaited, answerOf(resultCode));
  expect(await ledger.find(advice.requestId)).toMatchObject({ state: 'answered', resultCode });
  expect(doubtful.alerts).toEqual(alerts);
});

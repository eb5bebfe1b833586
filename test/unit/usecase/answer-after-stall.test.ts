import { methodTable } from '../../../src/core/transactions/methods.js';
import { CardwayError } from '../../../src/platform/errors.js';
import type { ComposedTransaction } from '../../../src/use-cases/transactions/call/compose.js';
import type { DownstreamOutcome } from '../../../src/use-cases/transactions/downstream-port.js';
import type { Ledger } from '../../../src/use-cases/transactions/ledger-port.js';
import { createRunningTransactions } from '../../../src/use-cases/transactions/call/running.js';
import { type Claimed, settleOutcome } from '../../../src/use-cases/transactions/settle/settle.js';
import type { TransactDeps } from '../../../src/use-cases/transactions/transact-deps.js';
import { adjustment, answered, deduct, doubted } from '../../contract/samples.js';
import { answerOf, deductInDoubt, type DeductInDoubt } from './deduct-in-doubt.js';

/**
 * A process stands still for longer than its lease. Its Deduct gets in doubt, and on a route that dedupes a repeated call sends it
 * again. Then the process goes on, with the outcome of its own attempt.
 */
describe('an outcome that comes after the lease', () => {
  const claim = deduct();
  const { requestId } = claim;
  let doubtful: DeductInDoubt;
  let ledger: Ledger;
  let background: Promise<void> | null = null;

  beforeEach(async () => {
    doubtful = await deductInDoubt();
    ledger = doubtful.store.ledger;
  });

  afterEach(() => doubtful.close());

  /** Lets the process go on with attempt 1. Resolves with its caller's reply, or the code of the error. */
  const goOn = (outcome: DownstreamOutcome, { through = ledger, of = claim } = {}) =>
    settleOutcome(
      {
        ...doubtful.deps,
        ledger: through,
        downstream: { route: () => ({ name: 'default', timeoutMs: 1, dedupes: true }) } as never,
        background: { add: (work: Promise<void>) => (background = work) },
        running: createRunningTransactions(),
        timeoutReplies: new Map(),
      } as unknown as TransactDeps,
      {
        claim: of,
        method: methodTable().find(of.methodName),
        caller: { receivedAt: { epochMs: 0, monotonicMs: 0 } },
      } as ComposedTransaction,
      { attempt: 1, wasInDoubt: false } as Claimed,
      outcome,
    ).then(
      ({ response }) => response.resultCode,
      ({ code }: { code: string }) => code,
    );

  const UNREADABLE: DownstreamOutcome = {
    ...{ kind: 'in_doubt', reason: 'invalid', httpStatus: 200, raw: '', sentAtMs: 1, answeredAtMs: 2 },
  };

  const expectContradicted = async () => {
    expect(await ledger.find(requestId)).toMatchObject({ state: 'contradicted', resultCode: 1 });
    expect(doubtful.alerts).toContain('transaction_contradicted');
    expect(doubtful.givenBack).toEqual([requestId]);
  };

  it('settles the later attempt that still runs, and is the reply', async () => {
    await doubtful.sendAgain();
    expect(await goOn(answerOf(1))).toBe(1);
    expect(await ledger.find(requestId)).toMatchObject({
      ...{ state: 'answered', attempt: 2, resultCode: 1, rawAnswer: 'raw answer' },
    });
  });

  it('contradicts the decline that the terminal got for the later attempt', async () => {
    await doubtful.sendAgain();
    await doubtful.doubt(2, -9);
    expect(await goOn(answerOf(1))).toBe('DOWNSTREAM_TIMEOUT');
    await expectContradicted();
  });

  it('replies with the answer to the later attempt', async () => {
    await doubtful.sendAgain();
    await ledger.apply(answered(requestId, { attempt: 2, resultCode: -41 }));
    expect(await goOn({ kind: 'timeout', sentAtMs: 1, late: new Promise(() => undefined) })).toBe(-41);
  });

  it('saves the decline of its terminal with a later attempt that still runs', async () => {
    await doubtful.sendAgain();
    expect(await goOn(UNREADABLE)).toBe('IN_DOUBT');
    const row = await ledger.find(requestId);
    expect(row).toMatchObject({ state: 'pending', attempt: 2 });
    expect(row?.repliedResultCode).toBeLessThan(0);
  });

  it('lets a Balance be asked again, which is in no doubt', async () => {
    const balance = deduct({ methodName: 'Balance', effect: 'none', requestId: '5001_20260101220406_2' });
    await ledger.claim(balance);
    await ledger.apply(doubted(balance.requestId));
    expect(await goOn(answerOf(1), { of: balance })).toBe('UNAVAILABLE');
  });

  it('of an advice that another process took up is its acceptance', async () => {
    const advice = adjustment({ leaseMs: 0 });
    await ledger.claim(advice);
    await ledger.takeOver({ owner: 'another', limit: 1 });
    await ledger.leaseQueued({ owner: 'another', leaseMs: 60_000, limit: 1 });
    expect(await goOn(UNREADABLE, { of: advice })).toBe(1);
  });

  it('contradicts an operator who declined the later attempt', async () => {
    await doubtful.sendAgain();
    await doubtful.doubt(2);
    await doubtful.settleByOperator(-9);
    expect(await goOn({ kind: 'timeout', sentAtMs: 1, late: Promise.resolve(answerOf(1)) })).toBe(-9);
    await background;
    await expectContradicted();
  });

  it('contradicts the reply that its caller got because the database could not take it at once', async () => {
    let isDown = true;
    const apply: Ledger['apply'] = async (input) => {
      if (!isDown) return ledger.apply(input);
      isDown = false;
      await doubtful.sendAgain();
      throw new CardwayError('UNAVAILABLE');
    };
    expect(await goOn(answerOf(1), { through: { ...ledger, apply } })).toBe('UNAVAILABLE');
    await background;
    await expectContradicted();
  });
});

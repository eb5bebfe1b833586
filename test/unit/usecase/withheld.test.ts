import { momentOf } from '../../../src/platform/clock.js';
import { CardwayError } from '../../../src/platform/errors.js';
import type { Downstream } from '../../../src/use-cases/transactions/downstream-port.js';
import type { Ledger, TransactionRow } from '../../../src/use-cases/transactions/ledger-port.js';
import { type Identity, requestIdOf, reversalCall, terminalCall } from '../../simulation/calls.js';
import { WALLETS } from '../../simulation/directory.js';
import { startGateway } from '../../simulation/gateway.js';
import { createJournal, type ReceivedReply } from '../../simulation/journal.js';
import { createMemoryLedger } from '../../simulation/memory-ledger.js';
import { createMachine } from '../../simulation/node-clock.js';
import { seededRandom } from '../../simulation/random.js';
import { settingOf } from '../../simulation/setting.js';
import { virtualTime } from '../../simulation/virtual-time.js';

/** Returns the outcome of a Deduct whose connection took so long that the ledger was asked again, after `meanwhile`. */
async function deductAfter(
  meanwhile: (stage: Stage) => Promise<unknown>,
  change: (ledger: Ledger) => Partial<Ledger> = () => ({}),
): Promise<{ heard: ReceivedReply; again: ReceivedReply; row: TransactionRow | null; sent: string[] }> {
  const random = seededRandom(1);
  const setting = { ...settingOf(random, random, new Set()), timeoutMs: 1_000, leaseMs: 1_000 };
  const time = virtualTime(setting.startMs);
  const clock = createMachine(time, 0).startProcess();
  const ledger = createMemoryLedger({ clock: time });
  const sent: string[] = [];
  const route = { name: 'default', timeoutMs: setting.timeoutMs, dedupes: false };
  const downstream: Downstream = {
    route: () => route,
    namedRoute: () => route,
    inquiryRoutes: [],
    inquire: () => Promise.resolve({ kind: 'no_answer' }),
    async send({ requestId, recheck }) {
      if (recheck !== undefined) await meanwhile(stage);
      const reason = (await recheck?.ask()) ?? null;
      if (reason === null) sent.push(requestId);
      return { kind: 'refused', reason: reason ?? 'status', httpStatus: null, raw: null, sentAtMs: null };
    },
  };
  const gateway = startGateway({
    owner: 'process-1',
    setting,
    time,
    random,
    journal: createJournal(() => time.nowMs()),
    ledgerOf: () => ({ ...ledger, ...change(ledger) }),
    downstreamOf: () => downstream,
    clock,
    onDeath: () => undefined,
    change: (deps) => deps,
  });
  // It serves after it has looked for rows of previous processes.
  await new Promise((resolve) => void setImmediate(resolve));
  const identity: Identity = {
    terminalId: '0068766621',
    wallet: WALLETS[0],
    transactionId: 'T-1',
    atMs: setting.startMs,
  };
  const call = terminalCall('Deduct', identity);
  const tell = (asked: typeof call): Promise<ReceivedReply> =>
    gateway.transact(asked, { channel: 'xmlrpc', key: null, receivedAt: momentOf(clock) });
  const stage: Stage = {
    ledger,
    requestId: requestIdOf(call),
    reverse: () => void tell(reversalCall('DeductReversal', identity, { transactionId: 'T-2' })),
    pass: (ms) => time.run(time.nowMs() + ms),
  };
  const heard = await tell(call);
  const row = await ledger.find(stage.requestId);
  const again = await tell(call);
  return { heard, again, row, sent };
}

interface Stage {
  readonly ledger: Ledger;
  readonly requestId: string;
  /** Sends the terminal's reversal, without waiting for the answer. */
  reverse(): void;
  pass(ms: number): Promise<void>;
}

const DECLINED = { kind: 'result', result: { response: { resultCode: -3 } } };
const REFUSED = { kind: 'error', code: 'DOWNSTREAM_REFUSED', resultCode: -9 };

describe('a Deduct that was not sent at once', () => {
  it('and is reversed meanwhile is not sent, and is declined like one that comes after its reversal', async () => {
    const { heard, again, row, sent } = await deductAfter(async ({ reverse, pass }) => {
      reverse();
      await pass(10);
    });
    expect(heard).toMatchObject(DECLINED);
    expect(row).toMatchObject({
      state: 'refused',
      replyReason: 'reversed_first',
      repliedResultCode: -3,
      sentAtMs: null,
    });
    expect(again).toMatchObject(DECLINED);
    expect(sent).toEqual([]);
  });

  it('and is given up by another process meanwhile is not sent, and not in doubt', async () => {
    const { heard, row } = await deductAfter(async ({ ledger, pass }) => {
      await pass(2_001);
      await ledger.expireLeases({ owner: 'process-2', running: () => [], limit: 10 });
    });
    expect(heard).toMatchObject(REFUSED);
    expect(row).toMatchObject({ state: 'refused', errorCode: 'DOWNSTREAM_REFUSED' });
  });

  it('and whose row is settled meanwhile is not sent, and its caller gets the outcome of the row', async () => {
    const { heard, row, sent } = await deductAfter(async ({ ledger, requestId }) => {
      const settled = { requestId, attempt: 1, fromStates: ['pending' as const], state: 'answered' as const };
      await ledger.settle({
        ...settled,
        sentAtMs: null,
        refusedSentAtMs: null,
        answeredAtMs: null,
        settledAtMs: 1,
        rawAnswer: null,
        httpStatus: null,
        failure: null,
        answer: null,
        resultCode: -51,
        errorCode: null,
        replyReason: 'settled_by_operator',
        repliedResultCode: null,
        terminalRepliedCode: null,
        nextAttemptInMs: null,
      });
    });
    expect(heard).toMatchObject({ kind: 'result', result: { response: { resultCode: -51 } } });
    expect(row).toMatchObject({ state: 'answered', resultCode: -51 });
    expect(sent).toEqual([]);
  });

  it('is not sent when the ledger cannot confirm it', async () => {
    const { heard, row } = await deductAfter(
      () => Promise.resolve(),
      () => ({ confirm: () => Promise.reject(new CardwayError('UNAVAILABLE')) }),
    );
    expect(heard).toMatchObject(REFUSED);
    expect(row).toMatchObject({ state: 'refused' });
  });

  it('is sent when nothing has changed', async () => {
    const { sent } = await deductAfter(() => Promise.resolve());
    expect(sent).toHaveLength(1);
  });
});

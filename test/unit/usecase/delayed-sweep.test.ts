/** Tests housekeeping whose process stands still while it sends an advice again (docs/reference/transactions.md#leases). */
import { createSealer } from '../../../src/core/access/seal.js';
import { methodTable } from '../../../src/core/transactions/methods.js';
import { createBackground, createNamedBackground } from '../../../src/platform/background.js';
import type { Store } from '../../../src/store/store.js';
import type { ClaimInput } from '../../../src/use-cases/transactions/ledger-port.js';
import type { Downstream } from '../../../src/use-cases/transactions/downstream-port.js';
import { createRunningTransactions } from '../../../src/use-cases/transactions/call/running.js';
import { sweep, type SweepDeps } from '../../../src/use-cases/transactions/advice/sweep.js';
import { adjustment, deduct, refused, withheld } from '../../contract/samples.js';
import { migratedStore, temporaryFolder } from '../store/temporary-store.js';
import { answerOf } from './deduct-in-doubt.js';

const SEALER = createSealer({
  masterKey: Buffer.alloc(32, 7),
  hashKey: Buffer.alloc(32, 8),
  random: (size) => Buffer.alloc(size),
});
const ROUTE = { name: 'default', timeoutMs: 1800, dedupes: false };
const LEASE_MS = 10_000;
const { requestId } = adjustment();

let place: ReturnType<typeof temporaryFolder>;
let store: Store;
let nowMs: number;

beforeEach(async () => {
  place = temporaryFolder();
  nowMs = 1_000_000;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  store = await migratedStore({ ...place, clock: { ...clock, set: (ms: number) => void (nowMs = ms) } });
  await queue(adjustment());
});

afterEach(() => store.close());

/** Saves an advice that was not sent yet and is due. */
async function queue(advice: ClaimInput): Promise<void> {
  const sealedBody = SEALER.seal(Buffer.from('{}'), `transaction:${advice.requestId}`);
  await store.ledger.claim({ ...advice, sealedBody });
  await store.ledger.apply(withheld(advice.requestId, 'waiting'));
}

/** Runs a round of a process. `change` changes what it works with. */
function round(owner: string, send: Downstream['send'], change: Partial<SweepDeps> = {}): Promise<number> {
  return sweep({
    ledger: store.ledger,
    sealer: SEALER,
    methods: methodTable(),
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    timer: { wait: () => ({ done: Promise.resolve(), cancel: () => undefined }) },
    observer: {
      alert: () => undefined,
      completed: () => undefined,
      replayed: () => undefined,
    },
    background: createBackground(() => undefined),
    calls: createNamedBackground(() => undefined),
    running: createRunningTransactions(),
    random: () => 0.5,
    process: { owner, leaseMs: LEASE_MS },
    downstream: {
      route: () => ROUTE,
      namedRoute: () => ROUTE,
      inquiryRoutes: [],
      inquire: () => Promise.resolve({ kind: 'no_answer' }),
      send,
    },
    ownReversal: () => Promise.resolve(null),
    lateMs: 60_000,
    longestCallMs: ROUTE.timeoutMs,
    ...{ adviceRetryMs: 1000, adviceRetryMaxMs: 30_000, settleRetryMs: 500 },
    ...{ inquiryMinMs: 2000, inquiryMaxMs: 60_000, batchMax: 100 },
    ...change,
  });
}

it('sends nothing after the time in which the advice was its own', async () => {
  const deadlines: number[] = [];
  const startedAtMs = nowMs;
  const leaseQueued: Store['ledger']['leaseQueued'] = async (input) => {
    const due = await store.ledger.leaseQueued(input);
    nowMs += 60_000;
    return due;
  };
  const send: Downstream['send'] = ({ deadline }) => {
    deadlines.push(deadline.monotonicMs);
    return Promise.resolve({
      ...{ kind: 'refused', reason: 'deadline_passed', httpStatus: null, raw: null, sentAtMs: null },
    });
  };
  await round('a', send, { ledger: { ...store.ledger, leaseQueued } });
  expect(deadlines).toEqual([startedAtMs + ROUTE.timeoutMs]);
});

it('settles an advice that another process has left in doubt meanwhile', async () => {
  const never: Downstream['send'] = () => Promise.reject(new Error('It may have been sent already.'));
  await round('a', async () => {
    nowMs += 60_000;
    await round('b', never);
    expect(await store.ledger.find(requestId)).toMatchObject({ state: 'in_doubt', attempt: 3 });
    return answerOf(1);
  });
  expect(await store.ledger.find(requestId)).toMatchObject({
    ...{ state: 'answered', attempt: 3, resultCode: 1, rawAnswer: 'raw answer' },
  });
});

it('leaves an advice to the process that may still send it', async () => {
  const [leaseMs, longestCallMs] = [1000, 30_000];
  const long = { process: { owner: 'a', leaseMs }, longestCallMs };
  const sent: string[] = [];
  const send = (owner: string) => {
    sent.push(owner);
    return Promise.resolve(answerOf(1));
  };
  await round(
    'a',
    async () => {
      nowMs += longestCallMs + leaseMs - 1;
      await round('b', () => send('b'));
      return send('a');
    },
    long,
  );
  expect(sent).toEqual(['a']);
  expect(await store.ledger.find(requestId)).toMatchObject({ state: 'answered', attempt: 2 });
});

it('sends an advice again that the wallet service refused, on a route that does not dedupe', async () => {
  const refusedAtMs = nowMs;
  await round('a', () =>
    Promise.resolve({
      ...{ kind: 'refused', reason: 'status', httpStatus: 429, raw: null, sentAtMs: refusedAtMs },
    }),
  );
  expect(await store.ledger.find(requestId)).toMatchObject({
    ...{ state: 'queued', sentAtMs: null, refusedSentAtMs: refusedAtMs },
  });
  nowMs += 60_000;
  await round('a', () => Promise.resolve(answerOf(1)));
  expect(await store.ledger.find(requestId)).toMatchObject({ state: 'answered', resultCode: 1 });
});

it('sends nothing more to a route that has a whole batch of open calls', async () => {
  const calls = createNamedBackground(() => undefined);
  let end = (): void => undefined;
  calls.add(ROUTE.name, new Promise((resolve) => (end = resolve)));
  const sent: string[] = [];
  const next = () =>
    round(
      'a',
      (call) => {
        sent.push(call.requestId);
        return Promise.resolve(answerOf(1));
      },
      { calls, batchMax: 1 },
    );
  await next();
  expect(sent).toEqual([]);
  expect(await store.ledger.find(requestId)).toMatchObject({ state: 'queued', attempt: 1 });
  end();
  await calls.idle();
  await next();
  expect(sent).toEqual([requestId]);
});

it('sends an adjustment whose original was refused', async () => {
  const { ledger } = store;
  const original = deduct({ transactionId: 'T-9' });
  await ledger.claim(original);
  await ledger.apply(refused(original.requestId));
  const linked = adjustment({ requestId: '5001_20260101220700_4', referenceId: 'T-9' });
  await queue(linked);
  expect(await ledger.find(linked.requestId)).toMatchObject({ originalRequestId: original.requestId });
  const sent: string[] = [];
  await round('a', (call) => {
    sent.push(call.requestId);
    return Promise.resolve(answerOf(1));
  });
  expect(sent).toContain(linked.requestId);
});

import { methodTable } from '../../../src/core/transactions/methods.js';
import type { PageRequest } from '../../../src/use-cases/paging.js';
import type {
  TransactionFilter,
  TransactionSummary,
} from '../../../src/use-cases/transactions/ledger-port.js';
import { createReverseUnreversed } from '../../../src/use-cases/transactions/own-reversals.js';

const LOOK_MS = 1000;

const GIVING_BACK = { methodName: 'DeductReversal', channel: 'xmlrpc', state: 'answered', earlyAtMs: null };

/**
 * Makes contradicted transactions 1 to `count`, newest first as a ledger lists them. Those in `reversed` have an advice linked to
 * them.
 */
function bench(count: number, reversed: ReadonlySet<number>, advice: object = GIVING_BACK) {
  let nowMs = 1_000_000;
  let steppedMs = 0;
  const listed: PageRequest<TransactionFilter>[] = [];
  const taken: string[] = [];
  const failing = new Set<number>();
  const look = createReverseUnreversed({
    clock: { nowMs: () => nowMs + steppedMs, monotonicMs: () => nowMs },
    methods: methodTable(),
    batchMax: 2,
    ledger: {
      listOpen(page) {
        listed.push(page);
        const all = Array.from({ length: count }, (_, index) => count - index);
        const wanted = all.filter((sequence) => page.after === undefined || sequence < page.after);
        const rows = wanted.slice(0, page.first).map((sequence) => row(sequence));
        return Promise.resolve({ rows, hasNextPage: wanted.length > rows.length, hasPreviousPage: false });
      },
      linked: (requestId) =>
        Promise.resolve(reversed.has(Number(requestId)) ? [advice as TransactionSummary] : []),
    },
    onContradicted(requestId) {
      taken.push(requestId);
      return failing.has(Number(requestId))
        ? Promise.reject(new Error('It cannot be reversed.'))
        : Promise.resolve();
    },
  });
  return {
    look,
    listed,
    taken,
    failing,
    wait: (ms: number) => (nowMs += ms),
    step: (ms: number) => (steppedMs += ms),
  };
}

function row(sequence: number): TransactionSummary {
  return {
    sequence,
    requestId: String(sequence),
    methodName: 'Deduct',
    settledAtMs: 0,
  } as TransactionSummary;
}

it.each([
  ['a reversal that left too early', { ...GIVING_BACK, earlyAtMs: 1 }],
  ['a reversal whose wallet is unknown', { ...GIVING_BACK, state: 'unmatched' }],
  ['an adjustment', { ...GIVING_BACK, methodName: 'DeductAdjustment' }],
])('reverses a Deduct that has only %s', async (_, advice) => {
  const { look, taken } = bench(1, new Set([1]), advice);
  await look();
  expect(taken).toEqual(['1']);
});

it('reverses a Deduct without a reversal behind any number of Deducts with one', async () => {
  const { look, taken, wait } = bench(5, new Set([2, 3, 4, 5]));
  for (let round = 0; round < 3; round += 1) {
    await look();
    wait(LOOK_MS);
  }
  expect(taken).toEqual(['1']);
});

it('reads at most a page every second, and starts again after the last one', async () => {
  const { look, listed, wait } = bench(3, new Set([1, 2, 3]));
  for (let round = 0; round < 4; round += 1) {
    await look();
    wait(LOOK_MS / 2);
    await look();
    wait(LOOK_MS / 2);
  }
  expect(listed.map(({ first, after }) => [first, after])).toEqual([
    [2, undefined],
    [2, 2],
    [2, undefined],
    [2, 2],
  ]);
});

it('is not delayed by a clock that was set back', async () => {
  const { look, listed, taken, wait, step } = bench(1, new Set());
  await look();
  step(-3_600_000);
  wait(LOOK_MS);
  await look();
  expect(listed).toHaveLength(2);
  expect(taken).toEqual(['1', '1']);
});

it('leaves a new contradiction to the process that found it', async () => {
  const { look, taken, wait, step } = bench(1, new Set());
  step(-995_000);
  await look();
  expect(taken).toEqual([]);
  step(5000);
  wait(LOOK_MS);
  await look();
  expect(taken).toEqual(['1']);
});

it('one that cannot be reversed holds up no later one, and its failure is reported', async () => {
  const { look, taken, failing } = bench(2, new Set());
  failing.add(2);
  await expect(look()).rejects.toThrow('It cannot be reversed.');
  expect(taken).toEqual(['2', '1']);
});

import type { PageRequest, TransactionFilter, TransactionRow } from '../../../src/usecase/ports.js';
import { createReverseForgotten } from '../../../src/usecase/transactions/reverse-forgotten.js';

const LOOK_MS = 1000;

/** Contradicted transactions 1 to `count`, newest first as a ledger lists them; `reversed` of them have their reversal. */
function bench(count: number, reversed: ReadonlySet<number>) {
  let nowMs = 1_000_000;
  let steppedMs = 0;
  const listed: PageRequest<TransactionFilter>[] = [];
  const taken: string[] = [];
  const look = createReverseForgotten({
    clock: { nowMs: () => nowMs + steppedMs, monotonicMs: () => nowMs },
    batchMax: 2,
    ledger: {
      list(page) {
        listed.push(page);
        const all = Array.from({ length: count }, (_, index) => count - index);
        const wanted = all.filter((sequence) => page.after === undefined || sequence < page.after);
        const rows = wanted
          .slice(0, page.first)
          .map((sequence) => ({ sequence, requestId: String(sequence), settledAtMs: 0 }) as TransactionRow);
        return Promise.resolve({ rows, hasNextPage: wanted.length > rows.length, hasPreviousPage: false });
      },
      linked: (requestId) =>
        Promise.resolve(reversed.has(Number(requestId)) ? [{ requestId: 'reversal' } as TransactionRow] : []),
    },
    onContradicted(requestId) {
      taken.push(requestId);
      return Promise.resolve();
    },
  });
  return {
    look,
    listed,
    taken,
    wait: (ms: number) => (nowMs += ms),
    step: (ms: number) => (steppedMs += ms),
  };
}

it('takes up what has no reversal, however much that has one stands before it', async () => {
  const { look, taken, wait } = bench(5, new Set([2, 3, 4, 5]));
  for (let round = 0; round < 3; round += 1) {
    await look();
    wait(LOOK_MS);
  }
  expect(taken).toEqual(['1']);
});

it('looks at no more than a page, every second, and begins anew behind the last', async () => {
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

it('is not put off by a clock that was set back', async () => {
  const { look, listed, taken, wait, step } = bench(1, new Set());
  await look();
  step(-3_600_000);
  wait(LOOK_MS);
  await look();
  expect(listed).toHaveLength(2);
  expect(taken).toEqual(['1', '1']);
});

import { AHEAD_MAX_MS, keptAtLeastMs } from '../../../src/core/transactions/transaction.js';
import type { Repeating } from '../../../src/platform/background.js';
import type {
  LedgerHistory,
  OrderedPurge,
  Purged,
} from '../../../src/use-cases/transactions/history/history-port.js';
import type { AuditEntry } from '../../../src/core/access/audit.js';
import { purgeTransactions, startPurges } from '../../../src/use-cases/transactions/history/purge.js';

const ORDER = { receivedBeforeMs: 1000, actor: 'a', reason: 'r' };
const PIECES: readonly Purged[] = [
  { deleted: 0, through: 10 },
  { deleted: 5, through: 20 },
  { deleted: 3, through: null },
];

/** Makes a history of these pieces, each of which takes 40 ms, with counts of the requests to it. */
function bench(pieces: readonly Purged[] = PIECES) {
  const asked = { pieces: 0, surveys: 0, audits: [] as AuditEntry[], pausesMs: [] as number[], before: 0 };
  let nowMs = 0;
  const current = (): Purged => {
    const piece = pieces[asked.surveys - 1];
    if (piece === undefined) throw new Error('There are no more pieces.');
    return piece;
  };
  const keep = (audit: AuditEntry | null, deleted: number): void => {
    if (audit !== null && deleted > 0) asked.audits.push(audit);
  };
  const deps = {
    history: {
      purgeable({ receivedBeforeMs }: { readonly receivedBeforeMs: number }) {
        asked.surveys += 1;
        asked.before = receivedBeforeMs;
        return Promise.resolve(current());
      },
      purge(_: unknown, audit: AuditEntry | null) {
        nowMs += 40;
        asked.pieces += 1;
        keep(audit, current().deleted);
        return Promise.resolve(current());
      },
      record: (audit: AuditEntry) => Promise.resolve(keep(audit, 1)),
      trustedNowMs: () => Promise.resolve(10_000),
    },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    timer: {
      wait(ms: number) {
        asked.pausesMs.push(ms);
        return { done: Promise.resolve(), cancel: () => undefined };
      },
    },
    batchRows: 5,
    pauseMs: 50,
  };
  return { deps, asked };
}

describe('a purge', () => {
  it('stops between two pieces on its signal', async () => {
    const { deps, asked } = bench();
    const stopping = new AbortController();
    const timer = {
      wait() {
        stopping.abort();
        return deps.timer.wait(0);
      },
    };
    await purgeTransactions({ ...deps, timer }, ORDER, stopping.signal);
    expect(asked.surveys).toBe(1);
  });
});

/** Waits for one turn of the event loop. */
const TURNS = {
  wait: () => ({
    done: new Promise<void>((resolve) => void setImmediate(resolve)),
    cancel: () => undefined,
  }),
};

it('retention repeatedly purges transactions older than the retention time, until it is stopped', async () => {
  const { deps } = bench([]);
  const orders: number[] = [];
  const { purges, ended } = start(deps, {
    retentionMs: 4_000,
    purgeable({ receivedBeforeMs }) {
      orders.push(receivedBeforeMs);
      return Promise.resolve({ deleted: 0, through: null });
    },
  });
  while (orders.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await purges.stop();
  expect(orders.slice(0, 2)).toEqual([6_000, 6_000]);
  expect(ended).toEqual([]);
});

it('an ordered purge is carried out, and ended', async () => {
  const { deps, asked } = bench();
  const order = { receivedBeforeMs: 1000, actor: 'ann', reason: 'kept for a year' };
  const { purges, ended } = start(deps, { order, keptAtLeastMs: 9_500 });
  while (ended.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await purges.stop();
  expect(ended).toEqual([order]);
  // The setting grew since the order.
  expect(asked.before).toBe(500);
  expect(asked.audits).toMatchObject([
    { action: 'purge_begins', actor: 'ann' },
    { action: 'purge_ends', actor: 'ann', reason: 'kept for a year' },
  ]);
});

it('an ordered purge that a stop interrupts is left for the next start', async () => {
  const { deps, asked } = bench();
  const order = { receivedBeforeMs: 1000, actor: 'ann', reason: 'old' };
  const { purges, ended } = start(deps, {
    order,
    keptAtLeastMs: 0,
    purgeable(piece) {
      void purges.stop();
      return deps.history.purgeable(piece);
    },
  });
  while (asked.surveys === 0) await new Promise((resolve) => setImmediate(resolve));
  await purges.stop();
  expect(asked).toMatchObject({ surveys: 1, before: 1000 });
  expect(ended).toEqual([]);
});

/** Starts the purges, at 10,000 ms. `ended` gets the orders that end, and failures. */
function start(
  deps: ReturnType<typeof bench>['deps'],
  given: {
    readonly order?: OrderedPurge;
    readonly keptAtLeastMs?: number;
    readonly retentionMs?: number;
    readonly purgeable?: LedgerHistory['purgeable'];
  },
): { readonly purges: Repeating; readonly ended: readonly unknown[] } {
  const ended: unknown[] = [];
  const purges = startPurges({
    ...deps,
    timer: TURNS,
    history: {
      ...deps.history,
      purgeable: given.purgeable ?? deps.history.purgeable,
      ordered: () => Promise.resolve(ended.length === 0 ? (given.order ?? null) : null),
      endOrder: (order) => Promise.resolve(void ended.push(order)),
    },
    keptAtLeastMs: given.keptAtLeastMs ?? 0,
    retentionMs: given.retentionMs ?? null,
    retentionEveryMs: 0,
    everyMs: 1,
    onFailure: (error) => ended.push(error),
  });
  return { purges, ended };
}

it('a transaction is kept as long as its repetition would be accepted, and as long as the retention time', () => {
  expect(keptAtLeastMs(30, 0)).toBe(AHEAD_MAX_MS + 30);
  expect(keptAtLeastMs(30, 2 * AHEAD_MAX_MS)).toBe(2 * AHEAD_MAX_MS);
  expect(keptAtLeastMs(null, 2 * AHEAD_MAX_MS)).toBe(2 * AHEAD_MAX_MS);
});

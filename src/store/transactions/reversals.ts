import { givesMoneyBack, leftEarly } from '../../core/transactions/transaction.js';
import { wireDatesAround } from '../../core/wire/wire-date.js';
import type {
  ClaimInput,
  TransactionRow,
  TransactionSummary,
} from '../../use-cases/transactions/ledger-port.js';
import type { Step } from '../engine/operation.js';
import { CALLED_MAX, type CalledRow, type Finder } from './find.js';

type Identity = Pick<TransactionRow, 'terminalId' | 'reference' | 'transactionId' | 'transactionDate'>;
type Advice = Pick<TransactionRow, 'terminalId' | 'reference' | 'referenceId' | 'referenceDate'> &
  Pick<ClaimInput, 'reverses'>;

export type Reversals = ReturnType<typeof createReversals>;

/**
 * Creates the searches for reversals and their originals (docs/reference/transactions.md#originals,
 * docs/reference/transactions.md#blocked-originals). `reversalWindowMs` is the longest distance between their dates.
 */
export function createReversals(finder: Finder, { reversalWindowMs }: { readonly reversalWindowMs: number }) {
  /** Returns the request id of an advice that reverses, by one of these methods, a transaction without a row. */
  function* reversalBefore(transaction: Identity, methods: readonly string[]): Step<string | null> {
    const { terminalId, reference, transactionId: id, transactionDate: date } = transaction;
    if (methods.length === 0 || id === null || date === null) return null;
    const { from, to } = wireDatesAround(date, reversalWindowMs);
    return yield* finder.reversing({ terminalId, reference, id, date, from, to, methods });
  }

  /** Returns null where too many rows match. */
  function* called(
    advice: Advice & { readonly referenceId: string },
    span: { readonly from: string; readonly to: string },
  ): Step<readonly CalledRow[] | null> {
    const { terminalId, reference, referenceId: id, reverses } = advice;
    const rows = yield* finder.called({ terminalId, id, ...span });
    if (rows.length > CALLED_MAX) return null;
    return rows
      .filter((row) => row.reference === reference)
      .filter((row) => reverses.length === 0 || reverses.includes(row.methodName))
      .sort((one, two) => two.sequence - one.sequence);
  }

  /** Returns the request id of the row that an advice reverses or, when it reverses none, adjusts. */
  function* originalOf(advice: Advice): Step<string | null> {
    const { referenceId, referenceDate: date } = advice;
    if (referenceId === null || date === null) return null;
    const exact = yield* called({ ...advice, referenceId }, { from: date, to: date });
    if (exact === null || exact.length > 0) return theOne(exact ?? []);
    if (reversalWindowMs === 0) return null;
    const near = yield* called({ ...advice, referenceId }, wireDatesAround(date, reversalWindowMs));
    const isOne = new Set(near?.map(({ transactionDate }) => transactionDate)).size === 1;
    return isOne ? theOne(near ?? []) : null;
  }

  return {
    reversalBefore,
    /** Does the same for a transaction with a row. It also finds an advice that found this row as its original. */
    *reversalOf(
      transaction: Identity & Pick<TransactionRow, 'requestId'>,
      reversedBy: readonly string[],
    ): Step<string | null> {
      if (reversedBy.length === 0) return null;
      const before = yield* reversalBefore(transaction, reversedBy);
      if (before !== null) return before;
      const linked = yield* finder.linked(transaction.requestId);
      return linked.find(({ methodName }) => reversedBy.includes(methodName))?.requestId ?? null;
    },
    /** Returns the advices by one of `reversedBy` that reverse this one and were accepted before it. */
    *reversalsBefore({
      requestId,
      sequence,
      reversedBy,
      ...advice
    }: Identity & Pick<TransactionRow, 'requestId' | 'sequence'> & Pick<ClaimInput, 'reversedBy'>): Step<
      TransactionSummary[]
    > {
      const { terminalId, reference, transactionId: id, transactionDate: date } = advice;
      if (reversedBy.length === 0 || id === null || date === null) return [];
      const isBefore = (row: TransactionSummary): boolean =>
        row.sequence < sequence && reversedBy.includes(row.methodName);
      const exact: TransactionSummary[] = [];
      for (const row of yield* finder.naming({ terminalId, reference, id, date }))
        if (isBefore(row) && !(yield* hasOther(finder, row, { requestId, date }))) exact.push(row);
      // Those near its date may be of another one with its id, which is still to come.
      if (exact.length > 0) return exact;
      const unlinked = yield* finder.unlinked({
        ...{ terminalId, reference, id },
        ...wireDatesAround(date, reversalWindowMs),
      });
      const linked = yield* finder.linked(requestId);
      return [...unlinked, ...linked].filter(isBefore);
    },
    /** Returns whether each of these reversals still reverses this row or nothing: another row may have got one meanwhile. */
    areFree: (requestId: string, reversals: readonly string[]) => areFree(finder, requestId, reversals),
    /** Returns whether an advice by one of these methods gives back the money of this row, or will. */
    *isGivenBack(original: TransactionRow, methods: readonly string[]): Step<boolean> {
      const linked = yield* finder.linked(original.requestId);
      return linked.some((row) => methods.includes(row.methodName) && givesMoneyBack(row, original));
    },
    /** Returns whether a reversal of this row left before its approval is known. */
    *hasEarly(original: TransactionRow): Step<boolean> {
      return (yield* finder.linked(original.requestId)).some((row) => leftEarly(row, original));
    },
    originalOf,
  };
}

function* areFree(finder: Finder, requestId: string, reversals: readonly string[]): Step<boolean> {
  const date = (yield* finder.find(requestId))?.transactionDate ?? '';
  for (const reversal of reversals) {
    const row = yield* finder.find(reversal);
    if (row === null || (row.originalRequestId ?? requestId) === requestId) continue;
    if (row.referenceDate !== date || (yield* hasOther(finder, row, { requestId, date }))) return false;
  }
  return true;
}

/** Returns whether a reversal found another original of the date that it names. One of a near date was only the best then. */
function* hasOther(
  finder: Finder,
  { originalRequestId: id }: Pick<TransactionSummary, 'originalRequestId'>,
  { requestId, date }: { readonly requestId: string; readonly date: string },
): Step<boolean> {
  if (id === null || id === requestId) return false;
  return (yield* finder.find(id))?.transactionDate === date;
}

/** Returns the request id of the newest of several rows with one identity, preferring those that were not refused. */
function theOne(rows: readonly CalledRow[]): string | null {
  const sent = rows.find(({ state }) => state !== 'refused');
  return (sent ?? rows[0])?.requestId ?? null;
}

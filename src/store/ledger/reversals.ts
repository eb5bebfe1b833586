import type { ClaimInput, TransactionRow, TransactionState } from '../../usecase/ports.js';
import type { Step } from '../operation.js';
import type { Finder } from './find.js';
import type { Names, TransactionName } from './names.js';

type Identity = Pick<TransactionRow, 'terminalId' | 'reference' | 'transactionId' | 'transactionDate'>;
type Advice = Pick<ClaimInput, 'terminalId' | 'reference' | 'referenceId' | 'referenceDate' | 'reverses'>;

export interface Reversals {
  /** Request id of an advice in the ledger that reverses this transaction by one of the methods `reversedBy`. */
  reversalOf(transaction: Identity, reversedBy: readonly string[]): Step<string | null>;
  /** Request id of another advice in the ledger, by one of these methods, for the transaction that this one names. */
  rivalOf(advice: Omit<Advice, 'reverses'>, rivals: readonly string[]): Step<string | null>;
  /** The row that an advice reverses or, when it reverses none, adjusts. */
  originalOf(advice: Advice): Step<TransactionRow | null>;
}

export function createReversals(names: Names, finder: Finder): Reversals {
  function* advices(
    named: TransactionName & { readonly reference: string },
    methods: readonly string[],
  ): Step<string | null> {
    const rows = yield* names.referringTo(named);
    const advice = rows.find(
      ({ reference, methodName }) => reference === named.reference && methods.includes(methodName),
    );
    return advice?.requestId ?? null;
  }

  return {
    *reversalOf({ terminalId, reference, transactionId: id, transactionDate: date }, reversedBy) {
      if (reversedBy.length === 0 || id === null || date === null) return null;
      return yield* advices({ terminalId, reference, id, date }, reversedBy);
    },
    *rivalOf({ terminalId, reference, referenceId: id, referenceDate: date }, rivals) {
      if (rivals.length === 0 || id === null || date === null) return null;
      return yield* advices({ terminalId, reference, id, date }, rivals);
    },
    *originalOf({ terminalId, reference, referenceId: id, referenceDate: date, reverses }) {
      if (id === null || date === null) return null;
      const rows = (yield* names.called({ terminalId, id, date })).filter(
        (row) => row.reference === reference,
      );
      const candidates =
        reverses.length === 0 ? rows : rows.filter((row) => reverses.includes(row.methodName));
      const original = candidates.find(mayHaveMovedMoney) ?? candidates[0];
      return original === undefined ? null : yield* finder.find(original.requestId);
    },
  };
}

/** Of several with one identity, the one that was refused is not the one to undo. */
function mayHaveMovedMoney({ state }: { state: TransactionState }): boolean {
  return state !== 'refused' && state !== 'failed';
}

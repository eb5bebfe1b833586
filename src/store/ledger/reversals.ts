import { sql } from 'kysely';
import type { ClaimInput, TransactionRow, TransactionState } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Step } from '../operation.js';
import { compile } from '../statement.js';
import type { Finder } from './find.js';

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

export function createReversals({ compiler }: StoreDialect, finder: Finder): Reversals {
  const referring = compile(
    (p: Record<'terminalId' | 'reference' | 'transactionId' | 'transactionDate', string>) =>
      compiler
        .selectFrom('transactions')
        .select(['request_id', 'method_name'])
        .where('reference_date', '=', p.transactionDate)
        .where('reference_id', '=', p.transactionId)
        .where('terminal_id', '=', p.terminalId)
        .where('reference', '=', p.reference)
        .orderBy('sequence'),
  );
  // The literal lets SQLite see that the partial index holds every row that is asked for.
  const referred = compile(
    (p: Record<'terminalId' | 'reference' | 'referenceId' | 'referenceDate', string>) =>
      compiler
        .selectFrom('transactions')
        .select(['request_id', 'method_name', 'state'])
        .where('transaction_date', '=', p.referenceDate)
        .where('transaction_id', '=', p.referenceId)
        .where('terminal_id', '=', p.terminalId)
        .where('reference', '=', p.reference)
        .where('effect', '<>', sql.lit('none'))
        .orderBy('sequence', 'desc')
        .limit(sql.lit(CANDIDATES_MAX)),
  );
  return {
    *reversalOf({ terminalId, reference, transactionId, transactionDate }, reversedBy) {
      if (reversedBy.length === 0 || transactionId === null || transactionDate === null) return null;
      const { rows } = yield* run(referring, { terminalId, reference, transactionId, transactionDate });
      return rows.find((row) => reversedBy.includes(row.method_name))?.request_id ?? null;
    },
    *rivalOf({ terminalId, reference, referenceId, referenceDate }, rivals) {
      if (rivals.length === 0 || referenceId === null || referenceDate === null) return null;
      const named = { terminalId, reference, transactionId: referenceId, transactionDate: referenceDate };
      const { rows } = yield* run(referring, named);
      return rows.find((row) => rivals.includes(row.method_name))?.request_id ?? null;
    },
    *originalOf({ terminalId, reference, referenceId, referenceDate, reverses }) {
      if (referenceId === null || referenceDate === null) return null;
      const { rows } = yield* run(referred, { terminalId, reference, referenceId, referenceDate });
      const candidates =
        reverses.length === 0 ? rows : rows.filter((row) => reverses.includes(row.method_name));
      const original = candidates.find(mayHaveMovedMoney) ?? candidates[0];
      return original === undefined ? null : yield* finder.find(original.request_id);
    },
  };
}

/** A transactionID may be reused; beyond so many of one second only the newest are looked at. */
const CANDIDATES_MAX = 100;

/** Of several with one identity, the one that was refused is not the one to undo. */
function mayHaveMovedMoney({ state }: { state: TransactionState }): boolean {
  return state !== 'refused' && state !== 'failed';
}

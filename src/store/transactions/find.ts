import { sql } from 'kysely';
import type { Ledger, TransactionRow, TransactionSummary } from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { named } from '../engine/names.js';
import { all, first, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { hasRequestId, NEXT_ATTEMPT, ROW, SUMMARY, TEXT_BYTES } from './row.js';

type KeylessCall = Parameters<Ledger['keyless']>[0];

/** Dates are texts; both bounds are inclusive. */
interface ReferencedTransaction {
  readonly terminalId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

interface ReversalName extends ReferencedTransaction {
  readonly reference: string;
  readonly date: string;
  readonly methods: readonly string[];
}

export type CalledRow = Pick<
  TransactionRow,
  'sequence' | 'requestId' | 'methodName' | 'state' | 'reference'
> & { readonly transactionDate: string };

/** Limit of transactions with one transactionID, which may be reused. Above it none of them counts as the only one. */
export const CALLED_MAX = 100;

export type Finder = ReturnType<typeof createFinder>;

/** Creates the look-ups of the ledger except lists. Each is one statement with an index, however large the ledger. */
export function createFinder(dialect: StoreDialect) {
  const statements = compileStatements(dialect);
  const reversing = compileReversing(dialect);
  return {
    find: (requestId: string): Step<TransactionRow | null> => first(statements.row, { requestId }),
    *sealedBody(requestId: string): Step<Buffer | null> {
      return (yield* first(statements.sealed, { requestId }))?.sealedBody ?? null;
    },
    /** Returns advices that found this row as their original. */
    linked: (requestId: string): Step<readonly TransactionSummary[]> => all(statements.linked, { requestId }),
    /** Returns a terminal's own call with this content, whatever signed it; else the one with this checksum. */
    *keyless(call: KeylessCall): Step<TransactionRow | null> {
      return (yield* first(statements.content, call)) ?? (yield* first(statements.checksum, call));
    },
    /** Returns at most CALLED_MAX + 1 transactions of a terminal that move something, in no order. */
    called: (name: ReferencedTransaction): Step<readonly CalledRow[]> => all(statements.called, name),
    /**
     * Returns the request id of an advice by one of `methods`. The advice names `date`, or found no original and names a date
     * within the span.
     */
    *reversing(name: ReversalName): Step<string | null> {
      const methodList = JSON.stringify(name.methods);
      return (yield* first(reversing, { ...name, methodList }))?.requestId ?? null;
    },
    /** Returns at most CALLED_MAX advices that name exactly this transaction. */
    naming: (name: Pick<ReversalName, 'terminalId' | 'id' | 'reference' | 'date'>) =>
      all(statements.naming, name),
    /** Returns at most CALLED_MAX advices that name this transaction, or a date near it, and found no original. */
    unlinked: (name: ReferencedTransaction & Pick<ReversalName, 'reference'>) =>
      all(statements.unlinked, name),
  };
}

function compileStatements({ compiler }: StoreDialect) {
  const transactions = compiler.selectFrom('transactions');
  const rows = transactions.select([...ROW, NEXT_ATTEMPT]);
  const summaries = transactions.select([...SUMMARY, NEXT_ATTEMPT, TEXT_BYTES]);
  return {
    row: compile((p: { requestId: string }) => rows.where(hasRequestId(p.requestId))),
    sealed: compile((p: { requestId: string }) =>
      transactions.select('sealed_body as sealedBody').where(hasRequestId(p.requestId)),
    ),
    linked: compile((p: { requestId: string }) =>
      summaries.where('original_request_id', '=', p.requestId).orderBy('sequence'),
    ),
    // The same conditions as the partial indexes.
    content: compile((p: KeylessCall) => rows.where('digest', '=', p.digest).where('key_id', 'is', null)),
    checksum: compile((p: KeylessCall) =>
      rows
        .where('checksum', '=', p.checksum)
        .where('terminal_id', '=', p.terminalId)
        .where('key_id', 'is', null),
    ),
    // The same condition as the partial index.
    called: compile((p: ReferencedTransaction) =>
      transactions
        .select(named('sequence', 'requestId', 'methodName', 'state', 'reference'))
        .select(sql<string>`transaction_date`.as('transactionDate'))
        .where('transaction_id', '=', p.id)
        .where('terminal_id', '=', p.terminalId)
        .where('transaction_date', '>=', p.from)
        .where('transaction_date', '<=', p.to)
        .where('effect', '<>', sql.lit<'none'>('none'))
        .limit(sql.lit(CALLED_MAX + 1)),
    ),
    naming: compile((p: Omit<ReversalName, 'from' | 'to' | 'methods'>) =>
      summaries
        .where('reference_id', '=', p.id)
        .where('terminal_id', '=', p.terminalId)
        .where('reference', '=', p.reference)
        .where('reference_date', '=', p.date)
        .limit(sql.lit(CALLED_MAX)),
    ),
    // The same condition as the partial index.
    unlinked: compile((p: Omit<ReversalName, 'date' | 'methods'>) =>
      summaries
        .where('original_request_id', 'is', null)
        .where('reference_id', '=', p.id)
        .where('terminal_id', '=', p.terminalId)
        .where('reference', '=', p.reference)
        .where('reference_date', '>=', p.from)
        .where('reference_date', '<=', p.to)
        .limit(sql.lit(CALLED_MAX)),
    ),
  };
}

function compileReversing({ compiler, isListed }: StoreDialect) {
  return compile((p: ReversalName & { readonly methodList: string }) => {
    const naming = compiler
      .selectFrom('transactions')
      .select('request_id as requestId')
      .where('reference_id', '=', p.id)
      .where('terminal_id', '=', p.terminalId)
      .where('reference', '=', p.reference)
      .where(isListed('method_name', p.methodList));
    const near = naming
      .where('original_request_id', 'is', null)
      .where('reference_date', '>=', p.from)
      .where('reference_date', '<=', p.to);
    return naming.where('reference_date', '=', p.date).unionAll(near).limit(sql.lit(1));
  });
}

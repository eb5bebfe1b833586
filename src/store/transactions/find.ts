import { sql } from 'kysely';
import type {
  Ledger,
  TransactionRow,
  TransactionState,
  TransactionSummary,
} from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, run, runWith, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { NEXT_ATTEMPT, requestKey, ROW, SUMMARY, TEXT_BYTES } from './row.js';
import { named } from '../engine/names.js';

/** Look-ups of the ledger except lists. Each is one statement with an index, however large the ledger. */
export interface Finder {
  find(requestId: string): Step<TransactionRow | null>;
  sealedBody(requestId: string): Step<Buffer | null>;
  /** Returns advices that found this row as their original. */
  linked(requestId: string): Step<readonly TransactionSummary[]>;
  /** Returns a terminal's own call with this content, whatever signed it; else the one with this checksum. */
  keyless(named: NamedCall): Step<TransactionRow | null>;
  /** Returns at most CALLED_MAX + 1 transactions of a terminal that move something, in no order. */
  called(name: ReferencedTransaction): Step<readonly CalledRow[]>;
  /**
   * Returns the request id of an advice by one of `methods`. The advice names `date`, or found no original and names a date
   * within the span.
   */
  reversing(name: ReversalName): Step<string | null>;
  /** Returns at most CALLED_MAX advices that name exactly this transaction. */
  naming(name: ExactName): Step<readonly TransactionSummary[]>;
  /** Returns at most CALLED_MAX advices that name this transaction, or a date near it, and found no original. */
  unlinked(name: ReferencedTransaction & { readonly reference: string }): Step<readonly TransactionSummary[]>;
}

type NamedCall = Parameters<Ledger['keyless']>[0];

/** Dates are texts; both bounds are inclusive. */
interface ReferencedTransaction {
  readonly terminalId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

type ExactName = Pick<ReversalName, 'terminalId' | 'id' | 'reference' | 'date'>;

interface ReversalName extends ReferencedTransaction {
  readonly reference: string;
  readonly date: string;
  readonly methods: readonly string[];
}

export interface CalledRow {
  readonly sequence: number;
  readonly requestId: string;
  readonly methodName: string;
  readonly state: TransactionState;
  readonly reference: string;
  readonly transactionDate: string;
}

/** Limit of transactions with one transactionID, which may be reused. Above it none of them counts as the only one. */
export const CALLED_MAX = 100;

export function createFinder(dialect: StoreDialect): Finder {
  const statements = compileStatements(dialect);
  const named = (requestId: string) => ({ requestKey: requestKey(requestId) });
  return {
    find: (requestId) => first(statements.row, named(requestId)),
    *sealedBody(requestId) {
      return (yield* first(statements.sealed, named(requestId)))?.sealedBody ?? null;
    },
    *linked(requestId) {
      return (yield* run(statements.linked, { requestId })).rows;
    },
    *keyless(call) {
      return (yield* first(statements.content, call)) ?? (yield* first(statements.checksum, call));
    },
    *called(name) {
      return (yield* run(statements.called, name)).rows;
    },
    reversing: createReversing(dialect),
    *naming(name) {
      return (yield* run(statements.naming, name)).rows;
    },
    *unlinked(name) {
      return (yield* run(statements.unlinked, name)).rows;
    },
  };
}

function compileStatements({ compiler }: StoreDialect) {
  const transactions = compiler.selectFrom('transactions');
  const rows = transactions.select([...ROW, NEXT_ATTEMPT]);
  return {
    row: compile((p: { requestKey: string }) => rows.where('request_key', '=', p.requestKey)),
    sealed: compile((p: { requestKey: string }) =>
      transactions.select('sealed_body as sealedBody').where('request_key', '=', p.requestKey),
    ),
    linked: compile((p: { requestId: string }) =>
      transactions
        .select([...SUMMARY, NEXT_ATTEMPT, TEXT_BYTES])
        .where('original_request_id', '=', p.requestId)
        .orderBy('sequence'),
    ),
    // The same conditions as the partial indexes.
    content: compile((p: NamedCall) => rows.where('digest', '=', p.digest).where('key_id', 'is', null)),
    checksum: compile((p: NamedCall) =>
      rows
        .where('checksum_key', '=', p.checksumKey)
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
    naming: compile((p: ExactName) =>
      transactions
        .select([...SUMMARY, NEXT_ATTEMPT, TEXT_BYTES])
        .where('reference_id', '=', p.id)
        .where('terminal_id', '=', p.terminalId)
        .where('reference', '=', p.reference)
        .where('reference_date', '=', p.date)
        .limit(sql.lit(CALLED_MAX)),
    ),
    // The same condition as the partial index.
    unlinked: compile((p: ReferencedTransaction & { readonly reference: string }) =>
      transactions
        .select([...SUMMARY, NEXT_ATTEMPT, TEXT_BYTES])
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

function createReversing({ compiler, isListed }: StoreDialect): Finder['reversing'] {
  const statement = compile((p: ReversalName, q: { readonly methodList: string }) => {
    const named = compiler
      .selectFrom('transactions')
      .select('request_id as requestId')
      .where('reference_id', '=', p.id)
      .where('terminal_id', '=', p.terminalId)
      .where('reference', '=', p.reference)
      .where(isListed('method_name', q.methodList));
    const near = named
      .where('original_request_id', 'is', null)
      .where('reference_date', '>=', p.from)
      .where('reference_date', '<=', p.to);
    return named.where('reference_date', '=', p.date).unionAll(near).limit(sql.lit(1));
  });
  return function* reversing(name) {
    const methodList = JSON.stringify(name.methods);
    return (yield* runWith(statement, name, { methodList })).rows[0]?.requestId ?? null;
  };
}

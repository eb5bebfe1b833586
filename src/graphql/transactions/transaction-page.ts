import { CardwayError } from '../../errors.js';
import type {
  TransactionFilter as Filter,
  TransactionPage,
  TransactionPageRequest,
} from '../../usecase/ports.js';
import { type Connection, connectionOf } from '../connection.type.js';
import { transactionOf } from './transaction-view.js';
import { Transaction, type TransactionFilter, type TransactionsArgs } from './transaction.type.js';

export const TransactionConnection = connectionOf(Transaction, 'Transaction');

/** Errors: BAD_REQUEST (a cursor that is none of ours, a time that is none). */
export function pageRequestOf(args: TransactionsArgs): TransactionPageRequest {
  const isPlain = args.first == null && args.last == null;
  return {
    filter: { ...filterOf(args), ...(args.filter == null ? {} : filterOf(args.filter)) },
    ...(isPlain ? { first: PAGE_SIZE } : {}),
    ...(args.first == null ? {} : { first: args.first }),
    ...(args.last == null ? {} : { last: args.last }),
    ...(args.after == null ? {} : { after: sequenceOf('after', args.after) }),
    ...(args.before == null ? {} : { before: sequenceOf('before', args.before) }),
  };
}

const PAGE_SIZE = 50;

export function transactionConnection(page: TransactionPage): Connection<Transaction> & {
  edges: { cursor: string; node: Transaction }[];
} {
  const edges = page.rows.map((row) => ({ cursor: cursorOf(row.sequence), node: transactionOf(row) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function filterOf(filter: TransactionFilter): Filter {
  return {
    ...(filter.customerId == null ? {} : { customerId: filter.customerId }),
    ...(filter.cardId == null ? {} : { cardId: filter.cardId }),
    ...(filter.terminalId == null ? {} : { terminalId: filter.terminalId }),
    ...(filter.reference == null ? {} : { reference: filter.reference }),
    ...(filter.method == null ? {} : { methodName: filter.method }),
    ...(filter.state == null ? {} : { state: filter.state }),
    ...(filter.resultCode == null ? {} : { resultCode: filter.resultCode }),
    ...(filter.time?.from == null ? {} : { receivedFromMs: timeOf('time.from', filter.time.from) }),
    ...(filter.time?.to == null ? {} : { receivedToMs: timeOf('time.to', filter.time.to) }),
  };
}

function timeOf(field: string, text: string): number {
  const epochMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(epochMs))
    throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be an ISO 8601 time.` });
  return epochMs;
}

/** Opaque to clients: only what a cursor of ours can be is read back. */
function cursorOf(sequence: number): string {
  return Buffer.from(`t${String(sequence)}`).toString('base64url');
}

function sequenceOf(field: string, cursor: string): number {
  const match = /^t(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null)
    throw new CardwayError('BAD_REQUEST', { field, message: `${field} must be a cursor of this list.` });
  return Number(match[1]);
}

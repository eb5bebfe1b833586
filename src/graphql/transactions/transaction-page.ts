import type { TransactionFilter as Filter } from '../../usecase/ports.js';
import { connectionOf } from '../connection.type.js';
import { timeOf } from '../time.js';
import { Transaction, type TransactionFilter } from './transaction.type.js';

export const TransactionConnection = connectionOf(Transaction, 'Transaction');

/** Errors: BAD_REQUEST (a time that is none). */
export function transactionFilterOf(filter: TransactionFilter): Filter {
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

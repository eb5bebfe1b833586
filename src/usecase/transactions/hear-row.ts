import { isApproval } from '../../core/result-codes.js';
import { terminalHeard } from '../../core/transaction.js';
import { CardwayError } from '../../errors.js';
import type { TransactionResult } from './call.js';
import { defaultResult, savedResult } from './default-result.js';
import type { TransactionRow } from '../ports.js';

/** What a caller hears of an answered row. Advices are never declined, whatever downstream said of them (contract 4.8). */
export function heardAnswer(row: TransactionRow): TransactionResult {
  const isAccepted = row.effect === 'advice' && (row.resultCode === null || !isApproval(row.resultCode));
  return isAccepted ? defaultResult(row, 1, true) : savedResult(row, true);
}

/** What a caller hears of a row without an answer: what the one heard that it joined or repeats. */
export function outcomeError(row: TransactionRow): CardwayError {
  const code = row.errorCode;
  const isKnown =
    code === 'DOWNSTREAM_REFUSED' || code === 'DOWNSTREAM_INVALID' || code === 'DOWNSTREAM_TIMEOUT';
  return new CardwayError(isKnown ? code : 'IN_DOUBT', {
    resultCode: terminalHeard(row) ?? row.toldResultCode ?? undefined,
  });
}

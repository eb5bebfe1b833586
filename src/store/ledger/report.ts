import { transactionEvent } from '../../core/transaction-event.js';
import type { TransactionRow } from '../../usecase/ports.js';
import type { AppendEvent } from '../events/append.js';
import type { EventLogLock } from '../locks.js';
import type { Step } from '../operation.js';

/** Writes what operators must hear of these rows, as a step of the operation that brought them there. */
export type Report = (log: EventLogLock, rows: readonly TransactionRow[]) => Step<void>;

export function createReport(append: AppendEvent, nowMs: () => number): Report {
  return function* report(log, rows) {
    for (const row of rows) {
      const { requestId, attempt, methodName, programme, terminalId, reference } = row;
      const { customerId, cardId, requestAmount, state, errorCode, toldResultCode, settledAtMs } = row;
      const event = transactionEvent({
        requestId,
        attempt,
        methodName,
        programme,
        terminalId,
        reference,
        customerId,
        cardId,
        requestAmount,
        state,
        errorCode,
        toldResultCode,
        settledAtMs,
      });
      if (event !== null) yield* append(log, event, nowMs());
    }
  };
}

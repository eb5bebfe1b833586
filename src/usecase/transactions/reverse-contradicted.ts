import { NOTHING_PASSED_THROUGH } from '../../core/envelope.js';
import type { JsonObject } from '../../core/json.js';
import type { Method } from '../../core/methods.js';
import { momentOf } from '../../core/moment.js';
import { PARTIALLY_APPROVED } from '../../core/result-codes.js';
import { formatWireDate } from '../../core/wire-date.js';
import { proveForTerminal } from './authenticate-terminal.js';
import type { TransactionCall } from './call.js';
import { composeTransaction } from './compose.js';
import { savedResult } from './default-result.js';
import { forwardTransaction } from './forward.js';
import { claimHeld } from './running.js';
import type { TransactionRow } from '../ports.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Gives back the money of a contradicted transaction: a reversal advice of the gateway's own, unless one by the terminal was sent, or is
 * still to be sent, after the approval was known: its claim finds that out. It is claimed, sent and repeated like any other advice. Where none can be made (no method reverses this one,
 * the terminal is gone), the alert remains for an operator.
 */
export async function reverseContradicted(deps: TransactDeps, requestId: string): Promise<void> {
  const row = await deps.ledger.find(requestId);
  const [reversal] = row === null ? [] : deps.methods.reversalsOf(row.methodName);
  const method = reversal === undefined ? undefined : deps.methods.find(reversal);
  if (row?.state !== 'contradicted' || method === undefined) return;
  const terminal = await deps.directory.terminal(row.terminalId);
  if (terminal === null || row.customerId === null || row.cardId === null) return;
  const call = reversalOf(deps, method, row);
  const composed = composeTransaction({
    ...deps,
    method,
    call,
    caller: { door: 'gateway', key: null, receivedAt: momentOf(deps.clock) },
    proof: { terminal, ...proveForTerminal(terminal, method, call) },
    owner: { customerId: row.customerId, cardId: row.cardId },
    route: deps.downstream.route(method.name),
    givesBack: row.requestId,
  });
  const claimedAt = momentOf(deps.clock);
  const { outcome, carried } = await claimHeld(
    deps.running,
    composed.claim.requestId,
    () => deps.ledger.claim(composed.claim),
    ({ kind }) => kind === 'claimed',
  );
  if (outcome.kind !== 'claimed') return;
  await forwardTransaction(deps, composed, {
    ...outcome,
    carried,
    claimedAt,
    wasInDoubt: false,
    terminalHeard: null,
  });
}

/** Of a partial approval only that part was taken. */
function amountTaken(row: TransactionRow): number {
  const requested = row.requestAmount ?? 0;
  if (row.resultCode !== PARTIALLY_APPROVED || row.answer === null) return requested;
  const { approvalAmount } = savedResult(row, true).response;
  return typeof approvalAmount === 'number' && approvalAmount >= 0 && approvalAmount < requested
    ? approvalAmount
    : requested;
}

function reversalOf(deps: TransactDeps, method: Method, row: TransactionRow): TransactionCall {
  const { request } = JSON.parse(row.request) as { request: JsonObject };
  return {
    methodName: method.name,
    fields: {
      terminalId: row.terminalId,
      reference: row.reference,
      requestAmount: amountTaken(row),
      narrative: request['narrative'] ?? method.name,
      transactionData: {},
      referenceId: row.transactionId ?? '',
      referenceDate: row.transactionDate ?? '',
      // One for each original: a second attempt to reverse it is a duplicate of the first.
      transactionId: `REVERSAL-${String(row.sequence)}`,
      transactionDate: formatWireDate(deps.clock.nowMs()),
    },
    customerId: row.customerId,
    cardId: row.cardId,
    requestId: null,
    passThrough: NOTHING_PASSED_THROUGH,
  };
}

import { NOTHING_PASSED_THROUGH } from '../../../core/transactions/envelope.js';
import type { Method } from '../../../core/transactions/methods.js';
import { readAmount } from '../../../core/transactions/money.js';
import { PARTIALLY_APPROVED } from '../../../core/transactions/result-codes.js';
import type { JsonObject } from '../../../core/wire/json.js';
import { formatWireDate } from '../../../core/wire/wire-date.js';
import { momentOf } from '../../../platform/clock.js';
import { usable } from '../../directory/directory-port.js';
import { proveForTerminal } from '../admit/authenticate-terminal.js';
import type { TransactionCall } from '../call/call.js';
import { composeTransaction, contentOf, ownerOf } from '../call/compose.js';
import type { OwnReversal, TransactionRow } from '../ledger-port.js';
import { savedResult } from '../call/reply.js';
import type { TransactDeps } from '../transact-deps.js';

/**
 * Returns the gateway's own reversal advice for a contradicted transaction. It is saved in the commit of the contradiction, unless a
 * reversal by the terminal gives the money back, and goes out like any other queued advice. Null where none can be made (no method
 * reverses this one, the terminal is gone, the settings say so): the alert remains for an operator.
 */
export async function ownReversalOf(
  deps: Omit<TransactDeps, 'ownReversal'>,
  row: TransactionRow,
): Promise<OwnReversal | null> {
  const rivals = deps.methods.reversalsOf(row.methodName);
  const method = deps.methods.find(rivals[0] ?? '');
  const terminal = usable(await deps.directory.terminal(row.terminalId));
  const owner = ownerOf(row);
  if (method === undefined || terminal === null || owner === null) return null;
  const call = reversalOf(deps, method, row);
  const proof = { terminal, ...proveForTerminal(terminal, method, call) };
  const { claim } = composeTransaction({
    ...deps,
    content: contentOf(deps.hasher, { method, call, proof }),
    method,
    call,
    caller: { channel: 'gateway', key: null, receivedAt: momentOf(deps.clock) },
    proof,
    owner,
    route: deps.downstream.route(method.name),
  });
  return { claim: { ...claim, currency: row.currency, state: 'queued' }, rivals };
}

/** Returns the amount taken, which is smaller for a partial approval. */
function amountDebited(row: TransactionRow): number {
  const requested = row.requestAmount ?? 0;
  if (row.resultCode !== PARTIALLY_APPROVED || row.answer === null) return requested;
  const amount = readAmount(savedResult(row).response['approvalAmount']);
  return amount !== null && amount >= 0 && amount < requested ? amount : requested;
}

function reversalOf(deps: Pick<TransactDeps, 'clock'>, method: Method, row: TransactionRow): TransactionCall {
  const { request } = JSON.parse(row.request) as { request: JsonObject };
  return {
    methodName: method.name,
    fields: {
      terminalId: row.terminalId,
      reference: row.reference,
      requestAmount: amountDebited(row),
      narrative: request['narrative'] ?? method.name,
      transactionData: {},
      referenceId: row.transactionId ?? '',
      referenceDate: row.transactionDate ?? '',
      // The id is unique for each original, so a second attempt to reverse it is a duplicate of the first.
      transactionId: `REVERSAL-${String(row.sequence)}`,
      transactionDate: formatWireDate(deps.clock.nowMs()),
    },
    customerId: row.customerId,
    cardId: row.cardId,
    requestId: null,
    passThrough: NOTHING_PASSED_THROUGH,
  };
}

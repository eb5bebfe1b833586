import { NOTHING_PASSED_THROUGH } from '../../core/transactions/envelope.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import { PARTIALLY_APPROVED } from '../../core/transactions/result-codes.js';
import { givesMoneyBack } from '../../core/transactions/transaction.js';
import type { JsonObject } from '../../core/wire/json.js';
import { formatWireDate } from '../../core/wire/wire-date.js';
import { type Clock, momentOf } from '../../platform/clock.js';
import { usable } from '../directory/directory-port.js';
import type { TraceWork } from '../ports.js';
import { proveForTerminal } from './authenticate-terminal.js';
import type { TransactionCall } from './call.js';
import { composeTransaction } from './compose.js';
import { savedResult } from './default-result.js';
import { forwardTransaction } from './forward.js';
import type { Ledger, TransactionRow, TransactionSummary } from './ledger-port.js';
import { claimWhileRunning } from './running.js';
import type { TransactDeps } from './transact-deps.js';

/**
 * Gives back the money of a contradicted transaction: a reversal advice of the gateway's own, unless one by the terminal was sent, or is
 * still to be sent, after the approval was known: its claim finds that out. It is claimed, sent and repeated like any other advice. Where
 * none can be made (no method reverses this one, the terminal is gone), the alert remains for an operator.
 */
export async function reverseContradicted(deps: TransactDeps, requestId: string): Promise<void> {
  const row = await deps.ledger.find(requestId);
  const [reversal] = row === null ? [] : deps.methods.reversalsOf(row.methodName);
  const method = reversal === undefined ? undefined : deps.methods.find(reversal);
  if (row?.state !== 'contradicted' || method === undefined) return;
  const terminal = usable(await deps.directory.terminal(row.terminalId));
  if (terminal === null || row.customerId === null || row.cardId === null) return;
  const call = reversalOf(deps, method, row);
  const composed = composeTransaction({
    ...deps,
    method,
    call,
    caller: { channel: 'gateway', key: null, receivedAt: momentOf(deps.clock) },
    proof: { terminal, ...proveForTerminal(terminal, method, call) },
    owner: { customerId: row.customerId, cardId: row.cardId },
    route: deps.downstream.route(method.name),
    givesBack: row.requestId,
  });
  const claimedAt = momentOf(deps.clock);
  const { outcome, carried } = await claimWhileRunning(
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
    terminalReply: null,
  });
}

/** Of a partial approval only that part was taken. */
function amountDebited(row: TransactionRow): number {
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
      requestAmount: amountDebited(row),
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

interface UnreversedDeps {
  readonly ledger: Pick<Ledger, 'list' | 'linked'>;
  readonly methods: MethodTable;
  readonly clock: Clock;
  readonly onContradicted: (requestId: string) => Promise<void>;
  /** Rows of one look. */
  readonly batchMax: number;
  /** There where traces are wanted. */
  readonly traced?: TraceWork | undefined;
}

/** So long after its contradiction a transaction should have its reversal. */
const FORGOTTEN_AFTER_MS = 10_000;

/** So often is looked for those that have none. */
const LOOK_EVERY_MS = 1000;

/**
 * A process may die between finding out that money moved against what the terminal heard, and giving it back. What has
 * no reversal after a while is taken up again; the reversal itself is claimed once only.
 *
 * Contradicted transactions remain until an operator closes them, so there may be many, nearly all with their reversal. Each look takes
 * some, newest first, and the next one goes on behind them: what it costs does not grow with them, and all of them come up.
 */
export function createReverseUnreversed(deps: UnreversedDeps): () => Promise<void> {
  let nextLookMs = deps.clock.monotonicMs();
  let behind: number | undefined;
  return async () => {
    if (deps.clock.monotonicMs() < nextLookMs) return;
    nextLookMs = deps.clock.monotonicMs() + LOOK_EVERY_MS;
    const nowMs = deps.clock.nowMs();
    const { rows, hasNextPage } = await deps.ledger.list({
      filter: { state: 'contradicted' },
      first: deps.batchMax,
      ...(behind === undefined ? {} : { after: behind }),
    });
    behind = hasNextPage ? rows.at(-1)?.sequence : undefined;
    for (const row of rows) {
      // Settled in the future, by another node or before the clock was set back: it is not waited for until then.
      if (Math.abs(nowMs - (row.settledAtMs ?? 0)) < FORGOTTEN_AFTER_MS) continue;
      if (await isGivenBack(deps, row)) continue;
      const work = (): Promise<void> => deps.onContradicted(row.requestId);
      await (deps.traced === undefined ? work() : deps.traced('sweep reverses', row, work));
    }
  };
}

/** As the claim of the gateway's own reversal sees it. */
async function isGivenBack({ ledger, methods }: UnreversedDeps, row: TransactionSummary): Promise<boolean> {
  const reversals = methods.reversalsOf(row.methodName);
  const linked = await ledger.linked(row.requestId);
  return linked.some((advice) => reversals.includes(advice.methodName) && givesMoneyBack(advice));
}

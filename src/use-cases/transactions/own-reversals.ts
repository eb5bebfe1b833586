import { NOTHING_PASSED_THROUGH } from '../../core/transactions/envelope.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import { readAmount } from '../../core/transactions/money.js';
import { PARTIALLY_APPROVED } from '../../core/transactions/result-codes.js';
import { givesMoneyBack } from '../../core/transactions/transaction.js';
import type { JsonObject } from '../../core/wire/json.js';
import { formatWireDate } from '../../core/wire/wire-date.js';
import { inTurn } from '../../platform/background.js';
import { type Clock, momentOf } from '../../platform/clock.js';
import { usable } from '../directory/directory-port.js';
import { proveForTerminal } from './authenticate-terminal.js';
import type { TransactionCall } from './call.js';
import { composeTransaction, ownerOf } from './compose.js';
import { savedResult } from './default-result.js';
import { forwardTransaction } from './forward.js';
import type { Ledger, TransactionRow, TransactionSummary } from './ledger-port.js';
import { claimWhileRunning } from './running.js';
import type { TransactDeps } from './transact-deps.js';
import { settleUnsentClaim } from './unsent-claim.js';

/**
 * Gives back the money of a contradicted transaction by the gateway's own reversal advice. Its claim fails if a reversal by the
 * terminal was sent after the approval was known, or is still to be sent. The advice is claimed, sent and repeated like any
 * other. If none can be made (no method reverses this one, the terminal is gone), the alert remains for an operator.
 */
export async function reverseContradicted(deps: TransactDeps, requestId: string): Promise<void> {
  const row = await deps.ledger.find(requestId);
  const parts = row === null ? null : await partsOfReversal(deps, row);
  if (row === null || parts === null) return;
  const { method, terminal, owner } = parts;
  const call = reversalOf(deps, method, row);
  const composed = composeTransaction({
    ...deps,
    method,
    call,
    caller: { channel: 'gateway', key: null, receivedAt: momentOf(deps.clock) },
    proof: { terminal, ...proveForTerminal(terminal, method, call) },
    owner,
    route: deps.downstream.route(method.name),
    givesBack: row.requestId,
  });
  const claimedAt = momentOf(deps.clock);
  const { outcome, carried } = await claimWhileRunning(
    deps.running,
    composed.claim.requestId,
    () => deps.ledger.claim(composed.claim, settleUnsentClaim(deps, composed)),
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

type Parts = Pick<TransactDeps, 'methods' | 'directory'>;

/** Returns what the gateway's own reversal needs; null where it can make none. */
async function partsOfReversal({ methods, directory }: Parts, row: TransactionRow) {
  const [reversal] = methods.reversalsOf(row.methodName);
  const method = reversal === undefined ? undefined : methods.find(reversal);
  const terminal = usable(await directory.terminal(row.terminalId));
  const owner = ownerOf(row);
  return method === undefined || terminal === null || owner === null ? null : { method, terminal, owner };
}

/** Returns whether the gateway is about to give back the money of a contradicted transaction by its own reversal. */
export async function isReversalDue(
  deps: Parts & Pick<TransactDeps, 'ledger' | 'reversesContradicted'>,
  row: TransactionRow,
): Promise<boolean> {
  if (!deps.reversesContradicted || (await partsOfReversal(deps, row)) === null) return false;
  return !(await isGivenBack(deps, row));
}

/** Returns the amount taken, which is smaller for a partial approval. */
function amountDebited(row: TransactionRow): number {
  const requested = row.requestAmount ?? 0;
  if (row.resultCode !== PARTIALLY_APPROVED || row.answer === null) return requested;
  const amount = readAmount(savedResult(row, true).response['approvalAmount']);
  return amount !== null && amount >= 0 && amount < requested ? amount : requested;
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

interface UnreversedDeps {
  readonly ledger: Pick<Ledger, 'listOpen' | 'linked'>;
  readonly methods: MethodTable;
  readonly clock: Clock;
  readonly onContradicted: (requestId: string) => Promise<void>;
  /** Number of rows in one look. */
  readonly batchMax: number;
}

/** Time after its contradiction in which a transaction normally gets its reversal. */
const FORGOTTEN_AFTER_MS = 10_000;

/** Pause between two looks for contradicted transactions without a reversal. */
const LOOK_EVERY_MS = 1000;

/**
 * Returns a check for contradicted transactions without a reversal. A process may die after it finds the contradiction and before
 * it claims the reversal. After a while, such a transaction is handled again. The reversal itself is claimed only once.
 *
 * Contradicted transactions stay until an operator closes them, so there may be many, nearly all with a reversal. Each look reads
 * some, newest first, and the next one continues after them. The cost does not grow with their number, and all are checked in
 * turn.
 */
export function createReverseUnreversed(deps: UnreversedDeps): () => Promise<void> {
  let nextLookMs = deps.clock.monotonicMs();
  let behind: number | undefined;
  return async () => {
    if (deps.clock.monotonicMs() < nextLookMs) return;
    nextLookMs = deps.clock.monotonicMs() + LOOK_EVERY_MS;
    const nowMs = deps.clock.nowMs();
    const { rows, hasNextPage } = await deps.ledger.listOpen({
      filter: { state: 'contradicted' },
      first: deps.batchMax,
      ...(behind === undefined ? {} : { after: behind }),
    });
    behind = hasNextPage ? rows.at(-1)?.sequence : undefined;
    await inTurn(rows, async (row) => {
      // A time far in the future comes from another node, or from before the clock was set back. It causes no wait.
      if (Math.abs(nowMs - (row.settledAtMs ?? 0)) < FORGOTTEN_AFTER_MS) return;
      if (await isGivenBack(deps, row)) return;
      await deps.onContradicted(row.requestId);
    });
  };
}

/** Checks this like the claim of the gateway's own reversal. */
async function isGivenBack(
  { ledger, methods }: Pick<UnreversedDeps, 'methods'> & { readonly ledger: Pick<Ledger, 'linked'> },
  row: Pick<TransactionSummary, 'requestId' | 'methodName'>,
): Promise<boolean> {
  const reversals = methods.reversalsOf(row.methodName);
  const linked = await ledger.linked(row.requestId);
  return linked.some((advice) => reversals.includes(advice.methodName) && givesMoneyBack(advice));
}

import { type Envelope, REQUEST_ORDER } from '../../../core/transactions/envelope.js';
import { decideDuplicate } from '../../../core/transactions/transaction.js';
import { equalJson, type JsonValue } from '../../../core/wire/json.js';
import { KLV_ARGUMENTS } from '../../../core/wire/klv-keys.js';
import { CardwayError } from '../../../platform/errors.js';
import type { Caller, TransactionResult } from './call.js';
import type { ComposedTransaction } from './compose.js';
import { forwardTransaction } from './forward.js';
import { alertUnmatched } from '../settle/observe.js';
import type { ReclaimInput, TransactionRow, TransactionState } from '../ledger-port.js';
import { errorOfLostRow, errorOfUnansweredRow, gatewayResult, replyOfRow } from './reply.js';
import { atRest, claimWhileRunning } from './running.js';
import { tellApproval, tellDecline, tellUnanswered } from './told.js';
import type { TransactDeps } from '../transact-deps.js';

/**
 * Answers a call whose request id, or whose checksum without a key, is in the ledger already (docs/reference/transactions.md#duplicates). Replays, joins, sends
 * again where that is safe, or throws.
 *
 * Errors: IDEMPOTENCY_CONFLICT (names the first differing field), IN_DOUBT, and those of sending again.
 */
export async function answerDuplicate(
  deps: TransactDeps,
  composed: ComposedTransaction,
  found: TransactionRow,
): Promise<TransactionResult> {
  let row = found;
  const route = deps.downstream.route(composed.method.name);
  for (;;) {
    const decision = decideDuplicate({
      saved: row,
      asked: composed.claim,
      nowMs: deps.clock.nowMs(),
      // Another route has not seen the first attempt, and recognises nothing.
      dedupes: route.dedupes && route.name === row.route,
      replayMs: deps.replayNoneMs,
    });
    switch (decision) {
      case 'boundary_mismatch':
        throw boundaryMismatch(deps, composed.claim, composed.caller, row.requestId);
      case 'other_content':
        throw conflict(row, composed);
      case 'other_principal':
        throw new CardwayError('IDEMPOTENCY_CONFLICT', {
          message: 'The request id belongs to a call of another caller.',
          field: 'request_id',
        });
      case 'replay': {
        const changed = await tellApproval(deps, composed, row);
        // The process that claimed it may have ended before it raised the alert.
        if (row.state === 'unmatched') alertUnmatched(deps, row);
        const reply = replyOfRow(changed ?? row, composed.claim.keyId === null);
        if (reply !== null) return reply;
        if (changed === null) throw new CardwayError('INTERNAL');
        row = changed;
        continue;
      }
      case 'still_in_doubt':
        row = await tellUnanswered(deps, composed, row, new CardwayError('IN_DOUBT'));
        continue;
      case 'join': {
        const joined = await atRest(deps, row.requestId, composed.deadline);
        if (joined === null) throw errorOfLostRow(row.effect);
        // Another process runs it, or died while running it. A claimed advice is durable and never declined
        // (docs/reference/transactions.md#advices).
        if (joined.state === 'pending' && joined.effect === 'advice') return gatewayResult(joined, 1, true);
        row = await resultOfJoinedRow(deps, composed, joined);
        continue;
      }
      case 'send_again': {
        const again = await sendAgain(deps, composed, row);
        if (again.kind === 'result') return again.result;
        row = again.row;
      }
    }
  }
}

/**
 * Returns the error for a terminal's text that was cut into other fields under the same checksum. It counts as a wrong checksum
 * and raises an alert.
 */
export function boundaryMismatch(
  { observer, failedAuthentication }: Pick<TransactDeps, 'observer' | 'failedAuthentication'>,
  { terminalId }: Pick<TransactionRow, 'terminalId'>,
  { address }: Caller,
  requestId: string,
): CardwayError {
  observer.alert('checksum_boundary_mismatch', { requestId, terminalId });
  return failedAuthentication
    .ofChecksum({ terminalId, address })
    .with({ reason: 'The text of this checksum was cut into other fields.' });
}

function conflict(row: TransactionRow, composed: ComposedTransaction): CardwayError {
  const asked = JSON.parse(composed.claim.request) as Envelope;
  const field = firstDifference(JSON.parse(row.request) as Envelope, asked);
  return new CardwayError('IDEMPOTENCY_CONFLICT', {
    field,
    message: `The request id was used before with another ${field}.`,
  });
}

const UNANSWERED: ReadonlySet<TransactionState> = new Set(['pending', 'in_doubt', 'refused']);

/** Throws the error of the joined call, or returns the row to decide on again. */
async function resultOfJoinedRow(
  deps: TransactDeps,
  composed: ComposedTransaction,
  row: TransactionRow,
): Promise<TransactionRow> {
  // The next decision finds the reversal, and this caller gets the reply of the joined call.
  if (row.replyReason === 'reversed_first') return row;
  if (row.state === 'pending' && row.effect === 'none') throw new CardwayError('DOWNSTREAM_TIMEOUT');
  const hasNoAnswer = row.effect !== 'advice' && UNANSWERED.has(row.state);
  return hasNoAnswer ? tellUnanswered(deps, composed, row, errorOfUnansweredRow(row)) : row;
}

async function sendAgain(
  deps: TransactDeps,
  composed: ComposedTransaction,
  row: TransactionRow,
): Promise<{ kind: 'result'; result: TransactionResult } | { kind: 'row'; row: TransactionRow }> {
  const claim: ReclaimInput = {
    requestId: row.requestId,
    fromState: row.state,
    fromAttempt: row.attempt,
    keyId: composed.claim.keyId,
    owner: deps.process.owner,
    reversedBy: composed.claim.reversedBy,
    route: composed.claim.route,
  };
  const { outcome: reclaimed, carried } = await claimWhileRunning(
    deps.running,
    row.requestId,
    () => deps.ledger.reclaim(claim),
    ({ kind }) => kind === 'claimed',
  );
  if (reclaimed.kind === 'lost') return { kind: 'row', row: reclaimed.row };
  if (reclaimed.kind === 'reversed') {
    const settled = await tellDecline(deps, composed, row, -3);
    return settled === null
      ? { kind: 'result', result: gatewayResult(row, -3) }
      : { kind: 'row', row: settled };
  }
  const result = await forwardTransaction(deps, composed, {
    carried,
    attempt: reclaimed.attempt,
    wasInDoubt: row.state === 'in_doubt',
  });
  return { kind: 'result', result };
}

/**
 * Returns the first field in which two calls of one request id differ. The order is that of
 * docs/reference/transactions.md#content: customer and card, then the request, then its transaction_data. `checksum` is not
 * compared. Both envelopes are masked as in the ledger, so a difference in a value that is never stored is named only as
 * `request`.
 */
function firstDifference(saved: Envelope, asked: Envelope): string {
  for (const name of ['customer_id', 'card_id'] as const) {
    if (!equalJson(saved[name], asked[name])) return name;
  }
  const inRequest = differenceIn(saved.request, asked.request, REQUEST_ORDER);
  if (inRequest !== null) return inRequest;
  const inData = differenceIn(
    objectOf(saved.request['transaction_data']),
    objectOf(asked.request['transaction_data']),
    KLV_ARGUMENTS,
  );
  if (inData !== null) return `transaction_data.${inData}`;
  return differenceIn(saved, asked, []) ?? 'request';
}

const NOT_COMPARED: ReadonlySet<string> = new Set(['checksum', 'transaction_data', 'request', 'request_id']);

type Members = Readonly<Record<string, JsonValue | undefined>>;

function differenceIn(saved: Members, asked: Members, order: readonly string[]): string | null {
  const names = [...order, ...Object.keys(saved), ...Object.keys(asked)];
  return (
    names.find((name) => !NOT_COMPARED.has(name) && !equalJson(own(saved, name), own(asked, name))) ?? null
  );
}

/** Reads own members only: a caller may name a member `constructor`, which every object inherits. */
function own(members: Members, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function objectOf(value: JsonValue | undefined): Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

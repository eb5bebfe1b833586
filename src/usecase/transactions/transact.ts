import { isRequestId } from '../../core/request-id.js';
import { checkFields } from '../../core/method-limits.js';
import type { Method, MethodTable } from '../../core/methods.js';
import { resultText } from '../../core/result-codes.js';
import { CardwayError } from '../../errors.js';
import { answerDuplicate, shiftedBorders } from './answer-duplicate.js';
import { authenticateTerminal } from './authenticate-terminal.js';
import type { Caller, TransactionCall, TransactionResult } from './call.js';
import { composeTransaction, type ComposedTransaction } from './compose.js';
import { defaultResult } from './default-result.js';
import { forwardTransaction } from './forward.js';
import type { ClaimOutcome } from '../ports.js';
import { formerOwner, savedOwner, type Owner } from './former-owner.js';
import { resolveElsewhere } from './resolve-elsewhere.js';
import { resolveWallet } from './resolve-wallet.js';
import type { TransactDeps } from './transact-deps.js';

export type Transact = (call: TransactionCall, caller: Caller) => Promise<TransactionResult>;

/**
 * Carries one transaction from any door (contract section 4): check, claim durably, sign and send, save the answer, reply.
 * The order of refusal is the contract's: method, fields, request id, checksum, directory; nothing is saved or sent
 * for a call that fails one.
 *
 * Errors: UNKNOWN_METHOD, BAD_REQUEST, UNAUTHENTICATED, FORBIDDEN, IDEMPOTENCY_CONFLICT, DOWNSTREAM_REFUSED,
 * DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE.
 */
export function createTransact(deps: TransactDeps): Transact {
  return async (call, caller) => {
    const method = findMethod(deps.methods, call);
    requireFields(method, call, caller);
    const proof = await authenticateTerminal({
      method,
      call,
      caller,
      directory: deps.directory,
      clock: deps.clock,
      window: deps.dateWindow,
    });
    const route = deps.downstream.route(method.name);
    const judged = { method, call, terminal: proof.terminal, mode: deps.directoryMode };
    const { walletLookup: lookup } = deps;
    const deadlineMs = caller.receivedAtMs + route.timeoutMs - deps.settleReserveMs;
    const wallet = await resolveWallet({
      ...judged,
      directory: deps.directory,
      elsewhere:
        lookup === null
          ? undefined
          : () => resolveElsewhere({ ...deps, lookup }, { ...judged, proof, deadlineMs }),
    });
    const owner = wallet.kind === 'found' ? wallet : await formerOwner(deps.ledger, { method, call, proof });
    if (owner === null && method.effect !== 'advice') {
      return directoryRefusal(call, wallet.kind === 'blocked' ? -29 : -4);
    }
    const { methods, hasher, sealer, process } = deps;
    const parts = { method, methods, call, caller, proof, route, hasher, sealer, process };
    const compose: Compose = (of, requestId = call.requestId) =>
      composeTransaction({ ...parts, call: { ...call, requestId }, owner: of });
    return claimAndForward(deps, compose, owner);
  };
}

function findMethod(methods: MethodTable, call: TransactionCall): Method {
  const method = methods.find(call.methodName);
  if (method === undefined) {
    throw new CardwayError('UNKNOWN_METHOD', {
      field: 'method_name',
      message: 'method_name is not a known method.',
    });
  }
  return method;
}

function requireFields(method: Method, call: TransactionCall, caller: Caller): void {
  const checked = checkFields(method, call.fields);
  if (checked.kind === 'bad') throw new CardwayError('BAD_REQUEST', checked);
  if (caller.key === null) return;
  for (const [field, value] of [
    ['customer_id', call.customerId],
    ['card_id', call.cardId],
  ] as const) {
    if (value === null) throw new CardwayError('BAD_REQUEST', { field, message: `${field} is missing.` });
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new CardwayError('BAD_REQUEST', {
        field,
        message: `${field} must be an integer from 0 to 9007199254740991.`,
      });
    }
  }
  if (call.requestId !== null && !isRequestId(call.requestId, call.cardId ?? -1)) {
    throw new CardwayError('BAD_REQUEST', {
      field: 'request_id',
      message:
        'request_id must be <card_id>_<8 to 17 digits of a timestamp>_<1 to 20 digits>, beginning with this card_id.',
    });
  }
}

/** A business answer, not an error: HTTP 200 with the detail in the body (service.md 7.1). Nothing is saved. */
function directoryRefusal(call: TransactionCall, resultCode: number): TransactionResult {
  return {
    status: 'failed',
    message: resultText(resultCode) ?? '',
    customerId: call.customerId,
    requestId: call.requestId,
    replayed: false,
    response: { resultCode },
  };
}

/** `requestId`: that of the row which this call made before; its wallet may have become known since. */
type Compose = (owner: Owner | null, requestId?: string | null) => ComposedTransaction;

async function claimAndForward(
  deps: TransactDeps,
  compose: Compose,
  owner: Owner | null,
): Promise<TransactionResult> {
  const composed = compose(owner);
  const outcome = await deps.ledger.claim(composed.claim);
  switch (outcome.kind) {
    case 'claimed':
      return forwardClaimed(deps, composed, outcome);
    case 'existing':
      return answerDuplicate(deps, composed, outcome.row);
    case 'reversed':
      return defaultResult(composed.claim, -3);
    case 'shifted_borders':
      throw shiftedBorders(deps, composed, outcome.requestId);
    case 'other_card':
      return claimAndForward(
        deps,
        (of) => compose(of, outcome.requestId),
        await savedOwner(deps.ledger, outcome.requestId),
      );
  }
}

function forwardClaimed(
  deps: TransactDeps,
  composed: ComposedTransaction,
  claimed: Extract<ClaimOutcome, { kind: 'claimed' }>,
): Promise<TransactionResult> {
  return forwardTransaction(deps, composed, {
    attempt: claimed.attempt,
    original: claimed.original,
    wasInDoubt: false,
    toldResultCode: null,
  });
}

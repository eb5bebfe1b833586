import { checkFields } from '../../../core/transactions/method-limits.js';
import type { Method, MethodTable } from '../../../core/transactions/methods.js';
import { passThroughProblem, strayFieldProblem } from '../../../core/transactions/pass-through.js';
import {
  CHECKSUM_HEAD_DIGITS,
  DECLINES,
  deriveRequestId,
  isRequestId,
} from '../../../core/transactions/transaction.js';
import { CardwayError, ERRORS, toCardwayError, unknownMethod } from '../../../platform/errors.js';
import { countTransaction } from '../../access/failed-authentication.js';
import { digitizationOf, recordTerminalReport } from '../../provisioning/report-digitization.js';
import { answerDuplicate, boundaryMismatch } from './answer-duplicate.js';
import { type AuthenticatedTerminal, authenticateTerminal } from '../admit/authenticate-terminal.js';
import {
  aboutCall,
  type Caller,
  textField,
  type TransactionCall,
  type TransactionResult,
  wireDateOf,
} from './call.js';
import {
  type ComposedTransaction,
  composeTransaction,
  type Content,
  contentOf,
  findPriorCall,
  ownerOf,
  withSavedIds,
} from './compose.js';
import { forwardTransaction } from './forward.js';
import type { Decline, Ledger, TransactionRow } from '../ledger-port.js';
import { gatewayResult } from './reply.js';
import { type ResolvedWallet, resolveWallet } from '../admit/resolve-wallet.js';
import { claimWhileRunning } from './running.js';
import { tellUnavailable } from './told.js';
import type { TransactDeps } from '../transact-deps.js';

export type Transact = (call: TransactionCall, caller: Caller) => Promise<TransactionResult>;

/**
 * Runs one transaction from any interface (docs/reference/transactions.md): check, claim durably, sign and send, save the answer,
 * reply. The checks run in the order of docs/reference/protocol.md#order-of-refusal: method, fields, request id, checksum,
 * directory. A call that fails one is not sent, and not saved unless it is a terminal's money call that proves itself.
 *
 * Errors: UNKNOWN_METHOD, BAD_REQUEST, UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, IDEMPOTENCY_CONFLICT, DOWNSTREAM_REFUSED,
 * DOWNSTREAM_INVALID, DOWNSTREAM_TIMEOUT, IN_DOUBT, UNAVAILABLE.
 */
export function createTransact(deps: TransactDeps): Transact {
  return async (given, caller) => {
    const method = findMethod(deps.methods, given);
    requireFields(deps.methods, method, given, caller);
    const report = caller.channel === 'xmlrpc' ? digitizationOf(given) : null;
    const authenticated = await authenticateTerminal(deps, { method, call: given, caller });
    const { call, earlier } = authenticated;
    const proof = (await priorProof(deps.ledger, { call, earlier })) ?? authenticated.proof;
    const content = contentOf(deps.hasher, { method, call, proof });
    const proven = { method, call, caller, proof, content };
    const { directory, directoryMode: mode } = deps;
    const wallet = await resolveWallet({ method, call, terminal: proof.terminal, mode, directory });
    const { programme, terminalId } = proof.terminal;
    const reference = textField(call, 'reference');
    if (wallet.kind === 'unknown')
      deps.onUnknownWallet({ programme, terminalId, reference, methodName: method.name });
    const decline = limitDecline(deps, proven) ?? directoryDecline(method, wallet);
    // A terminal's money call is saved, whatever the gateway answers, so that nobody gets another reply to it.
    const isSaved = caller.key === null && method.effect === 'money';
    const prior = decline === null || isSaved ? null : await priorOutcome(deps, proven);
    if (decline !== null && !isSaved && prior === null) return replyDecline(deps, proven, decline, call);
    if (report !== null && wallet.kind === 'found')
      return recordTerminalReport(deps, report, { call, terminal: proof.terminal, ...wallet });
    const { methods, sealer, process } = deps;
    return claimAndForward(deps, {
      ...{ ...proven, methods, sealer, process },
      // A caller with a key names customer and card, and the row is compared with these.
      owner: wallet.kind !== 'unknown' ? wallet : prior && ownerOf(caller.key === null ? prior : call),
      route: deps.downstream.route(method.name),
      decline: prior === null ? decline : null,
    });
  };
}

/** A call whose terminal is proved. */
interface ProvenCall {
  readonly method: Method;
  readonly call: TransactionCall;
  readonly caller: Caller;
  readonly proof: AuthenticatedTerminal;
  readonly content: Content;
}

/** Returns the row of an earlier call with this content or, where it has no key, with this checksum. */
function priorCall(
  ledger: Pick<Ledger, 'find' | 'keyless'>,
  about: ProvenCall,
): Promise<TransactionRow | null> {
  if (about.caller.key !== null) return findPriorCall(ledger, about);
  const { datedChecksum: checksum, terminal } = about.proof;
  return ledger.keyless({ terminalId: terminal.terminalId, checksum, digest: about.content.digest });
}

/**
 * Returns the row of an earlier call with this content that was processed. Its repetition gets that outcome, whatever the limits and the
 * directory say now: a decline would be false, because the money may have moved. Errors: UNAUTHENTICATED for a text that was cut into
 * other fields, which may name an unknown wallet. It must not reveal which wallets exist.
 */
async function priorOutcome(deps: TransactDeps, about: ProvenCall): Promise<TransactionRow | null> {
  const { method, caller, proof, content } = about;
  const row = await priorCall(deps.ledger, about);
  if (row === null) return null;
  const isSame = row.digest === content.digest;
  if (caller.key === null && !isSame) throw boundaryMismatch(deps, proof.terminal, caller, row.requestId);
  return isSame && method.effect !== 'none' && row.state !== 'refused' ? row : null;
}

/** Decline by the gateway itself: of a limit, with its error, or a business answer with its reason for operators. */
type OwnDecline = Decline &
  (
    | { readonly kind: 'limit'; readonly error: CardwayError }
    | { readonly kind: 'answer'; readonly resultCode: keyof typeof DECLINES; readonly reason: string }
  );

/** Counts a proven call. Returns the decline of one that exceeds a limit. */
function limitDecline({ rateLimits }: TransactDeps, about: ProvenCall): OwnDecline | null {
  const { method, caller, proof } = about;
  try {
    countTransaction(rateLimits, caller, { ...proof.terminal, effect: method.effect });
    return null;
  } catch (thrown) {
    const error = toCardwayError(thrown);
    return { kind: 'limit', resultCode: ERRORS[error.code].resultCode, errorCode: error.code, error };
  }
}

/** Advices are never declined (docs/reference/transactions.md#advices). */
function directoryDecline({ effect }: Method, wallet: ResolvedWallet): OwnDecline | null {
  if (wallet.kind === 'found' || effect === 'advice') return null;
  return ownDecline(wallet.kind === 'blocked' ? -29 : -4, wallet.reason);
}

function ownDecline(resultCode: keyof typeof DECLINES, reason: string): OwnDecline {
  return { kind: 'answer', resultCode, errorCode: DECLINES[resultCode], reason };
}

/**
 * Replies a decline: a business answer is no error, but HTTP 200 with the detail in the body
 * (docs/reference/protocol.md#business-answers). Errors: RATE_LIMITED.
 */
function replyDecline(
  { onRefused }: Pick<TransactDeps, 'onRefused'>,
  { call, caller, proof }: Pick<ProvenCall, 'call' | 'caller' | 'proof'>,
  decline: OwnDecline,
  about: Pick<TransactionResult, 'customerId' | 'requestId'>,
): TransactionResult {
  if (decline.kind === 'limit') throw decline.error;
  const { resultCode, reason } = decline;
  onRefused({
    channel: caller.channel,
    error: new CardwayError(DECLINES[resultCode]).with({
      ...aboutCall(call),
      reason: `${reason} (resultCode ${String(resultCode)}).`,
      programme: proof.terminal.programme,
      keyId: caller.key?.keyId,
    }),
    address: caller.address,
    httpRequestId: caller.httpRequestId,
    isDecline: true,
  });
  return gatewayResult(about, resultCode);
}

/**
 * Returns the proof of an identical call that was made before its terminal's password was rotated. The request id that Cardway
 * derives contains the checksum, so a new checksum would make the call a second transaction.
 */
async function priorProof(
  ledger: Pick<Ledger, 'find'>,
  about: { readonly call: TransactionCall; readonly earlier: readonly AuthenticatedTerminal[] },
): Promise<AuthenticatedTerminal | null> {
  for (const proof of about.earlier) {
    if ((await findPriorCall(ledger, { ...about, proof })) !== null) return proof;
  }
  return null;
}

function findMethod(methods: MethodTable, call: TransactionCall): Method {
  const method = methods.find(call.methodName);
  if (method === undefined) {
    throw unknownMethod(call.methodName, {
      field: 'method_name',
      message: 'method_name is not a known method.',
    });
  }
  return method;
}

function requireFields(methods: MethodTable, method: Method, call: TransactionCall, caller: Caller): void {
  const checked = checkFields(method, call.fields);
  if (checked.kind === 'bad') throw new CardwayError('BAD_REQUEST', checked);
  const { requestNames } = methods;
  const problem =
    strayFieldProblem(method, call.fields) ??
    passThroughProblem({ requestNames, passThrough: call.passThrough });
  if (problem !== undefined) throw new CardwayError('BAD_REQUEST', problem);
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

type ComposeInput = Omit<Parameters<typeof composeTransaction>[0], 'decline'> & {
  readonly decline: OwnDecline | null;
};

async function claimAndForward(deps: TransactDeps, parts: ComposeInput): Promise<TransactionResult> {
  const composed = composeTransaction(parts);
  const { outcome, carried } = await claimWhileRunning(
    deps.running,
    composed.claim.requestId,
    () => deps.ledger.claim(composed.claim),
    ({ kind }) => kind === 'claimed' && parts.decline === null,
  );
  switch (outcome.kind) {
    case 'claimed':
      if (parts.decline !== null) return replyDecline(deps, parts, parts.decline, composed.claim);
      return forwardTransaction(deps, composed, {
        carried,
        attempt: outcome.attempt,
        wasInDoubt: false,
      });
    case 'existing':
      // The outcome of a backend's call with this request id is the terminal's too, unless it moved nothing.
      if (parts.decline !== null && outcome.row.keyId !== null && outcome.row.state === 'refused')
        return replyDecline(deps, parts, parts.decline, composed.claim);
      if (isRequestIdInUse(outcome.row, parts, composed)) return claimAndForward(deps, withOtherId(parts));
      return answerAgain(deps, composedAs(outcome.row, parts, composed), outcome.row);
    case 'reversed':
      return replyDecline(deps, parts, ownDecline(-3, 'A reversal of it came first'), composed.claim);
    case 'boundary_mismatch':
      throw boundaryMismatch(deps, composed.claim, composed.caller, outcome.requestId);
  }
}

async function answerAgain(
  deps: TransactDeps,
  composed: ComposedTransaction,
  row: TransactionRow,
): Promise<TransactionResult> {
  const result = await answerDuplicate(deps, composed, row).catch((error: unknown) => {
    tellUnavailable(deps, composed, row, error);
    throw error;
  });
  const { requestId, terminalId, methodName } = row;
  if (result.replayed) deps.observer.replayed({ requestId, terminalId, methodName });
  return result;
}

/**
 * Returns whether a caller with a key already used the request id of this terminal's advice. Advices are never declined
 * (docs/reference/transactions.md#request-ids).
 */
function isRequestIdInUse(
  row: TransactionRow,
  { method, call, caller }: ComposeInput,
  { claim }: ComposedTransaction,
): boolean {
  const isAdvice = method.effect === 'advice' && caller.key === null && call.requestId === null;
  return isAdvice && row.requestId === claim.requestId && row.checksum !== claim.checksum;
}

/** Derives another request id from the next bits of the checksum. A retransmission is found by its checksum. */
function withOtherId(parts: ComposeInput): ComposeInput {
  const { call, owner, proof } = parts;
  const checksum = proof.checksum.slice(CHECKSUM_HEAD_DIGITS);
  const requestId = deriveRequestId({ cardId: owner?.cardId ?? 0, wireDate: wireDateOf(call), checksum });
  return { ...parts, call: { ...call, requestId } };
}

/**
 * Composes the call with its saved ids, if it was made before under another request id or, without a key, for another customer.
 * The directory or its date form may differ now.
 */
function composedAs(
  row: TransactionRow,
  parts: ComposeInput,
  composed: ComposedTransaction,
): ComposedTransaction {
  const { claim } = composed;
  // A key says its customer itself, and another one is a conflict.
  const isSameOwner = claim.keyId !== null || row.customerId === null || row.customerId === claim.customerId;
  if (row.requestId === claim.requestId && isSameOwner) return composed;
  return composeTransaction({ ...parts, call: withSavedIds(parts.call, row), owner: ownerOf(row) });
}

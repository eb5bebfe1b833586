import { checkFields } from '../../core/transactions/method-limits.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import { passThroughProblem, strayFieldProblem } from '../../core/transactions/pass-through.js';
import {
  CHECKSUM_HEAD_DIGITS,
  DECLINES,
  deriveRequestId,
  isRequestId,
} from '../../core/transactions/transaction.js';
import { CardwayError, ERRORS, toCardwayError, unknownMethod } from '../../platform/errors.js';
import { answerDuplicate, boundaryMismatch } from './answer-duplicate.js';
import { type AuthenticatedTerminal, authenticateTerminal } from './authenticate-terminal.js';
import { type Caller, type TransactionCall, type TransactionResult, wireDateOf } from './call.js';
import {
  type CardOwner,
  type ComposedTransaction,
  composeTransaction,
  type Content,
  contentOf,
  findPriorCall,
  NOT_PROCESSED,
  ownerOf,
  withSavedIds,
} from './compose.js';
import { forwardTransaction } from './forward.js';
import type { Decline, Ledger, TransactionRow } from './ledger-port.js';
import { noteDecline } from './note-decline.js';
import { gatewayResult } from './reply.js';
import { type ResolvedWallet, resolveWallet } from './resolve-wallet.js';
import { claimWhileRunning } from './running.js';
import { tellUnavailable } from './told.js';
import type { TransactDeps } from './transact-deps.js';

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
    const authenticated = await authenticateTerminal({
      method,
      call: given,
      caller,
      directory: deps.directory,
      clock: deps.clock,
      window: deps.dateWindow,
    });
    const { call, earlier } = authenticated;
    const proof = (await priorProof(deps.ledger, { call, earlier })) ?? authenticated.proof;
    const content = contentOf(deps.hasher, { method, call, proof });
    const proven = { method, call, caller, proof, content };
    const limit = await countCall(deps.ledger, proven);
    const route = deps.downstream.route(method.name);
    const wallet = await resolveWallet({
      method,
      call,
      terminal: proof.terminal,
      mode: deps.directoryMode,
      directory: deps.directory,
    });
    const owner = wallet.kind === 'found' ? wallet : await ownerOfPriorCall(deps, proven);
    const isAccepted = owner !== null || method.effect === 'advice';
    const decline = limit ?? (isAccepted ? null : directoryDecline(deps, { wallet, caller, proof }));
    if (decline !== null && !hasOneReply(method, caller)) return decline.reply(call);
    const { methods, sealer, process } = deps;
    const cardOwner = wallet.kind === 'blocked' ? (owner ?? wallet) : owner;
    return claimAndForward(deps, { ...proven, methods, owner: cardOwner, route, sealer, process, decline });
  };
}

/** A terminal's money call is saved, whatever the gateway answers, so that nobody gets another reply to it. */
function hasOneReply(method: Method, { key }: Caller): boolean {
  return key === null && method.effect === 'money';
}

/**
 * Counts a proven call. Returns the decline of a terminal's money call that exceeds a limit. Errors: RATE_LIMITED for the others.
 * A repeated call gets the outcome of the saved one, whatever the limits: a terminal would take their refusal for a decline, and
 * the money may have moved.
 */
async function countCall(
  ledger: Pick<Ledger, 'find' | 'keyless'>,
  about: ProvenCall,
): Promise<OwnDecline | null> {
  const { method, caller, proof } = about;
  try {
    caller.checks?.proven({ terminalId: proof.terminal.terminalId, effect: method.effect });
    return null;
  } catch (error) {
    if (hasOneReply(method, caller)) return limitDecline(toCardwayError(error));
    const prior = method.effect === 'none' ? null : await priorCall(ledger, about);
    if (prior?.digest !== about.content.digest || NOT_PROCESSED.has(prior.state)) throw error;
    return null;
  }
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
  const { checksum, checksumKey, terminal } = about.proof;
  const { terminalId } = terminal;
  return ledger.keyless({ terminalId, checksum, checksumKey, digest: about.content.digest });
}

/** Decline by the gateway itself, and how its caller gets it. */
interface OwnDecline extends Decline {
  reply(about: Pick<TransactionResult, 'customerId' | 'requestId'>): TransactionResult;
}

function limitDecline(limit: CardwayError): OwnDecline {
  return {
    resultCode: ERRORS[limit.code].resultCode,
    errorCode: limit.code,
    reply: () => {
      throw limit;
    },
  };
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

/** Returns a business answer, not an error: HTTP 200 with the detail in the body (docs/reference/protocol.md#business-answers). */
function directoryDecline(
  { onRefused }: Pick<TransactDeps, 'onRefused'>,
  about: {
    readonly wallet: ResolvedWallet;
    readonly caller: Caller;
    readonly proof: AuthenticatedTerminal;
  },
): OwnDecline {
  const { wallet, caller, proof } = about;
  const resultCode = wallet.kind === 'blocked' ? -29 : -4;
  const reason = wallet.kind === 'found' ? '' : wallet.reason;
  return {
    resultCode,
    errorCode: DECLINES[resultCode],
    reply: (call) => {
      noteDecline(onRefused, { caller, terminal: proof.terminal, resultCode, reason });
      return gatewayResult(call, resultCode);
    },
  };
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
      if (parts.decline !== null) return parts.decline.reply(composed.claim);
      return forwardTransaction(deps, composed, {
        carried,
        attempt: outcome.attempt,
        wasInDoubt: false,
      });
    case 'existing':
      // The outcome of a backend's call with this request id is the terminal's too, unless it moved nothing.
      if (parts.decline !== null && outcome.row.keyId !== null && NOT_PROCESSED.has(outcome.row.state))
        return parts.decline.reply(composed.claim);
      if (isRequestIdInUse(outcome.row, parts, composed)) return claimAndForward(deps, withOtherId(parts));
      return answerAgain(deps, composedAs(outcome.row, parts, composed), outcome.row);
    case 'reversed': {
      const { caller, proof } = parts;
      const reason = 'A reversal of it came first';
      noteDecline(deps.onRefused, { caller, terminal: proof.terminal, resultCode: -3, reason });
      return gatewayResult(composed.claim, -3);
    }
    case 'boundary_mismatch':
      throw boundaryMismatch(deps, { ...composed.claim, checks: composed.checks }, outcome.requestId);
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
 * Returns customer and card of an earlier call that takes money, where the directory refuses the wallet now (blocked or removed).
 * A decline would be false, because the money may have moved; the call gets the real outcome. Null for any other call, and for
 * one that was not processed, which would be sent again. Errors: UNAUTHENTICATED for a text that was cut into other fields, which may
 * name an unknown wallet. It must not reveal which wallets exist.
 */
async function ownerOfPriorCall(
  { ledger, observer }: TransactDeps,
  about: ProvenCall,
): Promise<CardOwner | null> {
  const { method, call, caller, proof, content } = about;
  if (method.effect === 'advice') return null;
  const row = await priorCall(ledger, about);
  if (row === null) return null;
  const { terminalId } = proof.terminal;
  if (caller.key === null && row.digest !== content.digest)
    throw boundaryMismatch({ observer }, { terminalId, checks: caller.checks }, row.requestId);
  if (method.effect !== 'money' || NOT_PROCESSED.has(row.state)) return null;
  // A caller with a key names customer and card, and the row is compared with these.
  return ownerOf(caller.key === null ? row : call);
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

import { composeRequest, contentText, type Envelope, withIds } from '../../../core/transactions/envelope.js';
import { keepEnvelope, keepText } from '../../../core/keep.js';
import type { Method, MethodTable } from '../../../core/transactions/methods.js';
import { deriveRequestId } from '../../../core/transactions/transaction.js';
import { equalJson, type JsonObject, type JsonValue } from '../../../core/wire/json.js';
import { type Moment, addMs } from '../../../platform/clock.js';
import type { ContentHasher, Sealer } from '../../ports.js';
import type { AuthenticatedTerminal } from '../admit/authenticate-terminal.js';
import { type Caller, textField, type TransactionCall, wireDateOf } from './call.js';
import type { Route } from '../downstream-port.js';
import type { ClaimInput, Decline, Ledger, TransactionRow } from '../ledger-port.js';

/** Checked call, ready to be claimed and sent. */
export interface ComposedTransaction {
  readonly method: Method;
  readonly envelope: Envelope;
  /** Bytes that are signed and sent. */
  readonly body: Buffer;
  readonly claim: ClaimInput;
  readonly caller: Caller;
  readonly deadline: Moment;
}

/**
 * Wraps a call into the JSON envelope (docs/reference/protocol.md#envelope), encodes it once, and prepares the row to claim
 * before a byte is sent. Only here are values left out of the row that must never be stored
 * (docs/reference/transactions.md#never-stored).
 */
export function composeTransaction(args: {
  readonly content: Content;
  readonly method: Method;
  readonly methods: MethodTable;
  readonly call: TransactionCall;
  readonly caller: Caller;
  readonly proof: AuthenticatedTerminal;
  /** Null when the directory does not know the wallet (advices only). */
  readonly owner: { readonly customerId: number; readonly cardId: number } | null;
  readonly route: Route;
  readonly sealer: Sealer;
  readonly process: { readonly owner: string };
  /** Left out for a call that is sent. */
  readonly decline?: Decline | null;
}): ComposedTransaction {
  const { method, call, caller, proof, route, decline = null } = args;
  const envelope = envelopeOf(args);
  const { customer_id: customerId, card_id: cardId, request_id: requestId } = envelope;
  const text = JSON.stringify(equalJson(caller.document, envelope) ? caller.document : envelope);
  const body = Buffer.from(text);
  // A wallet that the directory does not have may be anything, also a card number. An advice keeps it, to find its wallet later.
  const isUnknown = decline !== null && args.owner === null;
  const reference = isUnknown ? keepText(textField(call, 'reference')) : textField(call, 'reference');
  const named = isUnknown ? { ...envelope, request: { ...envelope.request, reference } } : envelope;
  const kept = keepEnvelope(named, method);
  const isAdvice = method.effect === 'advice';
  return {
    method,
    envelope,
    body,
    caller,
    deadline: addMs(caller.receivedAt, route.timeoutMs),
    claim: {
      requestId,
      methodName: method.name,
      effect: method.effect,
      channel: caller.channel,
      programme: proof.terminal.programme,
      terminalId: proof.terminal.terminalId,
      reference,
      customerId: args.owner === null && call.customerId === null ? null : customerId,
      cardId: args.owner === null && call.cardId === null ? null : cardId,
      keyId: caller.key?.keyId ?? null,
      requestAmount: integerOf(envelope.request['request_amount']),
      currency: proof.terminal.currency,
      narrative: textOf(kept.request['narrative']),
      transactionId: textOf(call.fields['transactionId']),
      transactionDate: textOf(call.fields['transactionDate']),
      referenceId: textOf(call.fields['referenceId']),
      referenceDate: textOf(call.fields['referenceDate']),
      checksum: proof.datedChecksum,
      digest: args.content.digest,
      request: kept === envelope ? text : JSON.stringify(kept),
      sealedBody: isAdvice ? args.sealer.seal(body, `transaction:${requestId}`) : null,
      route: route.name,
      state: decline !== null ? 'refused' : args.owner === null ? 'unmatched' : 'pending',
      decline,
      receivedAtMs: caller.receivedAt.epochMs,
      owner: args.process.owner,
      reversedBy: isAdvice ? [] : args.methods.reversalsOf(method.name),
      reverses: method.reverses ?? [],
    },
  };
}

function envelopeOf(args: Parameters<typeof composeTransaction>[0]): Envelope {
  const { call, proof } = args;
  const cardId = args.owner?.cardId ?? call.cardId ?? 0;
  const customerId = args.owner?.customerId ?? call.customerId ?? 0;
  const requestId = requestIdOf(call, cardId, proof.checksum);
  return withIds(args.content.request, { customerId, cardId, requestId }, call.passThrough);
}

/** A call without the ids that the directory gives it. */
export interface Content {
  /** Member `request` of the envelope. */
  readonly request: JsonObject;
  readonly digest: string;
}

/** Returns the content of a call. Its digest begins with its date: in an index, calls of one time lie side by side. */
export function contentOf(
  hasher: ContentHasher,
  {
    method,
    call,
    proof,
  }: { readonly method: Method; readonly call: TransactionCall; readonly proof: AuthenticatedTerminal },
): Content {
  const { fields, passThrough } = call;
  const own = { ...method.fixed, checksum: proof.checksumAsWritten, methodName: method.name };
  const request = composeRequest({ method, fields, own, passThrough });
  const hash = hasher.keyedHash('content', contentText(method, request, passThrough));
  return { request, digest: `${wireDateOf(call)}${hash}` };
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function integerOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

export interface CardOwner {
  readonly customerId: number;
  readonly cardId: number;
}

/** Returns the row of an earlier call of a caller with a key, under the request id and checksum of this one; else null. */
export async function findPriorCall(
  ledger: Pick<Ledger, 'find'>,
  { call, proof }: { readonly call: TransactionCall; readonly proof: AuthenticatedTerminal },
): Promise<TransactionRow | null> {
  const { checksum, datedChecksum, terminal } = proof;
  const row = await ledger.find(requestIdOf(call, call.cardId, checksum));
  return row?.terminalId === terminal.terminalId && row.checksum === datedChecksum ? row : null;
}

/**
 * Returns the call with the saved request id, customer and card. For a call without a key, the directory chose these, and may
 * choose others now.
 */
export function withSavedIds(call: TransactionCall, row: TransactionRow): TransactionCall {
  const { requestId, customerId, cardId } = row;
  return { ...call, requestId, customerId, cardId };
}

/** Returns null where the wallet is unknown. */
export function ownerOf({
  customerId,
  cardId,
}: Pick<TransactionRow, 'customerId' | 'cardId'>): CardOwner | null {
  return customerId === null || cardId === null ? null : { customerId, cardId };
}

function requestIdOf(call: TransactionCall, cardId: number | null, checksum: string): string {
  return call.requestId ?? deriveRequestId({ cardId: cardId ?? 0, wireDate: wireDateOf(call), checksum });
}

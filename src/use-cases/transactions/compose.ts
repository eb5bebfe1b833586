import { composeEnvelope, contentText, type Envelope } from '../../core/transactions/envelope.js';
import { maskEnvelope } from '../../core/transactions/mask.js';
import type { Method, MethodTable } from '../../core/transactions/methods.js';
import { deriveRequestId } from '../../core/transactions/transaction.js';
import { equalJson, type JsonValue } from '../../core/wire/json.js';
import { type Moment, addMs } from '../../platform/clock.js';
import type { ContentHasher, Sealer } from '../ports.js';
import type { AuthenticatedTerminal } from './authenticate-terminal.js';
import {
  type Caller,
  type CallerChecks,
  type JsonDocument,
  textField,
  type TransactionCall,
  wireDateOf,
} from './call.js';
import type { Route } from './downstream-port.js';
import type { ClaimInput, Ledger, TransactionRow } from './ledger-port.js';

/** A checked call, ready to be claimed and sent. */
export interface ComposedTransaction {
  readonly method: Method;
  readonly envelope: Envelope;
  /** The bytes that are signed and sent. */
  readonly body: Buffer;
  readonly claim: ClaimInput;
  readonly deadline: Moment;
  /** Of the request that it came in; absent where there is none or it is not known. */
  readonly httpRequestId?: string | undefined;
  /** Of its caller: a checksum over other field borders is found out by the claim. */
  readonly checks?: CallerChecks | undefined;
}

/**
 * Wraps a call into the JSON envelope (docs/reference/protocol.md#envelope), encodes it once, and prepares the row that is claimed before a byte
 * leaves. What must never be stored (docs/reference/transactions.md#never-stored) is left out of the row here and nowhere else.
 */
export function composeTransaction(args: {
  readonly method: Method;
  readonly methods: MethodTable;
  readonly call: TransactionCall;
  readonly caller: Caller;
  readonly proof: AuthenticatedTerminal;
  /** Null when the directory does not know the wallet (advices only). */
  readonly owner: { readonly customerId: number; readonly cardId: number } | null;
  readonly route: Route;
  readonly hasher: ContentHasher;
  readonly sealer: Sealer;
  readonly process: { readonly owner: string; readonly leaseMs: number };
  /** For the gateway's own reversals: the request id of the row whose money they give back. */
  readonly givesBack?: string;
}): ComposedTransaction {
  const { method, call, caller, proof, route } = args;
  const envelope = envelopeOf(args);
  const { customer_id: customerId, card_id: cardId, request_id: requestId } = envelope;
  const text = JSON.stringify(envelope);
  const body = gatewayBytes(caller.document, envelope) ?? Buffer.from(text);
  const kept = maskEnvelope(envelope, method);
  const isAdvice = method.effect === 'advice';
  return {
    method,
    envelope,
    body,
    deadline: addMs(caller.receivedAt, route.timeoutMs),
    httpRequestId: caller.httpRequestId,
    checks: caller.checks,
    claim: {
      requestId,
      methodName: method.name,
      effect: method.effect,
      channel: caller.channel,
      programme: proof.terminal.programme,
      terminalId: proof.terminal.terminalId,
      reference: textField(call, 'reference'),
      customerId: args.owner === null && call.customerId === null ? null : customerId,
      cardId: args.owner === null && call.cardId === null ? null : cardId,
      keyId: caller.key?.keyId ?? null,
      requestAmount: integerOf(envelope.request['request_amount']),
      transactionId: textOf(call.fields['transactionId']),
      transactionDate: textOf(call.fields['transactionDate']),
      referenceId: textOf(call.fields['referenceId']),
      referenceDate: textOf(call.fields['referenceDate']),
      checksum: proof.checksum,
      checksumKey: proof.checksumKey,
      fieldBoundaries: proof.fieldBoundaries,
      contentHash: args.hasher.keyedHash('content', contentText(envelope, method)),
      request: kept === envelope ? text : JSON.stringify(kept),
      sealedBody: isAdvice ? args.sealer.seal(body, `transaction:${requestId}`) : null,
      route: route.name,
      state: args.owner === null ? 'unmatched' : 'pending',
      receivedAtMs: caller.receivedAt.epochMs,
      owner: args.process.owner,
      leaseMs: route.timeoutMs + args.process.leaseMs,
      reversedBy: args.methods.reversalsOf(method.name),
      reverses: method.reverses ?? [],
      ...gatewayReversal(args),
    },
  };
}

function envelopeOf(args: Parameters<typeof composeTransaction>[0]): Envelope {
  const { method, call, proof } = args;
  const cardId = args.owner?.cardId ?? call.cardId ?? 0;
  return composeEnvelope({
    method,
    fields: {
      ...call.fields,
      ...method.fixed,
      checksum: proof.checksumAsWritten,
      methodName: method.name,
    },
    customerId: args.owner?.customerId ?? call.customerId ?? 0,
    cardId,
    requestId:
      call.requestId ?? deriveRequestId({ cardId, wireDate: wireDateOf(call), checksum: proof.checksum }),
    passThrough: call.passThrough,
  });
}

/** A caller's own spelling and order, where it says exactly what the envelope says: nothing left out, nothing derived, nothing fixed. */
function gatewayBytes(document: JsonDocument | undefined, envelope: Envelope): Buffer | null {
  return document !== undefined && equalJson(document.value, envelope) ? document.bytes : null;
}

function gatewayReversal(args: {
  readonly method: Method;
  readonly methods: MethodTable;
  readonly givesBack?: string;
}): Pick<ClaimInput, 'givesBack' | 'rivals'> {
  if (args.givesBack === undefined) return { givesBack: null, rivals: [] };
  const rivals = (args.method.reverses ?? []).flatMap((name) => args.methods.reversalsOf(name));
  return { givesBack: args.givesBack, rivals };
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

interface ProvenCall {
  readonly call: TransactionCall;
  readonly caller: Pick<Caller, 'key'>;
  readonly proof: AuthenticatedTerminal;
}

/**
 * Returns the row that this very call left when it was made before: over the same field texts, under the request id of a caller with a
 * key, or for a call without a key the one with its checksum. Null where it is new.
 */
export async function findPriorCall(
  ledger: Pick<Ledger, 'find' | 'keyless'>,
  { call, caller, proof }: ProvenCall,
): Promise<TransactionRow | null> {
  const row = await rowOfChecksum(ledger, { call, caller, proof });
  return row?.fieldBoundaries === proof.fieldBoundaries ? row : null;
}

/** The same over whatever field texts: others than those of the call are a text that was cut anew. */
export async function rowOfChecksum(
  ledger: Pick<Ledger, 'find' | 'keyless'>,
  { call, caller, proof: { checksum, checksumKey, terminal } }: ProvenCall,
): Promise<TransactionRow | null> {
  const { terminalId } = terminal;
  const row =
    caller.key === null
      ? await ledger.keyless({ terminalId, checksum, checksumKey })
      : await ledger.find(requestIdOfCall(call, checksum));
  return row?.terminalId === terminalId && row.checksum === checksum ? row : null;
}

/**
 * The call with the request id, customer and card that a call without a key was saved with: they were the directory's choice, which may
 * be another one now.
 */
export function withSavedIds(call: TransactionCall, row: TransactionRow): TransactionCall {
  const { requestId, customerId, cardId } = row;
  return { ...call, requestId, customerId, cardId };
}

/**
 * Customer and card of a call that takes money and was made before, where the directory refuses it now: the wallet was blocked or
 * taken away since. A decline would be a lie about money that has moved, or may have; the call hears what became of it. Null for
 * any other call, and for one of which nothing came: that would be sent anew.
 */
export function ownerOfPriorMoneyCall(
  row: TransactionRow | null,
  args: Pick<ProvenCall, 'call' | 'caller'> & { readonly method: Method },
): CardOwner | null {
  if (args.method.effect !== 'money' || row === null || NOT_PROCESSED.has(row.state)) return null;
  // A caller that names customer and card is compared with the row by its own words.
  return ownerOf(args.caller.key === null ? row : args.call);
}

/** Null where the wallet is not known. */
export function ownerOf({
  customerId,
  cardId,
}: Pick<TransactionRow, 'customerId' | 'cardId'>): CardOwner | null {
  return customerId === null || cardId === null ? null : { customerId, cardId };
}

/** What a retry sends again, because nothing came of it. */
export const NOT_PROCESSED: ReadonlySet<string> = new Set(['refused', 'failed']);

function requestIdOfCall(call: TransactionCall, checksum: string): string {
  return (
    call.requestId ?? deriveRequestId({ cardId: call.cardId ?? 0, wireDate: wireDateOf(call), checksum })
  );
}

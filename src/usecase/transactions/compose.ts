import { composeEnvelope, contentText, type Envelope } from '../../core/envelope.js';
import { maskEnvelope } from '../../core/mask.js';
import type { Method, MethodTable } from '../../core/methods.js';
import { deriveRequestId } from '../../core/request-id.js';
import type { JsonValue } from '../../core/json.js';
import type { AuthenticatedTerminal } from './authenticate-terminal.js';
import { textField, wireDateOf, type Caller, type TransactionCall } from './call.js';
import type { ClaimInput, ContentHasher, Route, Sealer } from '../ports.js';

/** A checked call, ready to be claimed and sent. */
export interface ComposedTransaction {
  readonly method: Method;
  readonly envelope: Envelope;
  /** The bytes that are signed and sent. */
  readonly body: Buffer;
  readonly claim: ClaimInput;
  readonly deadlineMs: number;
  /** Of the request that it came in; absent where there is none or it is not known. */
  readonly httpRequestId?: string | undefined;
}

/**
 * Wraps a call into the envelope of service.md 2.1, encodes it once, and prepares the row that is claimed before a byte
 * leaves. What contract 4.4 forbids to store is left out of the row here and nowhere else.
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
  const customerId = args.owner?.customerId ?? call.customerId ?? 0;
  const cardId = args.owner?.cardId ?? call.cardId ?? 0;
  const requestId =
    call.requestId ?? deriveRequestId({ cardId, wireDate: wireDateOf(call), checksum: proof.checksum });
  const fields = { ...call.fields, checksum: proof.checksumAsWritten, method_name: method.name };
  const envelope = composeEnvelope({
    method,
    fields,
    customerId,
    cardId,
    requestId,
    passThrough: call.passThrough,
  });
  const text = JSON.stringify(envelope);
  const body = Buffer.from(text);
  const kept = maskEnvelope(envelope, method);
  const deadlineMs = caller.receivedAtMs + route.timeoutMs;
  const isAdvice = method.effect === 'advice';
  return {
    method,
    envelope,
    body,
    deadlineMs,
    httpRequestId: caller.httpRequestId,
    claim: {
      requestId,
      methodName: method.name,
      effect: method.effect,
      door: caller.door,
      programme: proof.terminal.programme,
      terminalId: proof.terminal.terminalId,
      reference: textField(call, 'reference'),
      customerId: args.owner === null && call.customerId === null ? null : customerId,
      cardId: args.owner === null && call.cardId === null ? null : cardId,
      isCardChosen: isCardChosen(call),
      keyId: caller.key?.keyId ?? null,
      requestAmount: integerOf(call.fields['request_amount']),
      transactionId: textOf(call.fields['transaction_id']),
      transactionDate: textOf(call.fields['transaction_date']),
      referenceId: textOf(call.fields['reference_id']),
      referenceDate: textOf(call.fields['reference_date']),
      checksum: proof.checksum,
      checksumKey: proof.checksumKey,
      borders: proof.borders,
      contentHash: args.hasher.keyedHash('content', contentText(envelope)),
      request: kept === envelope ? text : JSON.stringify(kept),
      sealedBody: isAdvice ? args.sealer.seal(body, `transaction:${requestId}`) : null,
      route: route.name,
      state: args.owner === null ? 'unmatched' : 'pending',
      receivedAtMs: caller.receivedAtMs,
      owner: args.process.owner,
      leaseUntilMs: deadlineMs + args.process.leaseMs,
      reversedBy: args.methods.reversalsOf(method.name),
      reverses: method.reverses ?? [],
      ...ownReversal(args),
    },
  };
}

function ownReversal(args: {
  readonly method: Method;
  readonly methods: MethodTable;
  readonly givesBack?: string;
}): Pick<ClaimInput, 'givesBack' | 'rivals'> {
  if (args.givesBack === undefined) return { givesBack: null, rivals: [] };
  const rivals = (args.method.reverses ?? []).flatMap((name) => args.methods.reversalsOf(name));
  return { givesBack: args.givesBack, rivals };
}

/** By the directory: the call itself names neither card nor request id. */
export function isCardChosen({ requestId, cardId }: TransactionCall): boolean {
  return requestId === null && cardId === null;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function integerOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

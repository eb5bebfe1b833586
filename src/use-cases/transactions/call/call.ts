import type { PassThrough } from '../../../core/transactions/envelope.js';
import type { FIELDS } from '../../../core/transactions/fields.js';
import type { JsonValue } from '../../../core/wire/json.js';
import type { Moment } from '../../../platform/clock.js';
import type { RefusalAbout } from '../../../platform/errors.js';
import type { ApiKey } from '../../directory/directory-port.js';
import type { Channel } from '../ledger-port.js';

/** Transaction as an interface passes it on. Its fields are read and named; only its shape is checked. */
export interface TransactionCall {
  readonly methodName: string;
  /** Fields of the method by name, `checksum` included; klv fields as objects of texts. */
  readonly fields: Readonly<Record<string, JsonValue | undefined>>;
  /** Null in calls of terminals: the directory supplies them (docs/reference/protocol.md#wallet-resolution). */
  readonly customerId: number | null;
  readonly cardId: number | null;
  /** Null derives it from card, date and checksum. */
  readonly requestId: string | null;
  readonly passThrough: PassThrough;
}

/** Names of fields that a built-in method has. */
type FieldName = keyof typeof FIELDS | 'checksum';

/** Returns a text field; '' for any other value, which the checks have refused before. */
export function textField(call: TransactionCall, name: FieldName): string {
  const value = call.fields[name];
  return typeof value === 'string' ? value : '';
}

/** Returns what a call says about itself, for operators who read of its refusal. */
export function aboutCall({
  methodName,
  fields,
  requestId,
}: {
  readonly methodName: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly requestId?: string | null | undefined;
}): RefusalAbout {
  const { terminalId, reference, requestAmount } = fields;
  return {
    method: methodName,
    terminalId: typeof terminalId === 'string' ? terminalId : undefined,
    reference: typeof reference === 'string' ? reference : undefined,
    amount: typeof requestAmount === 'number' ? requestAmount : undefined,
    requestId: requestId ?? undefined,
  };
}

/** Returns the date of the call: its own, or the referenceDate for notices without one. */
export function wireDateOf(call: TransactionCall): string {
  return textField(call, 'transactionDate') || textField(call, 'referenceDate');
}

/** Ends of a console session, by the clock of the database. */
export interface SessionEnds {
  /** The latest end, whatever the operator does. */
  readonly endsAtMs: number;
  /** The end if the operator does nothing more. */
  readonly idleEndsAtMs: number;
}

/** Caller and its interface. */
export interface Caller {
  readonly channel: Channel;
  /** Null when the terminal itself calls. Its checksum is then the only credential and is required. */
  readonly key: ApiKey | null;
  /** Console session that stands for the key. Null or left out where the key itself was sent. */
  readonly session?: SessionEnds | null | undefined;
  /** Time of the last byte of the request. The whole time budget starts here. */
  readonly receivedAt: Moment;
  /** Id of the HTTP request, for the log. Left out where unknown. */
  readonly httpRequestId?: string | undefined;
  /**
   * Positional texts that the checksum may be computed over, most likely first. An interface sets them when it has the original
   * text (XML). Left out, the fields' own texts are used.
   */
  readonly checksumTexts?: (() => readonly ChecksumText[]) | undefined;
  /** JSON document of the call, if it came as one. It is forwarded in its own order where it says what the envelope says. */
  readonly document?: JsonValue | undefined;
  /** Address of the caller, past the trusted proxies. Left out where unknown; it is then not counted. */
  readonly address?: string | undefined;
}

/** One reading of the arguments: the texts in positional order, and the bytes for the checksum. */
export interface ChecksumText {
  readonly args: readonly string[];
  readonly message: Buffer;
  /** Date fields that a checksum over this message proves. Left out, those of the call. */
  readonly dates?: Readonly<Record<string, string>>;
}

export interface TransactionResult {
  readonly status: string;
  readonly message: string;
  readonly customerId: number | null;
  readonly requestId: string | null;
  readonly replayed: boolean;
  /** Normalized `response` object, with `resultCode`. */
  readonly response: Readonly<Record<string, JsonValue>> & { readonly resultCode: number };
}

import type { PassThrough } from '../../core/transactions/envelope.js';
import type { FIELDS } from '../../core/transactions/fields.js';
import type { Effect } from '../../core/transactions/methods.js';
import type { JsonValue } from '../../core/wire/json.js';
import type { Moment } from '../../platform/clock.js';
import type { CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { Channel } from './ledger-port.js';

/** A transaction as an interface hands it over: read and named, nothing checked yet but its shape. */
export interface TransactionCall {
  readonly methodName: string;
  /** Fields of the method by name, `checksum` included; klv fields as objects of texts. */
  readonly fields: Readonly<Record<string, JsonValue | undefined>>;
  /** Terminals leave these out: the directory knows them (docs/reference/protocol.md#wallet-resolution). */
  readonly customerId: number | null;
  readonly cardId: number | null;
  /** Left out, it is derived from card, date and checksum. */
  readonly requestId: string | null;
  readonly passThrough: PassThrough;
}

/** Fields that some built-in method takes. */
type FieldName = keyof typeof FIELDS | 'checksum';

/** A field that is a text; '' for everything else, which the checks have refused by then. */
export function textField(call: TransactionCall, name: FieldName): string {
  const value = call.fields[name];
  return typeof value === 'string' ? value : '';
}

/** The date that names the call in time: its own, or for notices without one that of what they are about. */
export function wireDateOf(call: TransactionCall): string {
  return textField(call, 'transactionDate') || textField(call, 'referenceDate');
}

/** Who calls, and through which interface. */
export interface Caller {
  readonly channel: Channel;
  /** Null when the terminal itself calls: then its checksum is the only credential and must be there. */
  readonly key: ApiKey | null;
  /** When the last byte of the request came: the whole budget counts from here. */
  readonly receivedAt: Moment;
  /** Of the request that it came in; for the log. Absent: not known. */
  readonly httpRequestId?: string | undefined;
  /**
   * The positional texts that the checksum may have been computed over, most likely first, when the interface knows them
   * better than the fields do (XML keeps its original text). Absent: the fields' own texts.
   */
  readonly checksumTexts?: (() => readonly ChecksumText[]) | undefined;
  /**
   * The JSON document that the call is, where it came as one: its own bytes go downstream where they say what the envelope says.
   */
  readonly document?: JsonDocument | undefined;
  /** Where the call came from, past the proxies that are trusted. Absent: not known, and not counted. */
  readonly address?: string | undefined;
  /** Hears how the terminal's proof went. Absent: nothing is counted. */
  readonly checks?: CallerChecks | undefined;
}

export interface JsonDocument {
  readonly bytes: Buffer;
  readonly value: JsonValue;
}

export interface CallerChecks {
  /** What the caller of a wrong checksum is told, and of a right one from an address that is not the terminal's. */
  refusal(terminalId: string, about: { readonly isElsewhere: boolean }): Promise<CardwayError>;
  /** After a right proof. Errors: RATE_LIMITED. */
  proven(about: { readonly terminalId: string; readonly effect: Effect }): Promise<void>;
}

/** One way of reading the arguments: the texts in positional order and the bytes they stand for. */
export interface ChecksumText {
  readonly args: readonly string[];
  readonly message: Buffer;
  /** The date fields that a checksum over this message proves. Absent: those of the call. */
  readonly dates?: Readonly<Record<string, string>>;
}

export interface TransactionResult {
  readonly status: string;
  readonly message: string;
  readonly customerId: number | null;
  readonly requestId: string | null;
  readonly replayed: boolean;
  /** The normalized `response` object, `resultCode` included. */
  readonly response: Readonly<Record<string, JsonValue>> & { readonly resultCode: number };
}

import { cutCardNumbers } from '../core/wire/card-numbers.js';

/**
 * The one register of errors that leave the process (docs/reference/protocol.md#errors). Every interface renders from it, so
 * a code means the same thing everywhere. Codes are never reused; a retired one stays listed here as retired.
 */
interface ErrorEntry {
  /** HTTP status of the JSON and provisioning interfaces. */
  readonly httpStatus: number;
  /** The reply of `/RPC2`: a fault, a methodResponse with a resultCode, or the bare HTTP status. */
  readonly rpc: RpcRendering;
  /** `response.resultCode` of the JSON error body. */
  readonly resultCode: number;
  /** Default `Retry-After` of refusals for load. The thrower may give a better one. */
  readonly retryAfterSeconds?: number;
  /** Default message, where the thrower gives none. It never holds internals. */
  readonly message: string;
}

type RpcRendering =
  | { readonly kind: 'fault'; readonly faultCode: number }
  | { readonly kind: 'result' }
  | { readonly kind: 'status' };

const fault = (faultCode: number): RpcRendering => ({ kind: 'fault', faultCode });
const result: RpcRendering = { kind: 'result' };
const status: RpcRendering = { kind: 'status' };
const entry = (httpStatus: number, rpc: RpcRendering, resultCode: number, message: string): ErrorEntry => ({
  httpStatus,
  rpc,
  resultCode,
  message,
});
/** Refusals for load. */
const RETRY = { retryAfterSeconds: 1 };

export const ERRORS = {
  MALFORMED: entry(400, fault(-32700), -9, 'The body cannot be read.'),
  BAD_REQUEST: entry(400, fault(-32602), -9, 'A field is missing or breaks its limit.'),
  UNKNOWN_METHOD: entry(400, fault(-32601), -41, 'The method is unknown.'),
  UNAUTHENTICATED: entry(401, result, -8, 'Authentication failed.'),
  FORBIDDEN: entry(403, result, -5, 'The key may not do this.'),
  APPROVAL_REQUIRED: entry(403, result, -5, 'A second person must approve this.'),
  NOT_FOUND: entry(404, result, -4, 'Not found.'),
  METHOD_NOT_ALLOWED: entry(405, status, -9, 'This path does not allow this HTTP method.'),
  IDEMPOTENCY_CONFLICT: entry(
    409,
    result,
    -3,
    'The request id was used before with other content, or by another caller.',
  ),
  PAYLOAD_TOO_LARGE: entry(413, status, -9, 'The body is larger than allowed.'),
  UNSUPPORTED_MEDIA_TYPE: entry(415, status, -9, 'This media type or encoding is not supported.'),
  RATE_LIMITED: { ...entry(429, result, -9, 'Too many calls.'), ...RETRY },
  INTERNAL: entry(500, result, -9, 'The gateway failed.'),
  DOWNSTREAM_REFUSED: { ...entry(502, result, -9, 'The wallet service did not process the call.'), ...RETRY },
  DOWNSTREAM_INVALID: entry(
    502,
    result,
    -9,
    'The wallet service gave no usable answer; the outcome is in doubt.',
  ),
  UNAVAILABLE: { ...entry(503, result, -9, 'The gateway cannot accept calls at the moment.'), ...RETRY },
  DOWNSTREAM_TIMEOUT: entry(
    504,
    result,
    -7,
    'The wallet service did not answer in time; the outcome is in doubt.',
  ),
  IN_DOUBT: entry(504, result, -7, 'The outcome of this transaction is in doubt.'),
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

interface ErrorDetail {
  /** One sentence that is safe to show to the caller. Card numbers in it are cut. Default: the register's. */
  readonly message?: string | undefined;
  /** Path of the wrong field in JSON names (docs/reference/protocol.md#fields), such as `transaction_data.network`. */
  readonly field?: string | undefined;
  /** The resultCode to reply instead of the register's (a configured timeout reply). */
  readonly resultCode?: number | undefined;
  /** Seconds until a retry makes sense (`Retry-After`). Default: the register's. Null: waiting alone does not help. */
  readonly retryAfterSeconds?: number | null | undefined;
  /** The approval that waits for a second person, with APPROVAL_REQUIRED. */
  readonly approvalId?: string | undefined;
  /** The oldest place that a subscription can continue from, where the given one is too old. */
  readonly oldestAfter?: string | undefined;
  /** The reason for operators; logged, never shown. */
  readonly cause?: unknown;
}

/** Facts about a refusal, for operators. Callers never see them. */
export interface RefusalAbout {
  /** Proof that failed, where the error does not name it. */
  readonly reason?: string | undefined;
  /** Returns the mistake that explains the failed proof; null for none. It takes time: call it after the reply, and seldom. */
  readonly mistake?: (() => string | null) | undefined;
  /** The terminal id that the caller claims. */
  readonly terminalId?: string | undefined;
  /** Method, wallet, amount and request id that the call names. */
  readonly method?: string | undefined;
  readonly reference?: string | undefined;
  readonly amount?: number | undefined;
  readonly requestId?: string | undefined;
  readonly programme?: string | null | undefined;
  readonly keyId?: string | undefined;
  /** True if the key was at fault or missing: the HTTP reply then says how a caller authenticates. */
  readonly isOfKey?: boolean | undefined;
}

/** An outcome that the caller gets as an error of the register. Any other thrown value becomes INTERNAL. */
export class CardwayError extends Error {
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly resultCode: number;
  readonly approvalId: string | undefined;
  readonly oldestAfter: string | undefined;

  constructor(
    readonly code: ErrorCode,
    detail: ErrorDetail = {},
  ) {
    super(
      briefly(detail.message ?? ERRORS[code].message),
      detail.cause === undefined ? undefined : { cause: detail.cause },
    );
    this.name = 'CardwayError';
    this.field = detail.field === undefined ? undefined : cutCardNumbers(shortName(detail.field));
    this.approvalId = detail.approvalId;
    this.oldestAfter = detail.oldestAfter;
    const { retryAfterSeconds = this.entry.retryAfterSeconds } = detail;
    this.retryAfterSeconds = retryAfterSeconds ?? undefined;
    this.resultCode = detail.resultCode ?? ERRORS[code].resultCode;
  }

  /** Facts for operators. */
  about: RefusalAbout = {};

  /**
   * Returns a copy of this error with more facts. Facts that the error already has stay. It is a copy because one failure of
   * the store can be the error of many calls.
   */
  with(about: RefusalAbout): CardwayError {
    const { message, field, resultCode, retryAfterSeconds = null, approvalId, oldestAfter, cause } = this;
    const detail = { message, field, resultCode, retryAfterSeconds, approvalId, oldestAfter, cause };
    const copy = new CardwayError(this.code, detail);
    if (this.stack !== undefined) copy.stack = this.stack;
    const known = Object.entries(about).filter(([, value]) => value !== undefined);
    copy.about = { ...Object.fromEntries(known), ...this.about };
    return copy;
  }

  get entry(): ErrorEntry {
    return ERRORS[this.code];
  }
}

/** Returns the refusal of a method that is not in the table. Operators read its name; the caller knows it. */
export function unknownMethod(name: string, detail: ErrorDetail = {}): CardwayError {
  const reason = looksLikeMethodName(name)
    ? `No method is named ${name}.`
    : `No method has such a name. It has ${[...name].length} characters and is not shown.`;
  return new CardwayError('UNKNOWN_METHOD', detail).with({ reason });
}

/**
 * Returns whether a text may be shown as the name of a method. Other texts may hold a PIN or a one-time password without a name
 * before it, such as the KLV text of a caller that mixes its parameters up.
 */
export function looksLikeMethodName(text: string): boolean {
  return METHOD_NAME.test(text) && text.replace(/\D/g, '').length <= METHOD_DIGITS_MAX;
}

const METHOD_NAME = /^[A-Za-z][\w.:/ -]{0,63}$/;
/** A PIN has four digits or more. */
const METHOD_DIGITS_MAX = 3;

/** Returns the refusal of a field of a call. `message` is a sentence that names the field. */
export function badRequest(field: string | undefined, message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field, message });
}

/** Number of known names to ask for: one more than `unknownName` lists. */
export const NAMES_CHECKED = 6;
const NAMES_LISTED = NAMES_CHECKED - 1;

/** Returns the sentence for a name that is not known. It lists some of the known ones. `what` begins with a capital letter. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const more = known.length > NAMES_LISTED ? ' and more' : '';
  const names = known.length === 0 ? 'none' : `${known.slice(0, NAMES_LISTED).join(', ')}${more}`;
  return `${what} ${shortName(name)} is not known; known: ${names}.`;
}

/**
 * Returns the header that tells a caller how to authenticate, for a 401 about a key (RFC 9110, 15.5.2). A 401 about a
 * checksum or a date has no such header: it would point to the key.
 */
export function challengeOf({ code, about }: CardwayError): Readonly<Record<string, string>> {
  const isChallenged = code === 'UNAUTHENTICATED' && about.isOfKey === true;
  return isChallenged ? { 'WWW-Authenticate': 'Bearer realm="cardway"' } : {};
}

/** Returns a caller's name as errors repeat it. A very long name is replaced by its length. */
export function shortName(name: string): string {
  return name.length <= NAME_MAX ? name : `(a name of ${String(name.length)} characters)`;
}

const NAME_MAX = 256;
const MESSAGE_MAX = 2048;

/** Cuts card numbers, and then the end of a long message. */
function briefly(message: string): string {
  const cut = cutCardNumbers(message);
  return cut.length <= MESSAGE_MAX ? cut : `${cut.slice(0, MESSAGE_MAX).toWellFormed()}…`;
}

/** Returns whole seconds for `Retry-After`: rounds up, and returns at least 1. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** Returns the public error for any thrown value. Unknown failures become INTERNAL and keep their cause for the log. */
export function toCardwayError(thrown: unknown): CardwayError {
  return thrown instanceof CardwayError ? thrown : new CardwayError('INTERNAL', { cause: thrown });
}

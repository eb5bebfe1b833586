/** Reads a reply of any interface as one outcome. A reply that no rule of the contract describes is a violation. */
import type { Channel, Reply } from '../support/channels/index.js';

/** The gateway did what the contract does not allow. */
export class Violation extends Error {
  override readonly name = 'Violation';

  /** `script`: of the run whose transaction it is about, which may have ended before. */
  constructor(
    message: string,
    readonly script: readonly string[] = [],
  ) {
    super(message);
  }
}

export type Outcome =
  | {
      readonly kind: 'answer';
      readonly resultCode: number;
      /** The whole normalized `response`. */
      readonly fields: Readonly<Record<string, unknown>>;
      readonly replayed: boolean;
      /** Null where the interface does not report it. */
      readonly requestId: string | null;
      readonly status: string | null;
      readonly customerId: number | null;
    }
  | {
      readonly kind: 'error';
      readonly code: string;
      /** Null on GraphQL, which has none. */
      readonly resultCode: number | null;
      readonly field: string | null;
    }
  /** HTTP 503 without a resultCode: the processor keeps the advice. */
  | { readonly kind: 'not_accepted' }
  /** The connection ended without a reply. */
  | { readonly kind: 'cut' };

interface Entry {
  readonly status: number;
  readonly resultCode: number;
  readonly rpc: 'fault' | 'result' | 'status';
}

/** The table of docs/errors.md, written again: the model trusts no table of src. */
const ERRORS: Readonly<Record<string, Entry>> = {
  MALFORMED: { status: 400, resultCode: -9, rpc: 'fault' },
  BAD_REQUEST: { status: 400, resultCode: -9, rpc: 'fault' },
  UNKNOWN_METHOD: { status: 400, resultCode: -41, rpc: 'fault' },
  UNAUTHENTICATED: { status: 401, resultCode: -8, rpc: 'result' },
  FORBIDDEN: { status: 403, resultCode: -5, rpc: 'result' },
  NOT_FOUND: { status: 404, resultCode: -4, rpc: 'result' },
  METHOD_NOT_ALLOWED: { status: 405, resultCode: -9, rpc: 'status' },
  IDEMPOTENCY_CONFLICT: { status: 409, resultCode: -3, rpc: 'result' },
  PAYLOAD_TOO_LARGE: { status: 413, resultCode: -9, rpc: 'status' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, resultCode: -9, rpc: 'status' },
  RATE_LIMITED: { status: 429, resultCode: -9, rpc: 'result' },
  DOWNSTREAM_REFUSED: { status: 502, resultCode: -9, rpc: 'result' },
  DOWNSTREAM_INVALID: { status: 502, resultCode: -9, rpc: 'result' },
  UNAVAILABLE: { status: 503, resultCode: -9, rpc: 'result' },
  DOWNSTREAM_TIMEOUT: { status: 504, resultCode: -7, rpc: 'result' },
  IN_DOUBT: { status: 504, resultCode: -7, rpc: 'result' },
};

/** Sentences of `/RPC2`, which writes no code. `INTERNAL` has none here: it is always a violation. */
const SENTENCES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^Authentication failed\.$/, 'UNAUTHENTICATED'],
  [
    /^The request id was used before with (?:other content, or by another caller|another .+)\./,
    'IDEMPOTENCY_CONFLICT',
  ],
  [/^The request id belongs to a call of another caller\./, 'IDEMPOTENCY_CONFLICT'],
  [/^The wallet service did not process the call\.$/, 'DOWNSTREAM_REFUSED'],
  [/^The wallet service gave no usable answer; the outcome is in doubt\.$/, 'DOWNSTREAM_INVALID'],
  [/^The wallet service did not answer in time; the outcome is in doubt\.$/, 'DOWNSTREAM_TIMEOUT'],
  [/^The outcome of this transaction is in doubt\.$/, 'IN_DOUBT'],
  [/^The gateway cannot accept calls at the moment\.$/, 'UNAVAILABLE'],
  [/^Too many calls\.$/, 'RATE_LIMITED'],
];

/** An earlier default reply is repeated with its own code (docs/reference/transactions.md#timeout-replies). */
const REPEATED = new Set(['IN_DOUBT', 'DOWNSTREAM_TIMEOUT', 'DOWNSTREAM_INVALID', 'DOWNSTREAM_REFUSED']);

export function outcomeOf(channel: Channel, reply: Reply): Outcome {
  const fail = (why: string): never => {
    const head = `HTTP ${String(reply.status)} ${String(reply.headers['content-type'])}`;
    throw new Violation(
      `A reply on ${channel.name} that nothing describes (${why}): ${head} ${textOf(reply)}`,
    );
  };
  if (typeof reply.headers['x-request-id'] !== 'string') fail('no X-Request-Id');
  if (isNotAccepted(channel, reply)) return { kind: 'not_accepted' };
  const outcome =
    channel.errors === 'rpc'
      ? ofRpc(reply, fail)
      : channel.errors === 'json'
        ? ofJson(reply, fail)
        : ofGraphQL(reply, fail);
  if (outcome.kind === 'error') requireForm(outcome, fail);
  return outcome;
}

type Fail = (why: string) => never;

function isNotAccepted(channel: Channel, reply: Reply): boolean {
  if (reply.status !== 503) return false;
  if (channel.errors === 'rpc') return /^UNAVAILABLE: .*\n$/.test(textOf(reply));
  return channel.errors === 'json' && reply.errorCode === 'UNAVAILABLE' && reply.resultCode === null;
}

function ofRpc(reply: Reply, fail: Fail): Outcome {
  if (reply.status !== 200 || reply.headers['content-type'] !== 'text/xml; charset=utf-8')
    return fail('form');
  const { fields } = reply;
  if (fields === null) {
    if (reply.errorCode === null) return fail('fault');
    return { kind: 'error', code: reply.errorCode, resultCode: null, field: null };
  }
  if (!Number.isInteger(fields['resultCode'])) return fail('no resultCode');
  const resultCode = Number(fields['resultCode']);
  if (fields['resultText'] === undefined || fields['authorisation'] !== undefined)
    return answered(reply, fields, resultCode);
  const known = SENTENCES.find(([pattern]) => pattern.test(String(fields['resultText'])));
  if (known === undefined || Object.keys(fields).length !== 2) return fail('unknown text');
  return { kind: 'error', code: known[1], resultCode, field: null };
}

function ofJson(reply: Reply, fail: Fail): Outcome {
  const body = reply.body as Record<string, unknown>;
  if (reply.headers['content-type'] !== 'application/json; charset=utf-8') return fail('content type');
  if (reply.errorCode === null) {
    if (reply.status !== 200 || !hasOnly(body, ['status', 'message', 'customer_id', 'response']))
      return fail('members');
    if (reply.fields === null || !Number.isInteger(reply.resultCode)) return fail('no resultCode');
    return answered(reply, reply.fields, Number(reply.resultCode));
  }
  if (!hasOnly(body, ['status', 'message', 'customer_id', 'response', 'error'])) return fail('members');
  if (body['status'] !== 'error' || typeof body['message'] !== 'string') return fail('error form');
  if (ERRORS[reply.errorCode]?.status !== reply.status) return fail('HTTP status');
  return { kind: 'error', code: reply.errorCode, resultCode: reply.resultCode, field: reply.field };
}

function ofGraphQL(reply: Reply, fail: Fail): Outcome {
  if (reply.errorCode === null) {
    if (reply.status !== 200 || reply.fields === null || !Number.isInteger(reply.resultCode))
      return fail('no result');
    return answered(reply, reply.fields, Number(reply.resultCode));
  }
  return { kind: 'error', code: reply.errorCode, resultCode: null, field: reply.field };
}

function answered(reply: Reply, fields: Readonly<Record<string, unknown>>, resultCode: number): Outcome {
  const { replayed, requestId, businessStatus: status, customerId } = reply;
  return { kind: 'answer', resultCode, fields, replayed, requestId, status, customerId };
}

function requireForm(error: Extract<Outcome, { kind: 'error' }>, fail: Fail): void {
  const entry = ERRORS[error.code];
  if (entry === undefined) return fail('unknown error code');
  if (error.resultCode === null || error.resultCode === entry.resultCode) return undefined;
  // -9 and -7: the reply of an earlier call is repeated.
  if (REPEATED.has(error.code) && [-7, -9].includes(error.resultCode)) return undefined;
  return fail('resultCode of another error');
}

function hasOnly(body: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return Object.keys(body).every((name) => names.includes(name));
}

function textOf(reply: Reply): string {
  return reply.bytes.toString('utf8').slice(0, 2000);
}

const CONNECTION_ENDED = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ECONNABORTED']);

/** Returns whether a failed request means that the gateway was gone, and not that its reply was unreadable. */
export function isCut(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (code !== undefined && CONNECTION_ENDED.has(code)) || message === 'socket hang up';
}

export function describe(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'answer': {
      const { authorisation } = outcome.fields;
      const about = typeof authorisation === 'string' ? ` ${authorisation}` : '';
      return `${String(outcome.resultCode)}${about}${outcome.replayed ? ' (replayed)' : ''}`;
    }
    case 'error':
      return [outcome.code, outcome.resultCode, outcome.field].filter((part) => part !== null).join(' ');
    case 'not_accepted':
      return '503 without a resultCode';
    case 'cut':
      return 'no reply';
  }
}

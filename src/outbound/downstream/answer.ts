import {
  type MethodResponseReading,
  type Normalisation,
  normalise,
} from '../../core/transactions/normalise.js';
import type { JsonValue } from '../../core/wire/json.js';
import { CardwayError } from '../../platform/errors.js';
import type { LateOutcome } from '../../use-cases/transactions/downstream-port.js';
import type { Ending } from './exchange.js';

/**
 * Readers of answers. Both are strict and bounded. They throw a CardwayError for what they refuse; any other error gives the
 * reason `reader_failed`.
 */
export interface AnswerReaders {
  readonly readJson: (body: Buffer) => JsonValue;
  readonly readMethodResponse: (text: string) => MethodResponseReading;
}

interface InterpretAnswerInput {
  readonly ending: Ending;
  readonly customerId: number | null;
  readonly readers: AnswerReaders;
}

/**
 * Returns the outcome of an ended exchange (docs/reference/transactions.md#outcomes):
 *
 *   nothing written                                              refused
 *   cut, cancelled or over the answer limit after writing        in doubt
 *   206, 3xx, 5xx, with any body                                 in doubt
 *   2xx, 4xx with a normalized body of this customer             answered
 *   401, 403, 404, 405, 413, 415, 429 without a resultCode        refused
 *   everything else                                              in doubt
 *
 * A body with a resultCode is an answer to some call. If it is unusable for this one, its status proves nothing: in doubt.
 */
export function interpretAnswer({ ending, customerId, readers }: InterpretAnswerInput): LateOutcome {
  if (ending.kind === 'unsent') {
    return { kind: 'refused', reason: ending.reason, httpStatus: null, raw: null, sentAtMs: null };
  }
  if (ending.kind === 'broken') {
    const { reason, httpStatus, sentAtMs } = ending;
    return { kind: 'in_doubt', reason, httpStatus, raw: null, sentAtMs, answeredAtMs: null };
  }
  const { httpStatus, sentAtMs, endedAtMs: answeredAtMs } = ending;
  const raw = storableText(ending.body);
  const inDoubt = (reason: string): LateOutcome => ({
    kind: 'in_doubt',
    reason,
    httpStatus,
    raw,
    sentAtMs,
    answeredAtMs,
  });
  // HTTP 206 carries only a part of an answer.
  if (httpStatus >= 500 || httpStatus === PARTIAL_CONTENT) return inDoubt('status');
  if (httpStatus >= 300 && httpStatus < 400) return inDoubt('redirect');
  const read = readBody(ending.body, customerId, readers);
  if (read.kind === 'answer')
    return { kind: 'answered', httpStatus, raw, answer: read.answer, sentAtMs, answeredAtMs };
  if (httpStatus < 300 || WITH_RESULT_CODE.has(read.reason)) return inDoubt(read.reason);
  return REFUSING.has(httpStatus)
    ? { kind: 'refused', reason: 'status', httpStatus, raw, sentAtMs }
    : inDoubt('status');
}

const PARTIAL_CONTENT = 206;

/** Reasons why an answer with a resultCode is unusable. */
const WITH_RESULT_CODE: ReadonlySet<UnusableReason> = new Set<UnusableReason>([
  'amount_unreadable',
  'customer_unreadable',
  'two_customers',
  'other_customer',
]);

/** Statuses that a server or a proxy gives before it looks at the transaction. */
const REFUSING: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 415, 429]);

/**
 * Returns true if an ended call counts as a failure of the route (docs/reference/transactions.md#places-and-the-breaker). A
 * business answer and a 4xx do not count.
 */
export function isRouteFailure(ending: Ending): boolean {
  return ending.kind === 'response' ? ending.httpStatus >= 500 : !NOT_THE_ROUTE.has(ending.reason);
}

const NOT_THE_ROUTE: ReadonlySet<string> = new Set(['too_large', 'closed', 'unsendable', 'deadline_passed']);

type BodyReading = Normalisation | { readonly kind: 'unusable'; readonly reason: UnusableReason };

type UnusableReason = Extract<Normalisation, { kind: 'unusable' }>['reason'] | 'unreadable' | 'reader_failed';

function readBody(body: Buffer, customerId: number | null, readers: AnswerReaders): BodyReading {
  try {
    return normalise({
      body: readers.readJson(body),
      customerId,
      readMethodResponse: (text) => readOrRefuse(text, readers.readMethodResponse),
    });
  } catch (error) {
    // The money may have moved in either case. The reason separates a defect of ours from one of the service.
    return { kind: 'unusable', reason: error instanceof CardwayError ? 'unreadable' : 'reader_failed' };
  }
}

function readOrRefuse(text: string, read: AnswerReaders['readMethodResponse']): MethodResponseReading {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof CardwayError) return { kind: 'unreadable' };
    throw error;
  }
}

/** Returns the body as text. U+FFFD replaces NUL, which PostgreSQL cannot hold, and bytes that are not UTF-8. */
function storableText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\ufffd');
}

import { readJson } from '../../adapters/json/reader.js';
import { readMethodResponse } from '../../adapters/xmlrpc/response-reader.js';
import {
  type MethodResponseReading,
  type Normalisation,
  normalise,
} from '../../core/transactions/normalise.js';
import { memberCount } from '../../core/wire/json.js';
import { CardwayError } from '../../platform/errors.js';
import type { LateOutcome } from '../../use-cases/transactions/downstream-port.js';
import type { Ending } from './exchange.js';

/** Members of an answer. One with more is in doubt. */
export const ANSWER_MEMBERS_MAX = 5000;

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
export function interpretAnswer(ending: Ending, customerId: number | null): LateOutcome {
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
  const read = readBody(ending.body, customerId);
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

function readBody(body: Buffer, customerId: number | null): BodyReading {
  try {
    return normalise({
      body: readJson(body, { membersMax: ANSWER_MEMBERS_MAX, numbers: 'text' }),
      customerId,
      readMethodResponse: readResponse,
    });
  } catch (error) {
    // The money may have moved in either case. The reason separates a defect of ours from one of the service.
    return { kind: 'unusable', reason: error instanceof CardwayError ? 'unreadable' : 'reader_failed' };
  }
}

/** Reads a methodResponse as calls are read, with the limit of answers. Errors: none of what the text holds. */
function readResponse(text: string): MethodResponseReading {
  try {
    // Four elements for each member (member, name, value, type), and a few around them all.
    const response = readMethodResponse(text, { elementsMax: 4 * ANSWER_MEMBERS_MAX + 16 });
    return memberCount(response.value) > ANSWER_MEMBERS_MAX ? { kind: 'unreadable' } : response;
  } catch (error) {
    if (error instanceof CardwayError) return { kind: 'unreadable' };
    throw error;
  }
}

/** Returns the body as text. U+FFFD replaces NUL, which PostgreSQL cannot hold, and bytes that are not UTF-8. */
function storableText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\ufffd');
}

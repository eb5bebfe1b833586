import type { JsonValue } from '../core/json.js';
import { normalise, type MethodResponseReading, type Normalisation } from '../core/normalise.js';
import { CardwayError } from '../errors.js';
import type { LateOutcome } from '../usecase/ports.js';
import { readAnswerJson } from './answer-json.js';
import type { Ending } from './exchange.js';

/** Both are strict and bounded, and throw a CardwayError for what they refuse; for other errors the reason is `reader_failed`. */
export interface AnswerReaders {
  readonly readJson: (body: Buffer) => JsonValue;
  readonly readMethodResponse: (text: string) => MethodResponseReading;
}

export interface UnderstandInput {
  readonly ending: Ending;
  readonly customerId: number | null;
  readonly readers: AnswerReaders;
}

/**
 * What an ended exchange means (contract 4.6 and states):
 *
 *   nothing written                                              refused
 *   cut, cancelled or over the answer limit after writing        in doubt
 *   206, 3xx, 5xx, whatever the body says                        in doubt
 *   2xx, 4xx with a normalized body of this customer             answered
 *   401, 403, 404, 405, 413, 415, 429 without a normalized body  refused
 *   everything else                                              in doubt
 *
 * A body that names another customer was not meant for this call, so neither was its status: in doubt.
 */
export function understand({ ending, customerId, readers }: UnderstandInput): LateOutcome {
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
  // HTTP 206 carries a part of an answer.
  if (httpStatus >= 500 || httpStatus === PARTIAL_CONTENT) return inDoubt('status');
  if (httpStatus >= 300 && httpStatus < 400) return inDoubt('redirect');
  const read = readBody(ending.body, customerId, readers);
  if (read.kind === 'answer')
    return { kind: 'answered', httpStatus, raw, answer: read.answer, sentAtMs, answeredAtMs };
  if (httpStatus < 300 || read.reason === 'other_customer') return inDoubt(read.reason);
  return REFUSING.has(httpStatus)
    ? { kind: 'refused', reason: 'status', httpStatus, raw, sentAtMs }
    : inDoubt('status');
}

const PARTIAL_CONTENT = 206;

/** Statuses that a server or a proxy gives before anybody looked at the transaction. */
const REFUSING: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 415, 429]);

/** Contract section 4, breaker: what speaks against the route. A business answer does not, and neither does a 4xx. */
export function isRouteFailure(ending: Ending): boolean {
  return ending.kind === 'response' ? ending.httpStatus >= 500 : !NOT_THE_ROUTE.has(ending.reason);
}

const NOT_THE_ROUTE: ReadonlySet<string> = new Set([
  'too_large',
  'closed',
  'unsendable',
  'reversed',
  'claim_lost',
  'not_confirmed',
]);

type BodyReading =
  Normalisation | { readonly kind: 'unusable'; readonly reason: 'unreadable' | 'reader_failed' };

function readBody(body: Buffer, customerId: number | null, readers: AnswerReaders): BodyReading {
  try {
    return normalise({
      body: readAnswerJson(body, readers.readJson),
      customerId,
      readMethodResponse: (text) => readOrRefuse(text, readers.readMethodResponse),
    });
  } catch (error) {
    // Whatever went wrong, the money may have moved; a defect of ours must not look like one of theirs.
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

/** As received, but for NUL, which PostgreSQL cannot hold, and for what is no UTF-8. */
function storableText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\ufffd');
}

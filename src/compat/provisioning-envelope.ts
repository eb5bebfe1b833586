import { scrub } from '../core/scrub.js';
import type { CardwayError } from '../errors.js';
import { JSON_TYPE, type CompatReply } from './exchange.js';

/** The envelope of service.md 2.6, in which every provisioning endpoint answers. */
interface Envelope {
  readonly status: number;
  readonly text: string;
  readonly endpoint: string;
  readonly nowMs: number;
  readonly error: { readonly code: string; readonly message: string } | Readonly<Record<string, never>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function successEnvelope(args: {
  readonly endpoint: string;
  readonly nowMs: number;
  readonly payload: Readonly<Record<string, unknown>>;
}): CompatReply {
  return write({ ...args, status: 200, text: 'Success', error: {} });
}

export function errorEnvelope(
  error: CardwayError,
  { endpoint, nowMs }: { readonly endpoint: string; readonly nowMs: number },
): CompatReply {
  const { code, retryAfterSeconds } = error;
  const message = scrub(error.message);
  const reply = write({
    endpoint,
    nowMs,
    status: error.entry.httpStatus,
    text: message,
    error: { code, message },
    payload: {},
  });
  return retryAfterSeconds === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, 'Retry-After': String(retryAfterSeconds) } };
}

function write({ status, text, endpoint, nowMs, error, payload }: Envelope): CompatReply {
  // An offset in digits: not every reader of the published form takes a Z.
  const timestamp = new Date(nowMs).toISOString().replace('Z', '+00:00');
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' },
    body: JSON.stringify({ text, timestamp, endpoint, error, payload }),
  };
}

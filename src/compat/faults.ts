import type { Method } from '../core/methods.js';
import { scrub } from '../core/scrub.js';
import { ERRORS, type CardwayError } from '../errors.js';
import type { CompatReply } from './exchange.js';
import { JSON_TYPE, XML_TYPE } from './exchange.js';
import { writeFault, writeMethodResponse } from './xmlrpc/writer.js';

/** What is known of a call when it fails, for wording. */
export interface FailedCall {
  readonly method?: Method | undefined;
  readonly customerId?: number | null | undefined;
  /** A report of a digitization: the processor must send it again when nobody has taken it. */
  readonly isReport?: boolean | undefined;
}

/** The JSON error body of contract section 5. */
export function jsonError(error: CardwayError, call: FailedCall = {}): CompatReply {
  const body = {
    status: 'error',
    message: scrub(error.message),
    customer_id: call.customerId ?? null,
    // A processor keeps an advice or a report that nobody has taken; a resultCode would let it go.
    ...(isUntaken(error, call) ? {} : { response: { resultCode: error.resultCode } }),
    error: { code: error.code, ...(error.field === undefined ? {} : { field: scrub(error.field) }) },
  };
  return {
    status: statusOf(error, call),
    headers: { 'Content-Type': JSON_TYPE, ...retryAfter(error) },
    body: JSON.stringify(body),
  };
}

/** What `/RPC2` says of an error: a fault, a methodResponse with the resultCode, or the bare HTTP status. */
export function rpcError(error: CardwayError, call: FailedCall = {}): CompatReply {
  const { rpc } = error.entry;
  const { resultCode } = error;
  const message = scrub(inXmlNames(error, call.method));
  if (rpc.kind === 'status' || isUntaken(error, call)) {
    return {
      status: statusOf(error, call),
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...retryAfter(error) },
      body: `${error.code}: ${message}\n`,
    };
  }
  const body =
    rpc.kind === 'fault'
      ? writeFault(rpc.faultCode, message)
      : writeMethodResponse({ resultCode, resultText: message });
  return { status: 200, headers: { 'Content-Type': XML_TYPE, ...retryAfter(error) }, body };
}

/** Nobody has taken it, whatever went wrong in here: it is worth sending again. */
function isUntaken(error: CardwayError, call: FailedCall): boolean {
  const isOurs = error.code === 'UNAVAILABLE' || error.code === 'INTERNAL';
  return isOurs && (call.method?.effect === 'advice' || call.isReport === true);
}

function statusOf(error: CardwayError, call: FailedCall): number {
  return isUntaken(error, call) ? ERRORS.UNAVAILABLE.httpStatus : error.entry.httpStatus;
}

/** The field at fault as the terminal's documentation names it, with its position, beside its JSON name. */
function inXmlNames(error: CardwayError, method: Method | undefined): string {
  const [name] = error.field?.split('.') ?? [];
  const index = method?.parameters.findIndex((parameter) => parameter.jsonName === name) ?? -1;
  const parameter = method?.parameters[index];
  return parameter === undefined
    ? error.message
    : `${error.message} (parameter ${String(index + 1)}, ${parameter.xmlName})`;
}

function retryAfter(error: CardwayError): Record<string, string> {
  return error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };
}

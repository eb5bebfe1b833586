import { ENVELOPE_FIELDS, readRequest } from '../core/envelope.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.js';
import type { Method, MethodTable } from '../core/methods.js';
import { CardwayError } from '../errors.js';
import type { NamedCall } from './transaction-input.js';

/**
 * Names the members of a JSON envelope (service.md 2.1, 2.2). Passes on unknown members as they are, and the null of a member that may be
 * left out.
 * Errors: BAD_REQUEST (a member missing or of a wrong type), UNKNOWN_METHOD.
 */
export function namedJsonCall(methods: MethodTable, envelope: JsonValue): NamedCall {
  if (!isJsonObject(envelope)) throw bad(undefined, 'The body must be a JSON object.');
  const request = envelope['request'];
  if (!isJsonObject(request))
    throw bad('request', request === undefined ? 'request is missing.' : 'request must be an object.');
  const method = methodOf(methods, request);
  const { fields, passedOn } = readRequest(method, request);
  if (typeof fields['checksum'] !== 'string') {
    throw bad(
      'checksum',
      fields['checksum'] === undefined ? 'checksum is missing.' : 'checksum must be a string.',
    );
  }
  return {
    method,
    fields,
    customerId: integerMember(envelope, 'customer_id'),
    cardId: integerMember(envelope, 'card_id'),
    requestId: textMember(envelope, 'request_id'),
    passThrough: { request: passedOn, envelope: beyond(envelope) },
  };
}

/** The customer of an envelope that is refused, for the error body. */
export function customerIdOf(envelope: JsonValue): number | null {
  const id = isJsonObject(envelope) ? envelope['customer_id'] : undefined;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

function methodOf(methods: MethodTable, request: JsonObject): Method {
  const name = request['method_name'];
  if (typeof name !== 'string') {
    throw bad(
      'method_name',
      name === undefined ? 'method_name is missing.' : 'method_name must be a string.',
    );
  }
  const method = methods.find(name);
  if (method === undefined) {
    throw new CardwayError('UNKNOWN_METHOD', {
      field: 'method_name',
      message: 'method_name is not a known method.',
    });
  }
  return method;
}

function beyond(envelope: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(envelope).filter(([name]) => !ENVELOPE_FIELDS.has(name)));
}

function integerMember(envelope: JsonObject, field: string): number {
  const value = envelope[field];
  if (value === undefined) throw bad(field, `${field} is missing.`);
  if (!Number.isSafeInteger(value)) throw bad(field, `${field} must be an integer.`);
  return value as number;
}

function textMember(envelope: JsonObject, field: string): string {
  const value = envelope[field];
  if (value === undefined) throw bad(field, `${field} is missing.`);
  if (typeof value !== 'string') throw bad(field, `${field} must be a string.`);
  return value;
}

function bad(field: string | undefined, message: string): CardwayError {
  return new CardwayError('BAD_REQUEST', { field, message });
}

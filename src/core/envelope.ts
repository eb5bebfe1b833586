import type { JsonObject, JsonValue } from './json.js';
import type { Method } from './methods.js';

/** The JSON envelope of service.md 2.1, in the order in which it is written. */
export interface Envelope {
  readonly request: JsonObject;
  readonly customer_id: number;
  readonly card_id: number;
  readonly request_id: string;
  readonly [passedThrough: string]: JsonValue;
}

/** The order of service.md 2.2; what it does not name follows in the order of the method's parameters. */
export const REQUEST_FIELD_ORDER = [
  'terminal_id',
  'reference',
  'request_amount',
  'narrative',
  'transaction_type',
  'transaction_id',
  'checksum',
  'method_name',
  'transaction_data',
  'transaction_date',
] as const;

export const ENVELOPE_FIELDS: ReadonlySet<string> = new Set([
  'request',
  'customer_id',
  'card_id',
  'request_id',
]);

/**
 * Builds the one envelope that every door's call becomes, so that equal calls give equal bytes downstream whichever door
 * they came through. Members the gateway does not know keep their order and follow the known ones (contract 4.3).
 */
export function composeEnvelope(args: {
  readonly method: Method;
  /** Snake-case fields of the request, checksum and method_name included; klv fields as name → value objects. */
  readonly fields: Readonly<Record<string, JsonValue | undefined>>;
  readonly customerId: number;
  readonly cardId: number;
  readonly requestId: string;
  readonly passThrough: PassThrough;
}): Envelope {
  const request: Record<string, JsonValue> = {};
  for (const name of REQUEST_FIELD_ORDER) take(request, name, args.fields[name]);
  for (const parameter of args.method.parameters) {
    if (!(parameter.name in request)) take(request, parameter.name, args.fields[parameter.name]);
  }
  for (const [name, value] of Object.entries(args.passThrough.request)) {
    if (!(name in request)) request[name] = value;
  }
  const envelope: Record<string, JsonValue> = {
    request,
    customer_id: args.customerId,
    card_id: args.cardId,
    request_id: args.requestId,
  };
  for (const [name, value] of Object.entries(args.passThrough.envelope)) {
    if (!ENVELOPE_FIELDS.has(name)) envelope[name] = value;
  }
  return envelope as Envelope;
}

/** Members of a JSON call that the gateway does not know and hands on untouched. */
export interface PassThrough {
  readonly request: JsonObject;
  readonly envelope: JsonObject;
}

export const NOTHING_PASSED_THROUGH: PassThrough = { request: {}, envelope: {} };

function take(into: Record<string, JsonValue>, name: string, value: JsonValue | undefined): void {
  if (value !== undefined) into[name] = value;
}

/**
 * The text that makes two calls the same call: the whole envelope but for the request id, which is the key it is kept
 * under, and the checksum, which follows from the rest (contract 4.4).
 */
export function contentText(envelope: Envelope): string {
  const request: Record<string, JsonValue> = {};
  for (const name of Object.keys(envelope.request)) {
    if (name !== 'checksum' && name !== 'transaction_data') request[name] = envelope.request[name] ?? null;
  }
  const data = envelope.request['transaction_data'];
  // An absent and an empty transaction_data say the same thing.
  const isEmpty =
    data === undefined || (data !== null && typeof data === 'object' && Object.keys(data).length === 0);
  if (!isEmpty) request['transaction_data'] = data;
  const content: Record<string, JsonValue> = {};
  for (const name of Object.keys(envelope)) {
    if (name !== 'request_id') content[name] = name === 'request' ? request : (envelope[name] ?? null);
  }
  return JSON.stringify(content);
}

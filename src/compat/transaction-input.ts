import { CALL_ARGUMENTS, camelCase, DATA_FIELDS } from '../core/call-arguments.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.js';
import { TRANSACTION_DATA_NAMES } from '../core/klv-keys.js';
import type { Method } from '../core/methods.js';

/** A call in the field names of service.md 2, on its way into a GraphQL operation. Values are as sent, right or wrong. */
export interface NamedCall {
  readonly method: Method;
  /** The fields of the method, `checksum` included. */
  readonly fields: Readonly<Record<string, JsonValue | undefined>>;
  readonly customerId?: JsonValue | undefined;
  readonly cardId?: JsonValue | undefined;
  readonly requestId?: JsonValue | undefined;
  readonly passThrough?: { readonly request: JsonObject; readonly envelope: JsonObject } | undefined;
}

/**
 * The `input` variable of the method's operation. Values of a wrong type are handed on as they are, so that there is one
 * place that refuses them. What is left out stays left out (null), so that it is left out downstream as well.
 */
export function transactionInput(call: NamedCall): Readonly<Record<string, unknown>> {
  const isTyped = call.method.name === 'Balance' || call.method.name === 'Deduct';
  const input: Record<string, unknown> = isTyped ? {} : { methodName: call.method.name };
  const parameters: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(call.fields)) {
    if (value === undefined || name === 'method_name') continue;
    const known = CALL_ARGUMENTS.get(name);
    if (known === undefined) parameters[name] = value;
    else input[known] = DATA_FIELDS.has(name) ? dataInput(value) : value;
  }
  if (Object.keys(parameters).length > 0) input['parameters'] = parameters;
  input['customerId'] = call.customerId;
  input['cardId'] = call.cardId;
  input['requestId'] = call.requestId;
  if (call.passThrough !== undefined) input['passThrough'] = call.passThrough;
  return input;
}

const NAMED: ReadonlyMap<string, string> = new Map(
  TRANSACTION_DATA_NAMES.map((name) => [name, camelCase(name)]),
);

function dataInput(data: JsonValue): unknown {
  // GraphQL would take a list for an object without members.
  if (Array.isArray(data)) return false;
  if (!isJsonObject(data)) return data;
  const input: Record<string, unknown> = {};
  const other: { key: string; value: JsonValue }[] = [];
  for (const [name, value] of Object.entries(data)) {
    const known = NAMED.get(name);
    if (known === undefined) other.push({ key: name, value });
    // null would be taken for "left out".
    else input[known] = value ?? false;
  }
  if (other.length > 0) input['other'] = other;
  return input;
}

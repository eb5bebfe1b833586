import { NOTHING_PASSED_THROUGH, type PassThrough } from '../../core/transactions/envelope.js';
import { camelCase } from '../../core/transactions/fields.js';
import type { JsonObject, JsonValue } from '../../core/wire/json.js';
import { KLV_ARGUMENTS, klvKey, klvName } from '../../core/wire/klv-keys.js';
import { CardwayError } from '../../platform/errors.js';
import type { TransactionCall } from '../../use-cases/transactions/call.js';
import type { CallInput, TransactionDataInput } from './transaction-input.type.js';

/**
 * Returns the input of a mutation as a call. Its fields have the names of the input. `passThrough` holds the members of a JSON
 * call that the gateway does not know. Errors: BAD_REQUEST (a KLV key or a field that is given twice).
 */
export function transactionCallOf(
  methodName: string,
  input: CallInput,
  passThrough: PassThrough = NOTHING_PASSED_THROUGH,
): TransactionCall {
  const { methodName: _methodName, customerId, cardId, requestId, ...others } = input;
  const { transactionData, messageData, parameters, ...scalars } = others;
  const fields: Record<string, JsonValue | undefined> = {};
  for (const [name, value] of Object.entries(scalars) as [string, JsonValue | undefined][]) {
    // Null means left out.
    if (value !== undefined && value !== null) fields[name] = value;
  }
  readTransactionData(fields, 'transactionData', transactionData);
  readTransactionData(fields, 'messageData', messageData);
  readParameters(fields, parameters as JsonObject | null | undefined);
  return {
    methodName,
    fields,
    customerId: customerId ?? null,
    cardId: cardId ?? null,
    requestId: requestId ?? null,
    passThrough,
  };
}

const ARGUMENTS = KLV_ARGUMENTS.map((name) => [camelCase(name), name] as const);

/** Reads KLV data in ascending order of the keys, then the unnamed ones by name, so that equal data gives equal bytes. */
function readTransactionData(
  into: Record<string, JsonValue | undefined>,
  name: string,
  data: TransactionDataInput | null | undefined,
): void {
  if (data === undefined || data === null) return;
  // An adapter passes on what its caller sent in place of an object.
  if (typeof data !== 'object') {
    into[name] = data;
    return;
  }
  const { other, ...given } = data as Readonly<Record<string, JsonValue>> & TransactionDataInput;
  const named: Record<string, JsonValue> = {};
  for (const [argument, klvMember] of ARGUMENTS) {
    const value = given[argument];
    if (value !== undefined && value !== null) named[klvMember] = value;
  }
  into[name] = other === undefined || other === null ? named : withOthers(name, named, other);
}

function withOthers(
  name: string,
  named: JsonObject,
  other: readonly { readonly key: string; readonly value: JsonValue }[],
): JsonObject {
  const entries = new Map<string, JsonValue>(Object.entries(named));
  for (const { key, value } of other) {
    const entryName = /^\d{3}$/.test(key) ? klvName(key) : key;
    if (entries.has(entryName)) {
      const field = `${name === 'messageData' ? 'message_data' : 'transaction_data'}.${entryName}`;
      throw new CardwayError('BAD_REQUEST', { field, message: `${field} is given more than once.` });
    }
    entries.set(entryName, value);
  }
  return Object.fromEntries([...entries].sort(([a], [b]) => compareNames(a, b)));
}

function compareNames(a: string, b: string): number {
  const keyA = klvKey(a);
  const keyB = klvKey(b);
  if (keyA === undefined && keyB === undefined) return a < b ? -1 : 1;
  if (keyA === undefined) return 1;
  return keyB === undefined ? -1 : keyA < keyB ? -1 : 1;
}

function readParameters(
  into: Record<string, JsonValue | undefined>,
  parameters: JsonObject | null | undefined,
): void {
  for (const [jsonName, value] of Object.entries(parameters ?? {})) {
    const name = camelCase(jsonName);
    if (Object.hasOwn(into, name)) {
      throw new CardwayError('BAD_REQUEST', {
        field: jsonName,
        message: `${jsonName} is given more than once.`,
      });
    }
    into[name] = value;
  }
}

import { NOTHING_PASSED_THROUGH, type PassThrough } from '../core/transactions/envelope.js';
import { camelCase } from '../core/transactions/fields.js';
import type { Method } from '../core/transactions/methods.js';
import { isJsonObject, type JsonValue } from '../core/wire/json.js';
import { KLV_ARGUMENTS } from '../core/wire/klv-keys.js';
import { isKlvInOrder, klvInOrder } from '../core/wire/klv-members.js';
import type { GraphQLContext } from '../graphql/context.js';
import type { TransactionResolver } from '../graphql/transactions/transaction.resolver.js';
import type { TransactionResult } from '../graphql/transactions/transaction.type.js';
import type { TransactionCall } from '../use-cases/transactions/call.js';

/** A call with named fields, on its way to a resolver. Values are as sent, right or wrong. */
export interface NamedCall {
  readonly method: Method;
  /** Fields by name, `checksum` included. KLV fields are objects of texts. */
  readonly fields: Readonly<Record<string, JsonValue | undefined>>;
  readonly customerId?: JsonValue | undefined;
  readonly cardId?: JsonValue | undefined;
  readonly requestId?: JsonValue | undefined;
  readonly passThrough?: PassThrough | undefined;
}

/** Returns the input of a mutation of GraphQL. Values of a wrong type are passed on, so that the gateway refuses them. */
export function transactionInput(call: NamedCall): Record<string, unknown> {
  const { method, fields, customerId, cardId, requestId } = call;
  const input: Record<string, unknown> = { ...fields, customerId, cardId, requestId };
  for (const { name, type } of method.parameters) {
    // For a resolver null means "left out". A field that must not be null gets a value that no field may have.
    if (input[name] === null) input[name] = false;
    else if (type === 'klv' && input[name] !== undefined) input[name] = klvInput(fields[name] ?? false);
  }
  return input;
}

const ARGUMENTS: ReadonlyMap<string, string> = new Map(KLV_ARGUMENTS.map((name) => [name, camelCase(name)]));

function klvInput(data: JsonValue): unknown {
  // GraphQL would treat a list as an object without members.
  if (Array.isArray(data)) return false;
  if (!isJsonObject(data)) return data;
  const input: Record<string, unknown> = {};
  const other: { key: string; value: JsonValue }[] = [];
  for (const [name, value] of Object.entries(data)) {
    const argument = ARGUMENTS.get(name);
    if (argument === undefined) other.push({ key: name, value });
    else input[argument] = value ?? false;
  }
  if (other.length > 0) input['other'] = other;
  return input;
}

/** Calls the resolver of a named call. Errors: those of the resolver, and BAD_REQUEST (a KLV key that is given twice). */
export function runTransaction(
  resolver: TransactionResolver,
  call: NamedCall,
  context: GraphQLContext,
): Promise<TransactionResult> {
  // Types and limits are checked behind the resolver, for every interface.
  return resolver.run(transactionCall(call), context);
}

/** Returns the call with KLV members in their order. */
function transactionCall(call: NamedCall): TransactionCall {
  const { method, passThrough = NOTHING_PASSED_THROUGH } = call;
  let { fields } = call;
  for (const { name, jsonName, type } of method.parameters) {
    const value = fields[name];
    // Null is no value of a field, and a list is no object. Neither may pass for a field that is left out.
    if (value === null || (type === 'klv' && Array.isArray(value))) fields = { ...fields, [name]: false };
    else if (type === 'klv' && isJsonObject(value) && !isKlvInOrder(value))
      fields = { ...fields, [name]: klvInOrder(jsonName, Object.entries(value)) };
  }
  return {
    methodName: method.name,
    fields,
    // Values of a wrong type are passed on, so that one place refuses them for every interface.
    customerId: (call.customerId ?? null) as number | null,
    cardId: (call.cardId ?? null) as number | null,
    requestId: (call.requestId ?? null) as string | null,
    passThrough,
  };
}

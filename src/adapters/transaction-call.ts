import { NOTHING_PASSED_THROUGH } from '../core/transactions/envelope.js';
import type { Method } from '../core/transactions/methods.js';
import { isJsonObject } from '../core/wire/json.js';
import { isKlvInOrder, klvInOrder } from '../core/wire/klv-members.js';
import type { TransactionCall } from '../use-cases/transactions/call/call.js';

/**
 * Returns the call with KLV members in their order. One place behind the resolver checks types and limits, for every interface.
 * Errors: BAD_REQUEST (a KLV key that is given twice).
 */
export function transactionCall(
  method: Method,
  named: Pick<TransactionCall, 'fields'> & Partial<TransactionCall>,
): TransactionCall {
  let { fields } = named;
  for (const { name, jsonName, type } of method.parameters) {
    const value = fields[name];
    // Null is no value of a field, and a list is no object. Neither may pass for a field that is left out.
    if (value === null || (type === 'klv' && Array.isArray(value))) fields = { ...fields, [name]: false };
    else if (type === 'klv' && isJsonObject(value) && !isKlvInOrder(value))
      fields = { ...fields, [name]: klvInOrder(jsonName, Object.entries(value)) };
  }
  const { customerId = null, cardId = null, requestId = null, passThrough = NOTHING_PASSED_THROUGH } = named;
  return { methodName: method.name, fields, customerId, cardId, requestId, passThrough };
}

import { NOTHING_PASSED_THROUGH } from '../../core/transactions/envelope.js';
import { camelCase } from '../../core/transactions/fields.js';
import type { JsonObject, JsonValue } from '../../core/wire/json.js';
import { KLV_ARGUMENTS } from '../../core/wire/klv-keys.js';
import { klvInOrder } from '../../core/wire/klv-members.js';
import { CardwayError } from '../../platform/errors.js';
import type { TransactionCall } from '../../use-cases/transactions/call.js';
import type { CallInput, TransactionDataInput } from './transaction-input.type.js';

/**
 * Returns the input of a mutation as a call. Its fields have the names of the input. Errors: BAD_REQUEST (a KLV key or a field
 * that is given twice).
 */
export function transactionCallOf(methodName: string, input: CallInput): TransactionCall {
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
    passThrough: NOTHING_PASSED_THROUGH,
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
  const { other, ...given } = data as Readonly<Record<string, JsonValue>> & TransactionDataInput;
  const named: Record<string, JsonValue> = {};
  for (const [argument, klvMember] of ARGUMENTS) {
    const value = given[argument];
    if (value !== undefined && value !== null) named[klvMember] = value;
  }
  into[name] =
    other === undefined || other === null
      ? named
      : klvInOrder(name === 'messageData' ? 'message_data' : 'transaction_data', [
          ...Object.entries(named),
          ...other.map(({ key, value }) => [key, value] as const),
        ]);
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

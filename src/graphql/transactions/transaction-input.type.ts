import type { ClassType } from 'type-graphql';
import { camelCase, describeField, type Field as CallField, FIELDS } from '../../core/transactions/fields.js';
import { BUILT_IN_METHODS, type Method } from '../../core/transactions/methods.js';
import type { JsonObject, JsonValue } from '../../core/wire/json.js';
import { describeKlv, KLV_ARGUMENTS } from '../../core/wire/klv-keys.js';
import { JSONObject, SafeInt } from '../scalars.js';
import { NOTHING_PASSED_THROUGH } from '../../core/transactions/envelope.js';
import { klvInOrder } from '../../core/wire/klv-members.js';
import { field, inputType, nullable } from '../shapes.js';
import { badRequest } from '../../platform/errors.js';
import type { TransactionCall } from '../../use-cases/transactions/call/call.js';

/** Input of any method: the fields of the envelope, and by name those that the method takes. */
export interface CallInput {
  readonly customerId: number;
  readonly cardId: number;
  readonly requestId?: string | null;
  readonly checksum?: string | null;
  readonly transactionData?: TransactionDataInput | null;
  readonly messageData?: TransactionDataInput | null;
  readonly [field: string]: unknown;
}

const KlvEntryInput = inputType(
  'KlvEntryInput',
  'A KLV entry beyond the named ones of TransactionDataInput.',
  {
    key: field(String, 'KLV key ("010"), its documented name ("conversion_rate"), or a name of your own.'),
    value: field(String, 'The value.'),
  },
);
type KlvEntryInput = InstanceType<typeof KlvEntryInput>;

interface TransactionDataInput {
  readonly other?: readonly KlvEntryInput[] | null;
}
/** Named entries are separate fields, made from the table of KLV keys. */
const TransactionDataInput = inputType(
  'TransactionDataInput',
  'Extra information about a transaction (KLV). All values are strings.',
  {
    ...Object.fromEntries(
      KLV_ARGUMENTS.map((name) => [camelCase(name), nullable(String, describeKlv(name))]),
    ),
    other: nullable([KlvEntryInput], 'Entries beyond the named ones.'),
  },
);

/** The fields of every input: the envelope, the wallet and the proof. */
const ENVELOPE = {
  customerId: field(SafeInt, 'Customer id of the wallet.'),
  cardId: field(SafeInt, 'Card id of the wallet.'),
  requestId: nullable(
    String,
    'Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key.',
  ),
  checksum: nullable(String, 'Hex HMAC-SHA256 under the terminal’s password. Default: computed.'),
};

/** Description for both: debits and credits have their own types. */
const TYPE_OF_EITHER = 'Type of the debit or credit. 2 characters.';

export type TransactionInput = CallInput & { readonly methodName: string };
export const TransactionInput = inputType(
  'TransactionInput',
  'A call of any method, built-in or added by configuration. The method table lists the fields of each method.',
  {
    // Two fields may have one name. The first one counts.
    ...inputFields(Object.values<CallField>(FIELDS).toReversed(), () => true),
    ...ENVELOPE,
    methodName: field(String, 'Name of the method, for example Deduct.'),
    parameters: nullable(
      JSONObject,
      'Fields of methods that were added by configuration, by their names in snake case.',
    ),
  },
);

/** The input type of each built-in method, by its name. */
export const METHOD_INPUTS: ReadonlyMap<string, ClassType> = new Map(
  BUILT_IN_METHODS.map((method) => [method.name, inputTypeOf(method)]),
);

function inputTypeOf({ name, parameters, beside = [] }: Method): ClassType {
  return inputType(`${name.replace('PIN', 'Pin')}Input`, `Input of ${name}.`, {
    ...ENVELOPE,
    ...inputFields(parameters, ({ isOptional }) => isOptional === true),
    ...inputFields(beside, () => true),
  });
}

function inputFields(fields: readonly CallField[], isOptional: (callField: CallField) => boolean) {
  return Object.fromEntries(
    fields.map((callField) => {
      const { name } = callField;
      const type =
        callField.type === 'int' ? SafeInt : callField.type === 'klv' ? TransactionDataInput : String;
      const mayBeOmitted = isOptional(callField);
      const description =
        mayBeOmitted && name === 'transactionType' ? TYPE_OF_EITHER : describeField(callField);
      return [name, mayBeOmitted ? nullable(type, description) : field(type, description)] as const;
    }),
  );
}

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
    customerId,
    cardId,
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
  parameters: Readonly<Record<string, JsonValue | undefined>> | null | undefined,
): void {
  for (const [jsonName, value] of Object.entries(parameters ?? {})) {
    const name = camelCase(jsonName);
    if (Object.hasOwn(into, name)) {
      throw badRequest(jsonName, `${jsonName} is given more than once.`);
    }
    // GraphQL reads an enum value, and a variable that is not given, as no value.
    if (value === undefined) throw badRequest(jsonName, `${jsonName} has no value; write a text in quotes.`);
    // As in JSON. In the text of a value this can only be the name of a member.
    if (JSON.stringify(value).includes('"__proto__":'))
      throw badRequest(jsonName, `${jsonName} must not have a member __proto__.`);
    into[name] = value;
  }
}

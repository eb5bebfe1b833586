import { type ClassType, Field, InputType } from 'type-graphql';
import { camelCase, describeField, type Field as CallField, FIELDS } from '../../core/transactions/fields.js';
import { BUILT_IN_METHODS, type Method } from '../../core/transactions/methods.js';
import type { JsonObject, JsonValue } from '../../core/wire/json.js';
import { describeKlv, KLV_ARGUMENTS } from '../../core/wire/klv-keys.js';
import { JSONObject, SafeInt } from '../scalars.js';
import { NOTHING_PASSED_THROUGH } from '../../core/transactions/envelope.js';
import { klvInOrder } from '../../core/wire/klv-members.js';
import { field, inputType } from '../shapes.js';
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

/** Named entries are separate fields, made from the table of KLV keys. */
@InputType({ description: 'Extra information about a transaction (KLV). All values are strings.' })
class TransactionDataInput {
  @Field(() => [KlvEntryInput], { nullable: true, description: 'Entries beyond the named ones.' })
  other?: KlvEntryInput[] | null;
}

for (const name of KLV_ARGUMENTS) {
  Field(() => String, { nullable: true, description: describeKlv(name) })(
    TransactionDataInput.prototype,
    camelCase(name),
  );
}

/** The fields of every input: the envelope, the wallet and the proof. */
@InputType()
abstract class EnvelopeInput {
  @Field(() => SafeInt, { description: 'Customer id of the wallet.' })
  customerId!: number;

  @Field(() => SafeInt, { description: 'Card id of the wallet.' })
  cardId!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Idempotency key: <card id>_<digits of the time>_<number>. Left out, the gateway derives it from card, date and checksum, so that the same call gets the same key.',
  })
  requestId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Hex HMAC-SHA256 under the password of the terminal. Left out, the gateway computes it.',
  })
  checksum?: string | null;
}

@InputType({
  description:
    'A call of any method, built-in or added by configuration. The method table lists the fields of each method.',
})
export class TransactionInput extends EnvelopeInput {
  @Field(() => String, { description: 'Name of the method, for example Deduct.' })
  methodName!: string;

  @Field(() => JSONObject, {
    nullable: true,
    description: 'Fields of methods that were added by configuration, by their names in snake case.',
  })
  parameters?: JsonObject | null;

  readonly [field: string]: unknown;
}

/** Description for both: debits and credits have their own types. */
const TYPE_OF_EITHER = 'Type of the debit or credit. 2 characters.';

const ADDED = new Set<string>();
for (const field of Object.values<CallField>(FIELDS)) {
  if (!ADDED.has(field.name)) addField(TransactionInput, field, true);
  ADDED.add(field.name);
}

/** The input type of each built-in method, by its name. */
export const METHOD_INPUTS: ReadonlyMap<string, ClassType> = new Map(
  BUILT_IN_METHODS.map((method) => [method.name, inputTypeOf(method)]),
);

function inputTypeOf(method: Method): ClassType {
  class Input extends EnvelopeInput {}
  InputType(`${method.name.replace('PIN', 'Pin')}Input`, {
    description: `Input of ${method.name}. ${method.purpose}`,
  })(Input);
  for (const field of method.parameters) addField(Input, field, field.isOptional === true);
  for (const field of method.beside ?? []) addField(Input, field, true);
  return Input;
}

function addField(Input: ClassType, field: CallField, isNullable: boolean): void {
  const type = field.type === 'int' ? SafeInt : field.type === 'klv' ? TransactionDataInput : String;
  const description = isNullable && field.name === 'transactionType' ? TYPE_OF_EITHER : describeField(field);
  Field(() => type as never, { nullable: isNullable, description })(Input.prototype, field.name);
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
    into[name] = value;
  }
}

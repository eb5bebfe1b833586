import { type ClassType, Field, InputType } from 'type-graphql';
import { camelCase, describeField, type Field as CallField, FIELDS } from '../../core/transactions/fields.js';
import { BUILT_IN_METHODS, type Method } from '../../core/transactions/methods.js';
import type { JsonObject } from '../../core/wire/json.js';
import { describeKlv, KLV_ARGUMENTS } from '../../core/wire/klv-keys.js';
import { JSONObject, SafeInt } from '../scalars.js';

/** Input of any method: the fields of the envelope, and by name those that the method takes. */
export interface CallInput {
  readonly customerId?: number | null;
  readonly cardId?: number | null;
  readonly requestId?: string | null;
  readonly checksum?: string | null;
  readonly transactionData?: TransactionDataInput | null;
  readonly messageData?: TransactionDataInput | null;
  readonly [field: string]: unknown;
}

@InputType({ description: 'A KLV entry beyond the named ones of TransactionDataInput.' })
class KlvEntryInput {
  @Field(() => String, {
    description: 'KLV key ("010"), its documented name ("conversion_rate"), or a name of your own.',
  })
  key!: string;

  @Field(() => String, { description: 'The value.' })
  value!: string;
}

/** Named entries are separate fields, made from the table of KLV keys. */
@InputType({ description: 'Extra information about a transaction (KLV). All values are strings.' })
export class TransactionDataInput {
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
  @Field(() => SafeInt, { nullable: true, description: 'Customer id. Every caller with a key gives it.' })
  customerId?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Card id. Every caller with a key gives it.' })
  cardId?: number | null;

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

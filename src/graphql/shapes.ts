import { type ClassType, Extensions, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { GraphQLContext } from './context.js';
import { DateTime } from './scalars.js';

/** Type of an input's field: a scalar, an enum of `closedSet`, another input, or a list of one of them. */
type FieldType = ItemType | readonly ItemType[];
type ItemType = ClassType | GraphQLScalarType<unknown, unknown> | Readonly<Record<string, string>>;

/** Value that a caller gives for a type. */
type ValueOf<Type> = Type extends readonly (infer Item)[]
  ? readonly ValueOf<Item>[]
  : Type extends StringConstructor
    ? string
    : Type extends BooleanConstructor
      ? boolean
      : Type extends { readonly parseValue: (value: unknown) => infer Value }
        ? Value
        : Type extends ClassType<infer Input>
          ? Input
          : Type extends Readonly<Record<string, infer Value>>
            ? Value
            : never;

interface InputField<Value, IsOptional extends boolean = boolean> {
  readonly type: FieldType;
  readonly description: string;
  readonly nullable: IsOptional;
  /** Carries the TypeScript type. No field has it. */
  readonly value?: Value;
}

type InputFields = Readonly<Record<string, InputField<unknown>>>;

/** Describes a field that every object of an input has. */
export function required<Type extends FieldType>(
  type: Type,
  description: string,
): InputField<ValueOf<Type>, false> {
  return { type, description, nullable: false };
}

/** Describes a field that callers may leave out, or give as null. */
export function optional<Type extends FieldType>(
  type: Type,
  description: string,
): InputField<ValueOf<Type> | null, true> {
  return { type, description, nullable: true };
}

/** Object that a caller gives for an input with these fields. */
type InputOf<Fields extends InputFields> = {
  readonly [Name in NameOf<Fields, false>]: NonNullable<Fields[Name]['value']>;
} & { readonly [Name in NameOf<Fields, true>]?: Fields[Name]['value'] };

type NameOf<Fields extends InputFields, IsOptional> = {
  [Name in keyof Fields]: Fields[Name]['nullable'] extends IsOptional ? Name : never;
}[keyof Fields];

/**
 * Computes a field from the row that the program has for its object. Its property is optional, so that such a row is an object of its
 * class. All other fields have the names of the row, or name it.
 */
export function Computed(
  of: (row: never, context: GraphQLContext, info: GraphQLResolveInfo) => unknown,
): PropertyDecorator {
  return Extensions({ of });
}

/** Makes an input type. The TypeScript type of its objects follows from its fields. */
export function inputType<Fields extends InputFields>(
  name: string,
  description: string,
  fields: Fields,
): ClassType<InputOf<Fields>> {
  const Type = emptyClass();
  InputType(name, { description })(Type);
  for (const [field, { type, ...options }] of Object.entries(fields)) {
    Field(() => type as ClassType, options)(Type.prototype, field);
  }
  return Type as ClassType<InputOf<Fields>>;
}

/** Makes the payload type of a mutation that returns one thing. */
export function resultType<Name extends string, Value>(
  name: string,
  field: Name,
  {
    type,
    description,
  }: { readonly type: () => ClassType<Value & object> | GraphQLScalarType; readonly description: string },
): ClassType<Readonly<Record<Name, Value>>> {
  const Type = emptyClass();
  ObjectType(name, {
    description: `Result of the mutation ${name.charAt(0).toLowerCase()}${name.slice(1).replace(/Result$/, '')}.`,
  })(Type);
  Field(type, { description })(Type.prototype, field);
  return Type as ClassType<Readonly<Record<Name, Value>>>;
}

/** Returns a new class. type-graphql attaches its descriptions to classes. */
function emptyClass(): ClassType {
  return class {
    declare readonly shape?: never;
  };
}

/** Returns the values that a caller gave. GraphQL leaves out an optional value, or says null. */
export function given<Values extends object>(
  values: Values,
): { readonly [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as ReturnType<
    typeof given<Values>
  >;
}

/**
 * Registers a closed set of values as an enum of the schema. Outside, a value is written in UPPER_CASE; inside the program it
 * keeps its own spelling. `values` gives each value one sentence of description.
 */
export function closedSet<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): Readonly<Record<string, Value>> {
  const named = (Object.entries(values) as [Value, string][]).map(
    ([value, meaning]) => [enumName(value), value, meaning] as const,
  );
  const members = Object.fromEntries(named.map(([member, value]) => [member, value]));
  const valuesConfig = Object.fromEntries(
    named.map(([member, , meaning]) => [member, { description: meaning }]),
  );
  registerEnumType(members, { name, description, valuesConfig });
  return members;
}

/** Returns the GraphQL name of a value: `in_doubt` is `IN_DOUBT`, `readWallets` is `READ_WALLETS`, `digitization.complete` is `DIGITIZATION_COMPLETE`. */
function enumName(value: string): string {
  return value
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase();
}

export const TimeRangeInput = inputType(
  'TimeRangeInput',
  'A span of time. Give its begin, its end or both.',
  {
    from: optional(DateTime, 'Begin of the span, inclusive.'),
    to: optional(DateTime, 'End of the span, exclusive.'),
  },
);
export type TimeRangeInput = InstanceType<typeof TimeRangeInput>;

/** Returns the bounds of a span under the given names, in epoch milliseconds; a bound that is not given is left out. */
export function boundsOf<From extends string, To extends string>(
  range: TimeRangeInput | null | undefined,
  [from, to]: readonly [From, To],
): Readonly<Partial<Record<From | To, number>>> {
  return {
    ...(range?.from == null ? {} : { [from]: range.from.getTime() }),
    ...(range?.to == null ? {} : { [to]: range.to.getTime() }),
  } as Readonly<Partial<Record<From | To, number>>>;
}

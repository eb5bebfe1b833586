import { type ClassType, Extensions, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { GraphQLContext } from './context.js';
import { Node } from './node.js';
import { DateTime } from './scalars.js';

/** Type of a field: a scalar, an enum of `closedSet`, an object or input, or a list of one of them. */
export type FieldType = ItemType | readonly ItemType[];
type ItemType = ClassType | GraphQLScalarType<unknown, unknown> | Readonly<Record<string, string>>;

/** Computes a field from the row that the program has for its object. */
export type Compute = (row: never, context: GraphQLContext, info: GraphQLResolveInfo) => unknown;

/** Source of a field that is not the member of its own name: another member of the row, or a function of the row. */
type Source = string | Compute | undefined;

export interface SchemaField<Type, IsNullable extends boolean = boolean, From extends Source = Source> {
  readonly type: FieldType | (() => FieldType);
  readonly description: string;
  readonly nullable: IsNullable;
  readonly from: From;
  /** Carries the type for TypeScript. No field has it. */
  readonly carried?: Type;
}

export type Fields = Readonly<Record<string, SchemaField<unknown>>>;

/** Describes a field that always has a value. `from` is the member of the row, where its name is another one. */
export function field<Type extends FieldType, const From extends string | undefined = undefined>(
  type: Type,
  description: string,
  from?: From,
): SchemaField<Type, false, NoInfer<From>> {
  return { type, description, nullable: false, from: from as From };
}

/** Describes a field that may be null. Callers may leave it out of an input. */
export function nullable<Type extends FieldType, const From extends string | undefined = undefined>(
  type: Type,
  description: string,
  from?: From,
): SchemaField<Type, true, NoInfer<From>> {
  return { type, description, nullable: true, from: from as From };
}

/** Describes a field that is computed from the row. A function stands for a type that is not declared yet. */
export function computed(
  type: FieldType | (() => FieldType),
  description: string,
  from: Compute,
): SchemaField<unknown, false, Compute> {
  return { type, description, nullable: false, from };
}

/** Describes such a field that may be null. */
export function computedOrNull(
  type: FieldType,
  description: string,
  from: Compute,
): SchemaField<unknown, true, Compute> {
  return { type, description, nullable: true, from };
}

type Milliseconds = GraphQLScalarType<number, number>;

/** Describes a time that the row has in epoch milliseconds. */
export function time<const From extends string>(
  from: From,
  description: string,
): SchemaField<Milliseconds, false, From> {
  return { type: DateTime, description, nullable: false, from };
}

/** Describes such a time that may be null. */
export function timeOrNull<const From extends string>(
  from: From,
  description: string,
): SchemaField<Milliseconds, true, From> {
  return { type: DateTime, description, nullable: true, from };
}

/** TypeScript type of the values of a type: as callers give them, or as resolvers return them. */
type ValueOf<Type, Way extends 'parseValue' | 'serialize'> = Type extends readonly (infer Item)[]
  ? readonly ValueOf<Item, Way>[]
  : Type extends StringConstructor
    ? string
    : Type extends BooleanConstructor
      ? boolean
      : Type extends Readonly<Record<Way, (value: unknown) => infer Value>>
        ? Value
        : Type extends ClassType<infer Shape>
          ? Shape
          : Type extends Readonly<Record<string, infer Value>>
            ? Value
            : never;

/** Object that a caller gives for an input with these fields. */
export type InputOf<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name]['nullable'] extends true ? never : Name]: Given<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name]['nullable'] extends true ? Name : never]?: Given<Of[Name]> | null;
};

type Given<Of> = Of extends SchemaField<infer Type> ? ValueOf<Type, 'parseValue'> : never;

/** Row that the program has for an object with these fields. Members that only computed fields read are not part of it. */
export type RowOf<Of extends Fields> = {
  readonly [Name in keyof Of as MemberOf<Name, Of[Name]['from']>]: Of[Name] extends SchemaField<
    infer Type,
    infer IsNullable
  >
    ? Member<Type, IsNullable>
    : never;
};

/** Value that the program has for a field. */
export type Member<Type, IsNullable extends boolean> =
  ValueOf<Type, 'serialize'> | (IsNullable extends true ? null : never);

type MemberOf<Name, From> = From extends string ? From : From extends Compute ? never : Name;

/** Makes an input type. The TypeScript type of its objects follows from its fields. */
export function inputType<Of extends Fields>(name: string, description: string, fields: Of) {
  const Type = classOf(fields) as ClassType<InputOf<Of>>;
  InputType(name, { description })(Type);
  return Type;
}

/** Makes an object type. The TypeScript type of its rows follows from its fields. */
export function objectType<Of extends Fields>(name: string, description: string, fields: Of) {
  const Type = classOf(fields) as ClassType<RowOf<Of>>;
  ObjectType(name, { description })(Type);
  return Type;
}

/** Makes an object type with a global id. */
export function nodeType<Of extends Fields>(name: string, description: string, fields: Of) {
  const Type = classOf(fields) as ClassType<RowOf<Of> & Node>;
  Object.defineProperty(Type, 'name', { value: name });
  ObjectType(name, { description, implements: Node })(Type);
  return Type;
}

/** Makes the payload type of a mutation, which is named after it. */
export function resultType<Of extends Fields>(name: string, fields: Of) {
  const mutation = `${name.charAt(0).toLowerCase()}${name.slice(1).replace(/Result$/, '')}`;
  return objectType(name, `Result of the mutation ${mutation}.`, fields);
}

/** Returns a new class with these fields. type-graphql attaches its descriptions to classes. */
function classOf(fields: Fields): ClassType {
  const Type = class {
    declare readonly shape?: never;
  };
  for (const [name, { type, from, ...options }] of Object.entries(fields)) {
    const member = typeof from === 'string' ? from : name;
    Field(() => (isLater(type) ? type() : type) as ClassType, { ...options, name })(Type.prototype, member);
    if (typeof from === 'function') Extensions({ of: from })(Type.prototype, member);
  }
  return Type;
}

/** Returns true for a function that returns a type, and not for a class. */
function isLater(type: FieldType | (() => FieldType)): type is () => FieldType {
  return typeof type === 'function' && !('prototype' in type);
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
    from: nullable(DateTime, 'Begin of the span, inclusive.'),
    to: nullable(DateTime, 'End of the span, exclusive.'),
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

/** Returns the filter of a list: the conditions that a caller gave, with the bounds of its `time` under the given names. */
export function conditionsOf<
  Filter extends { readonly time?: TimeRangeInput | null },
  From extends string,
  To extends string,
>(filter: Filter | null | undefined, bounds: readonly [From, To]) {
  const { time, ...others } = filter ?? ({} as Filter);
  return { ...given(others), ...boundsOf(time, bounds) };
}

import { type ClassType, Field, InputType, ObjectType } from 'type-graphql';
import type { GraphQLScalarType } from 'graphql';

type FieldType = ClassType | GraphQLScalarType | object | [ClassType | GraphQLScalarType | object];

interface InputField {
  readonly type: () => FieldType;
  readonly description: string;
  readonly nullable?: boolean;
}

/** Makes an input type of a few fields, for mutations that differ in their name and little else. */
export function inputType<Input extends object>(
  name: string,
  description: string,
  fields: Readonly<Record<keyof Input & string, InputField>>,
): ClassType<Input> {
  const Type = emptyClass();
  InputType(name, { description })(Type);
  for (const [field, { type, ...options }] of Object.entries<InputField>(fields)) {
    Field(type as () => ClassType, options)(Type.prototype, field);
  }
  return Type as ClassType<Input>;
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

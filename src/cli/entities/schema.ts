import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLFieldMap,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { DocumentText } from '../../generated/operations.js';
import { SCHEMA_FILE } from '../../platform/build.js';
import type { Ask } from '../ask.js';

/** The public schema, from which commands take their options, their help and the documents that they send. */

type Field = GraphQLField<unknown, unknown>;
type Operation = 'query' | 'mutation';

let schema: GraphQLSchema | null = null;

function publicSchema(): GraphQLSchema {
  schema ??= buildSchema(readFileSync(SCHEMA_FILE, 'utf8'), { assumeValid: true });
  return schema;
}

/** Returns a query or mutation. */
export function operationOf(kind: Operation, name: string): Field {
  const type = kind === 'query' ? publicSchema().getQueryType() : publicSchema().getMutationType();
  const field = type?.getFields()[name];
  if (field === undefined) throw new Error(`The schema has no ${kind} ${name}.`);
  return field;
}

/** Returns the fields of the input object that an argument of a query or mutation takes. */
export function inputFieldsOf(operation: Field, argument: 'filter' | 'input'): readonly GraphQLInputField[] {
  const type = operation.args.find(({ name }) => name === argument)?.type;
  const named = type === undefined ? undefined : getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

function fieldsOf(type: unknown): GraphQLFieldMap<unknown, unknown> {
  return isObjectType(type) ? type.getFields() : {};
}

/** Returns the names of the fields of a type that hold values: `first` in this order, and then the others. */
export function valuesOf(typeName: string, first: readonly string[] = []): readonly string[] {
  const names = Object.values(fieldsOf(publicSchema().getType(typeName)))
    .filter(({ type }) => isLeafType(getNamedType(type)))
    .map(({ name }) => name);
  return [...new Set([...first.filter((name) => names.includes(name)), ...names])];
}

/** Returns the selection of a mutation's result: its values, and the entity with these fields. */
export function resultSelection({ type }: Field, entity: string): string {
  return Object.values(fieldsOf(getNamedType(type)))
    .map((field) => (isLeafType(getNamedType(field.type)) ? field.name : `${field.name} { ${entity} }`))
    .join(' ');
}

/** Sends a query or mutation, and returns the answer to it. Errors: those of Ask. */
export type Send<Result> = (ask: Ask, variables: Readonly<Record<string, unknown>>) => Promise<Result>;

/** Composes the document of one query or mutation, of which the arguments are the variables. */
export function sending<Result>(
  kind: Operation,
  { name, args }: Field,
  { names, selection }: { readonly names: readonly string[]; readonly selection: string },
): Send<Result> {
  const taken = args.filter((argument) => names.includes(argument.name));
  const variables = taken.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = taken.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const text = `${kind} (${variables}) { ${name}(${passed}) { ${selection} } }`;
  const document = text as DocumentText<Readonly<Record<string, Result>>, Readonly<Record<string, unknown>>>;
  return async (ask, given) => (await ask(document, given))[name] as Result;
}

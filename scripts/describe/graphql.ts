import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { prose, section, table } from './markdown.js';

const TYPES_PAGE = 'graphql-types.md';

const OPERATIONS_HEAD = `# GraphQL reference

This page lists every query, mutation and subscription with its arguments and the roles that may use it, for developers of callers.

The build makes it from the schema. [GraphQL](../graphql.md) explains calls, values, ids and lists. [GraphQL types](graphql-types.md) lists the types.
A field without an argument table takes none.
`;

const TYPES_HEAD = `# GraphQL types

This page lists every type of the GraphQL schema with its fields, for developers of callers.

The build makes it from the schema. \`!\` marks a value that is never null. [GraphQL reference](graphql.md) lists the queries, mutations and subscriptions.
`;

type Typed = GraphQLArgument | GraphQLInputField | GraphQLField<unknown, unknown>;

function typeLink({ type }: Pick<Typed, 'type'>): string {
  const named = getNamedType(type);
  const code = `\`${String(type)}\``;
  return isSpecifiedScalarType(named) ? code : `[${code}](${TYPES_PAGE}#${named.name.toLowerCase()})`;
}

const rowOf = (entry: Typed): string[] => [`\`${entry.name}\``, typeLink(entry), prose(entry.description)];

/** Returns every query, mutation and subscription. */
export function graphqlPage(schema: GraphQLSchema): string {
  const roots = [
    ['Queries', schema.getQueryType()],
    ['Mutations', schema.getMutationType()],
    ['Subscriptions', schema.getSubscriptionType()],
  ] as const;
  const lines = roots.flatMap(([title, root]) => [
    `## ${title}`,
    '',
    ...Object.values(root?.getFields() ?? {}).flatMap((field) => {
      const [about = '', roles = ''] = (field.description ?? '').split(/ ?Roles: (?=[a-z, ]+\.$)/);
      const facts = `Returns ${typeLink(field)}. Roles: ${roles}`;
      const rows = field.args.map(rowOf);
      return section(field.name, prose(about), facts, '', ...table(['argument', 'type', 'meaning'], rows));
    }),
  ]);
  return `${OPERATIONS_HEAD}\n${lines.join('\n')}`;
}

/** Returns every type of the schema except the roots, by kind. */
export function graphqlTypesPage(schema: GraphQLSchema): string {
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !roots.has(type) && !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const kinds = [
    ['Objects', (type: GraphQLNamedType) => isObjectType(type) || isInterfaceType(type) || isUnionType(type)],
    ['Input objects', isInputObjectType],
    ['Enumerations', isEnumType],
    ['Scalar types', isScalarType],
  ] as const;
  const lines = kinds.flatMap(([title, isKind]) => [
    `## ${title}`,
    '',
    ...types
      .filter((type) => isKind(type))
      .flatMap((type) => section(type.name, prose(type.description), ...membersOf(type))),
  ]);
  return `${TYPES_HEAD}\n${lines.join('\n')}`;
}

function membersOf(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) {
    const rows = type.getValues().map(({ name, description }) => [`\`${name}\``, prose(description)]);
    return table(['value', 'meaning'], rows);
  }
  if (isUnionType(type))
    return [
      `One of ${type
        .getTypes()
        .map((one) => typeLink({ type: one }))
        .join(', ')}.`,
      '',
    ];
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  const fields = Object.values<Typed>(type.getFields());
  return table(['field', 'type', 'meaning'], fields.map(rowOf));
}

/** Texts of the generated pages of docs/reference: GraphQL, REST, events and result codes. */
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EVENT_DESCRIPTIONS, eventProperties } from '../../src/core/events/event-schemas.js';
import { EVENT_TYPES } from '../../src/core/events/event.js';
import { isApproval, RESULT_CODES } from '../../src/core/transactions/result-codes.js';
import { BUILT_IN_METHODS } from '../../src/core/transactions/methods.js';
import { openApiDocument } from '../../src/adapters/openapi/document.js';
import { ERRORS } from '../../src/platform/errors.js';

const SCHEMA = resolve(__dirname, '..', '..', 'schema', 'schema.graphql');
const TYPES_PAGE = 'graphql-types.md';

const readSchema = () => buildSchema(readFileSync(SCHEMA, 'utf8'));

/** Escapes what Markdown or a table would read as its own, outside of code. */
function prose(text: string | null | undefined): string {
  return (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[<*[]/g, '\\$&') : part))
    .join('`');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return rows.length === 0 ? [] : [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

/** Returns a section whose heading is the name of a thing of the code. */
function section(name: string, description: string, ...rest: readonly string[]): string[] {
  return [`### \`${name}\``, '', ...(description === '' ? [] : [description, '']), ...rest];
}

type Typed = GraphQLArgument | GraphQLInputField | GraphQLField<unknown, unknown>;

function typeLink({ type }: Pick<Typed, 'type'>): string {
  const named = getNamedType(type);
  const code = `\`${String(type)}\``;
  return isSpecifiedScalarType(named) ? code : `[${code}](${TYPES_PAGE}#${named.name.toLowerCase()})`;
}

const rowOf = (entry: Typed): string[] => [`\`${entry.name}\``, typeLink(entry), prose(entry.description)];

/** Returns every query, mutation and subscription. */
export function graphqlOperations(): string {
  const schema = readSchema();
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
  return `\n${lines.join('\n')}\n`;
}

/** Returns every type of the schema except the roots, by kind. */
export function graphqlTypes(): string {
  const schema = readSchema();
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
  return `\n${lines.join('\n')}\n`;
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
  const fields: Typed[] = Object.values(type.getFields());
  return table(['field', 'type', 'meaning'], fields.map(rowOf));
}

/** The parts of JSON Schema and OpenAPI that our documents use. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Schema & {
    name: string;
    in: string;
    required?: boolean;
    schema: Schema;
  })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, Reply>>;
}

interface Reply {
  readonly description: string;
  readonly content?: Readonly<Record<string, { schema: Schema }>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const openApi = (): OpenApi => openApiDocument(BUILT_IN_METHODS) as unknown as OpenApi;

/** Returns the type of a JSON value in a few words. */
function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[\`${name}\`](#${name.toLowerCase()})`;
  }
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) return [...new Set(variants.map(typeText))].join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  const types = schema.type ?? 'value';
  const text = typeof types === 'string' ? types : types.join(' or ');
  return schema.format === undefined ? text : `${text} (${schema.format})`;
}

function memberRows({ properties = {}, required = [] }: Schema): string[][] {
  return Object.entries(properties).map(([name, member]) => [
    `\`${name}\``,
    typeText(member),
    required.includes(name) ? 'always' : 'optional',
    prose(member.description),
  ]);
}

const MEMBERS_HEAD = ['member', 'type', 'presence', 'meaning'];

function credentialText(security: Operation['security']): string {
  const roles = security.flatMap((one) => Object.keys(one)).map((role) => `\`${role}\``);
  if (roles.length === 0) return 'No key: the checksum is the credential.';
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  return `Roles: ${roles.join(', ')}${isOptional ? '; or no key, with the checksum of a terminal in XML' : ''}.`;
}

function bodyText(content: Readonly<Record<string, { schema: Schema }>> | undefined): string {
  return Object.entries(content ?? {})
    .map(([mediaType, { schema }]) => `\`${mediaType}\`: ${bodySchemaText(schema)}`)
    .join('; ');
}

/** The envelope of push provisioning is written out at each route; only its payload differs. */
function bodySchemaText(schema: Schema): string {
  const payload = schema.properties?.['payload'];
  return payload === undefined ? typeText(schema) : `envelope with \`payload\` ${typeText(payload)}`;
}

/** Returns every route of the OpenAPI document, with its callers, parameters, bodies and replies. */
export function restRoutes(): string {
  const lines = Object.entries(openApi().paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => routeSection(method, path, operation)),
  );
  return `\n${lines.join('\n')}\n`;
}

function routeSection(method: string, path: string, operation: Operation): string[] {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const body = requestBody === undefined ? [] : [`Request body: ${bodyText(requestBody.content)}.`, ''];
  const isError = ([, { description }]: [string, Reply]): boolean => /^[A-Z_]+:/.test(description);
  const errors = Object.entries(responses).filter(isError);
  const replies = Object.entries(responses)
    .filter((reply) => !isError(reply))
    .map(([status, { description, content }]) => [status, prose(description), bodyText(content)]);
  return section(
    `${method.toUpperCase()} ${path}`,
    `${prose(summary)}. ${credentialText(security)}`,
    ...(description === undefined ? [] : [listed(description), '']),
    ...table(
      ['parameter', 'in', 'type', 'meaning'],
      parameters.map((each) => [`\`${each.name}\``, each.in, typeText(each.schema), prose(each.description)]),
    ),
    ...body,
    ...table(['status', 'meaning', 'body'], [...replies, ...errorRow(errors)]),
  );
}

/** Returns one row for the errors of a route, which share a body. docs/errors.md has their meanings. */
function errorRow(errors: readonly [string, Reply][]): string[][] {
  const [first] = errors;
  if (first === undefined) return [];
  const codes = errors.map(([status, { description }]) => {
    const names = [...description.matchAll(/\b([A-Z_]+):/g)].map(([, code = '']) => `\`${code}\``);
    return `${status} ${names.join(', ')}`;
  });
  return [['[errors](../errors.md)', codes.join('; '), bodyText(first[1].content)]];
}

/** Keeps the lists of a description. */
function listed(description: string): string {
  return description
    .split('\n')
    .map((line) => prose(line))
    .join('\n');
}

/** Returns the members of every schema that a route names. */
export function restSchemas(): string {
  const lines = Object.entries(openApi().components.schemas).flatMap(([name, schema]) => {
    const variants = schema.oneOf ?? [schema];
    const tables = variants.flatMap((variant, index) => [
      ...(index === 0 ? [] : ['Or:', '']),
      ...table(MEMBERS_HEAD, memberRows(variant)),
    ]);
    return section(name, prose(schema.description), ...tables);
  });
  return `\n${lines.join('\n').replaceAll('\n\n\n', '\n\n')}\n`;
}

/** Returns the types of events with their members. Types with the same members share a table. */
export function eventMembers(): string {
  const groups = new Map<string, { types: string[]; properties: Readonly<Record<string, object>> }>();
  for (const type of EVENT_TYPES) {
    const properties: Readonly<Record<string, object>> = {
      ...eventProperties(type),
      type: { type: 'string', description: 'Type of the event' },
    };
    const key = JSON.stringify(properties);
    const group = groups.get(key) ?? { types: [], properties };
    group.types.push(type);
    groups.set(key, group);
  }
  const types = EVENT_TYPES.map((type) => [`\`${type}\``, EVENT_DESCRIPTIONS[type]]);
  const lines = [...groups.values()].flatMap(({ types, properties }) => [
    `Members of ${types.map((type) => `\`${type}\``).join(', ')}:`,
    '',
    ...table(
      ['member', 'type', 'meaning'],
      Object.entries(properties).map(([name, member]) => [
        `\`${name}\``,
        typeText(member),
        prose((member as Schema).description),
      ]),
    ),
  ]);
  return [...table(['type', 'cause'], types), ...lines].join('\n');
}

/** Returns the result codes with the errors that each stands for. */
export function resultCodesTable(): string {
  const rows = [...RESULT_CODES].map(([code, meaning]) => {
    const errors = Object.entries(ERRORS)
      .filter(([, { resultCode }]) => resultCode === code)
      .map(([name, { httpStatus }]) => `\`${name}\` ${String(httpStatus)}`);
    return [String(code), meaning, isApproval(code) ? 'approval' : 'decline', errors.join(', ')];
  });
  return table(['code', 'meaning', 'outcome', 'errors of Cardway, with the HTTP status of JSON'], rows).join(
    '\n',
  );
}

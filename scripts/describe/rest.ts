import type { openApiDocument } from './openapi.js';
import { prose, section, table } from './markdown.js';

const HEAD = `# REST reference

This page lists every route of the REST interfaces with its callers, parameters, bodies and replies, for developers of callers.

The build makes it from the document that a gateway serves at \`/openapi.json\`. [Interfaces](../interfaces.md) explains the formats, and lists
the routes of GraphQL, of the console and for monitoring. [Errors](../errors.md) has the status of each code.
`;

/** The parts of JSON Schema and OpenAPI that our documents use. */
export interface Schema {
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

/** Returns the type of a JSON value in a few words. */
export function typeText(schema: Schema): string {
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
    .map(([mediaType, { schema }]) => `\`${mediaType}\`: ${typeText(schema)}`)
    .join('; ');
}

/** Returns the page of the REST interfaces, made of the OpenAPI document. */
export function restPage(document: ReturnType<typeof openApiDocument>): string {
  const { paths, components } = document as unknown as OpenApi;
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => routeSection(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => schemaSection(name, schema));
  const parts = [HEAD, '## Routes', '', ...routes, '## Bodies', '', ...schemas];
  return parts.join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

function routeSection(method: string, path: string, operation: Operation): string[] {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  return section(
    `${method.toUpperCase()} ${path}`,
    `${prose(summary)}. ${credentialText(security)}`,
    ...(description === undefined ? [] : [listed(description), '']),
    ...table(
      ['parameter', 'in', 'type', 'meaning'],
      parameters.map((each) => [`\`${each.name}\``, each.in, typeText(each.schema), prose(each.description)]),
    ),
    ...(requestBody === undefined ? [] : [`Request body: ${bodyText(requestBody.content)}.`, '']),
    ...table(
      ['status', 'meaning', 'body'],
      Object.entries(responses).map(([status, { description: meaning, content }]) => [
        ...[status, prose(meaning), bodyText(content)],
      ]),
    ),
  );
}

/** Keeps the lists of a description. */
function listed(description: string): string {
  return description
    .split('\n')
    .map((line) => prose(line))
    .join('\n');
}

/** Returns the members of a body. */
function schemaSection(name: string, schema: Schema): string[] {
  const variants = schema.oneOf ?? schema.anyOf ?? [schema];
  const tables = variants.flatMap((variant, index) => [
    ...(index === 0 ? [] : ['Or:', '']),
    ...table(MEMBERS_HEAD, memberRows(variant)),
  ]);
  return section(name, prose(schema.description), ...tables);
}

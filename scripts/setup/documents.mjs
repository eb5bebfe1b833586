// node scripts/setup/documents.mjs [FOLDER]: writes the typed documents of codegen.yml, and the
// values of enums, into that folder, in place of src/generated.
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import * as documents from '@graphql-codegen/typed-document-node';
import { buildSchema, getNamedType, isEnumType, isLeafType, isObjectType, parse, print } from 'graphql';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PLUGINS = { typescript, 'typescript-operations': operations, 'typed-document-node': documents };

/** Enums with upper-case values everywhere. */
const UPPER_CASE = new Set(['ErrorCode', 'Permission', 'StatsSpan', 'TokenDecision', 'WalletProvider']);

const DOCUMENT_TEXT = `/** Text of an operation, with the types of its result and variables. */
export type DocumentText<Result, Variables> = string & DocumentTypeDecoration<Result, Variables>;`;

process.chdir(ROOT);
const [folder = 'src/generated'] = process.argv.slice(2).filter((argument) => argument !== '--write');
const { schema, config, generates, entities } = parseYaml(readFileSync('codegen.yml', 'utf8'));
const sdl = readFileSync(schema, 'utf8');
const built = buildSchema(sdl);
mkdirSync(folder, { recursive: true });
for (const [file, { documents: patterns, plugins }] of Object.entries(generates)) {
  const text = await codegen({
    filename: file,
    schema: parse(sdl),
    documents: [
      ...globSync(patterns)
        .sort()
        .map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) })),
      ...Object.entries(entities).map(([location, also]) => ({
        location,
        document: parse(documentsOf(location, also ?? {})),
      })),
    ],
    config: { ...config, enumValues: plainEnums(), disableDescriptions: true },
    plugins: plugins.map((/** @type {string} */ name) => ({ [name]: {} })),
    pluginMap: PLUGINS,
  });
  writeFileSync(join(folder, basename(file)), withoutUnusedTypes(asTexts(text)));
}

writeFileSync(join(folder, 'enums.ts'), enumsText());

/** Returns the values of enums as constants, for choices that people are offered. */
function enumsText() {
  const entries = Object.entries(plainEnums(new Set())).map(
    ([name, values]) => `  ${name}: ${JSON.stringify(Object.values(values))},\n`,
  );
  return `/** Values of the enums of the schema, as the command line and the console spell them. */\nexport const ENUMS = {\n${entries.join('')}} as const;\n`;
}

/**
 * Returns the documents of an entity: a fragment of its values, its list, its detail, and the mutations that return it.
 *
 * @param {string} name of its type
 * @param {{ also?: string, list?: string, detail?: string, hasId?: boolean }} entity selections of what it has beside its values
 */
function documentsOf(name, { also = '', list = '', detail = '', hasId = true }) {
  const values = fieldsOf(name).filter(({ name, type }) => isLeaf(type) && (hasId || name !== 'id'));
  const queries = Object.values(built.getQueryType()?.getFields() ?? {});
  const details = queries.filter(({ type }) => String(type) === name);
  const lists = queries.filter(({ type }) => String(type) === `${name}Connection!`);
  const changes = Object.values(built.getMutationType()?.getFields() ?? {}).filter(({ type }) =>
    fieldsOf(getNamedType(type).name).some((field) => String(field.type) === `${name}!`),
  );
  const fragment = `${details[0] === undefined ? name : pascal(details[0].name)}Fields`;
  const page = 'pageInfo { hasNextPage endCursor }';
  const paging = ['filter', 'first', 'after'];
  return [
    `fragment ${fragment} on ${name} { ${values.map(({ name }) => name).join(' ')} ${also} }`,
    ...lists.map((field) =>
      operation('query', field, `edges { node { ...${fragment} ${list} } } ${page}`, paging),
    ),
    ...details.map((field) => operation('query', field, `...${fragment} ${detail}`)),
    ...changes.map((field) => operation('mutation', field, resultOf(field, fragment))),
  ].join('\n');
}

/** @param {import('graphql').GraphQLField<unknown, unknown>} field @param {string} fragment */
function resultOf({ type }, fragment) {
  const parts = fieldsOf(getNamedType(type).name);
  return parts.map(({ name, type }) => (isLeaf(type) ? name : `${name} { ...${fragment} }`)).join(' ');
}

/**
 * @param {'query' | 'mutation'} kind
 * @param {import('graphql').GraphQLField<unknown, unknown>} field
 * @param {string} selection
 * @param {string[]} [names] the arguments that are variables; all of them by default
 */
function operation(kind, { name, args }, selection, names = args.map(({ name }) => name)) {
  const taken = args.filter((argument) => names.includes(argument.name));
  const variables = taken.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = taken.map(({ name }) => `${name}: $${name}`).join(', ');
  return `${kind} ${pascal(name)}(${variables}) { ${name}(${passed}) { ${selection} } }`;
}

/** @param {string} typeName */
function fieldsOf(typeName) {
  const type = built.getType(typeName);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
}

/** @param {import('graphql').GraphQLOutputType} type */
function isLeaf(type) {
  return isLeafType(getNamedType(type));
}

/** @param {string} name */
function pascal(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Returns generated documents as texts, in place of syntax trees: nothing has to print them, and they are half as long.
 *
 * @param {string} text
 */
function asTexts(text) {
  return text
    .replace(/TypedDocumentNode as DocumentNode/, 'DocumentTypeDecoration')
    .replace(/^export const \w+FragmentDoc = .*\n/gm, '')
    .replace(
      /^(export const \w+ = )(.*) as unknown as DocumentNode<(.*)>;$/gm,
      (_, start, tree, types) =>
        `${start}${JSON.stringify(print(JSON.parse(tree)))} as DocumentText<${types}>;`,
    )
    .replace(/^(?=export const )/m, `${DOCUMENT_TEXT}\n\n`);
}

/**
 * Returns generated documents without the types that none of them needs: codegen writes every input and enum of the schema.
 *
 * @param {string} text
 */
function withoutUnusedTypes(text) {
  // A comment stays with the type behind it.
  const parts = text.split(/(?<=\n)(?<!\*\/\n)(?=\/\*\* |export )/);
  const typeIn = (/** @type {string} */ part) => /^export type (\w+)/m.exec(part)?.[1] ?? '';
  const isNeeded = (/** @type {string} */ name) =>
    name === '' || /(Query|Mutation|Subscription|Fragment)$|^DocumentText$/.test(name);
  const kept = new Set(parts.filter((part) => isNeeded(typeIn(part))));
  // A set grows while it is walked: a type that a kept part names is kept too.
  for (const part of kept) {
    const named = new Set(part.match(/\w+/g));
    parts.filter((other) => named.has(typeIn(other))).forEach((other) => kept.add(other));
  }
  return parts.filter((part) => kept.has(part)).join('');
}

/**
 * Returns the values of enums as the command line and the console spell them (src/cli/enum-values.ts): in lower case, event types
 * with a dot.
 *
 * @param {ReadonlySet<string>} leftOut
 * @returns {Record<string, Record<string, string>>} by enum and value
 */
function plainEnums(leftOut = UPPER_CASE) {
  const enums = Object.values(built.getTypeMap()).filter(isEnumType);
  const plain = (/** @type {string} */ name, /** @type {string} */ value) => {
    if (UPPER_CASE.has(name)) return value;
    return name === 'EventType' ? value.toLowerCase().replace('_', '.') : value.toLowerCase();
  };
  return Object.fromEntries(
    enums
      .filter(({ name }) => !name.startsWith('__') && !leftOut.has(name))
      .map((type) => [
        type.name,
        Object.fromEntries(type.getValues().map(({ name }) => [name, plain(type.name, name)])),
      ]),
  );
}

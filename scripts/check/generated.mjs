// Makes the generated files again from the built program and compares them with the checked-in ones. --write replaces those.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, loadContext } from '@graphql-codegen/cli';
import { buildSchema, isEnumType, print } from 'graphql';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files that describe the gateway: each is the text that a function of the built program returns. */
const EMITTED = [
  { file: 'schema/schema.graphql', module: 'dist/emit-schema.js', call: 'emitSchema' },
  { file: 'schema/openapi.json', module: 'dist/emit-openapi.js', call: 'emitOpenApi' },
];

/** Folders of such files: the function returns a JSON object of texts by file name. */
const EMITTED_FOLDERS = [
  { folder: 'schema/events', module: 'dist/emit-events.js', call: 'emitEventSchemas' },
];

/** Enums with upper-case values everywhere. */
const UPPER_CASE = new Set(['ErrorCode', 'Permission', 'StatsSpan', 'TokenDecision', 'WalletProvider']);

const DOCUMENT_TEXT = `/** Text of an operation, with the types of its result and variables. */
export type DocumentText<Result, Variables> = string & DocumentTypeDecoration<Result, Variables>;`;

process.chdir(ROOT);
const stale = (await generateAll()).filter(({ file, text }) => readIfThere(file) !== text);
if (process.argv.includes('--write')) stale.forEach(write);
else report(stale.map(({ file }) => file));

/** @typedef {{ file: string, text: string }} GeneratedFile */

/** @returns {Promise<GeneratedFile[]>} */
async function generateAll() {
  const emitted = EMITTED.map(({ file, module, call }) => ({ file, text: emit(join(ROOT, module), call) }));
  const schema = emitted.filter(({ file }) => file.endsWith('.graphql')).map(({ text }) => text);
  const many = EMITTED_FOLDERS.flatMap(({ folder, module, call }) => {
    const texts = /** @type {Record<string, string>} */ (JSON.parse(emit(join(ROOT, module), call)));
    return Object.entries(texts).map(([name, text]) => ({ file: `${folder}/${name}`, text }));
  });
  return [...emitted, ...many, ...(await generateFrom(schema))];
}

/**
 * @param {string} module path
 * @param {string} call name of the module's function
 * @returns {string}
 */
function emit(module, call) {
  const program = 'process.stdout.write(require(process.argv[1])[process.argv[2]]())';
  return execFileSync(process.execPath, ['-e', program, module, call], { encoding: 'utf8' });
}

/**
 * Runs codegen.yml on the new schema, not on the schema files that codegen.yml names.
 *
 * @param {string[]} schema SDL
 * @returns {Promise<GeneratedFile[]>}
 */
async function generateFrom(schema) {
  const context = await loadContext('codegen.yml');
  context.updateConfig({ schema, silent: true });
  const commandLine = context.getConfig().generates['src/cli/generated/operations.ts'];
  // The package publishes descriptions with `cardway/client` only.
  commandLine.config = { enumValues: plainEnums(schema), disableDescriptions: true };
  /** @type {{ filename: string, content: string }[]} */
  const files = await generate(context, false);
  return files.map(({ filename, content }) => ({
    file: filename,
    text: withoutUnusedTypes(asTexts(content)),
  }));
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
 * @param {string[]} schema SDL
 * @returns {Record<string, Record<string, string>>} by enum and value
 */
function plainEnums(schema) {
  const enums = Object.values(buildSchema(schema.join('\n')).getTypeMap()).filter(isEnumType);
  const plain = (/** @type {string} */ name, /** @type {string} */ value) =>
    name === 'EventType' ? value.toLowerCase().replace('_', '.') : value.toLowerCase();
  return Object.fromEntries(
    enums
      .filter(({ name }) => !name.startsWith('__') && !UPPER_CASE.has(name))
      .map((type) => [
        type.name,
        Object.fromEntries(type.getValues().map(({ name }) => [name, plain(type.name, name)])),
      ]),
  );
}

/** @param {string[]} files */
function report(files) {
  if (files.length === 0) return;
  console.error(`${files.join(', ')}: not what the sources say. Run npm run check -- --write`);
  process.exitCode = 1;
}

/** @param {GeneratedFile} file */
function write({ file, text }) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

// Makes the generated files again from the built program and compares them with the checked-in ones. --write replaces those.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

process.chdir(ROOT);
const stale = generateAll().filter(({ file, text }) => readIfThere(file) !== text);
if (process.argv.includes('--write')) {
  stale.forEach(write);
  // The documents are typed by the schema.
  await import('../setup/documents.mjs');
} else report(stale.map(({ file }) => file));

/** @typedef {{ file: string, text: string }} GeneratedFile */

/** @returns {GeneratedFile[]} */
function generateAll() {
  const emitted = EMITTED.map(({ file, module, call }) => ({ file, text: emit(join(ROOT, module), call) }));
  const many = EMITTED_FOLDERS.flatMap(({ folder, module, call }) => {
    const texts = /** @type {Record<string, string>} */ (JSON.parse(emit(join(ROOT, module), call)));
    return Object.entries(texts).map(([name, text]) => ({ file: `${folder}/${name}`, text }));
  });
  return [...emitted, ...many];
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

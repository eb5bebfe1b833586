// Generated files, made anew from the sources and compared with what is checked in; with --write put in its place.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, loadContext } from '@graphql-codegen/cli';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

// What the gateway says of itself: each is the text that a function of the built program returns.
const EMITTED = [{ file: 'schema/schema.graphql', module: 'graphql/emit-schema.js', call: 'emitSchema' }];

process.chdir(ROOT);
const scratch = join('.cache', `generated-${process.pid}`);
try {
  const stale = (await generateAll()).filter(({ file, text }) => readIfThere(file) !== text);
  if (process.argv.includes('--write')) stale.forEach(write);
  else report(stale.map(({ file }) => file));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @typedef {{ file: string, text: string }} GeneratedFile */

/** @returns {Promise<GeneratedFile[]>} */
async function generateAll() {
  compile(scratch);
  const emitted = EMITTED.map(({ file, module, call }) => ({
    file,
    text: emit(join(ROOT, scratch, module), call),
  }));
  const inScratch = emitted.map(({ file, text }) => ({ file: join(scratch, file), text }));
  inScratch.forEach(write);
  return [...emitted, ...(await generateFrom(join(scratch, 'schema/schema.graphql')))];
}

/**
 * Compiles without checking types: a schema that has just been changed leaves generated types behind that no longer fit,
 * which is what this program is there to mend.
 *
 * @param {string} output
 */
function compile(output) {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'scripts/tsconfig.build.json'];
  execFileSync(process.execPath, [...tsc, '--noCheck', '--sourceMap', 'false', '--outDir', output], {
    stdio: 'inherit',
  });
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
 * Runs codegen.yml against another schema file than the one it names.
 *
 * @param {string} schema path
 * @returns {Promise<GeneratedFile[]>}
 */
async function generateFrom(schema) {
  const context = await loadContext('codegen.yml');
  context.updateConfig({ schema, silent: true });
  /** @type {{ filename: string, content: string }[]} */
  const files = await generate(context, false);
  return files.map(({ filename, content }) => ({ file: filename, text: content }));
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

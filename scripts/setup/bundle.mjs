// node scripts/setup/bundle.mjs FOLDER: builds the gateway with its packages into that folder. Reading one file is several times
// faster than reading the two thousand that it is made of. `npm run check` checks types.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { notices } from './notices.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const TSCONFIG = 'scripts/tsconfig.build.json';

/** Packages that stay in node_modules: a native addon, and packages that others use where they are installed. */
const EXTERNAL = ['better-sqlite3', 'pg-native', 'class-validator', 'supports-color'];

const [folder = 'dist'] = process.argv.slice(2);
const output = resolve(ROOT, folder);

// main.ts and the files that it shares with the rest are at the top: they find `package.json` from there.
const program = {
  main: 'src/main.ts',
  'main-program': 'src/cli/process.ts',
  'side-thread': 'src/store/engine/sqlite/side-thread-program.ts',
  describe: 'scripts/describe/main.ts',
};
await Promise.all([
  bundle(program, { external: EXTERNAL, plugins: [systemHash(), notices(ROOT)] }),
  // The library uses the packages of the program that imports it.
  bundle(
    { 'client/index': 'src/client/index.ts', 'client/client': 'src/client/client.ts' },
    { external: /^[^./]/ },
  ),
  declareTypes(),
]);
await run([`${output}/describe.js`, 'schema', `${output}/schema`]);

/**
 * Makes Apollo hash each document with Node's own SHA-256. It asks for it by `module.require`, which a bundle does not have, and
 * would take one in JavaScript.
 *
 * @returns {import('rolldown').Plugin}
 */
function systemHash() {
  return {
    name: 'system-hash',
    load: {
      filter: { id: /@apollo\/utils\.createhash\/dist\/index\.js$/ },
      handler: () => "exports.createHash = (kind) => require('crypto').createHash(kind);",
    },
  };
}

/**
 * @param {Record<string, string>} input source files by the names that they are built under
 * @param {Pick<import('rolldown').InputOptions, 'external' | 'plugins'>} options
 */
async function bundle(input, options) {
  const build = await rolldown({
    ...options,
    cwd: ROOT,
    input,
    platform: 'node',
    tsconfig: `${ROOT}/${TSCONFIG}`,
    // Takes the form that `require` finds where a package has both: all share one graphql, and no class exists twice.
    resolve: { mainFields: ['main', 'module'], conditionNames: ['node', 'require', 'default'] },
    // Tests change named constants (test/support/constants.ts).
    optimization: { inlineConst: false },
    onLog(_level, log) {
      throw new Error(log.message);
    },
  });
  // Keeps the names of source files and the licences in comments.
  const comments = { jsdoc: false };
  await build.write({
    dir: output,
    format: 'cjs',
    exports: 'named',
    sourcemap: true,
    comments,
    minify: false,
  });
  await build.close();
}

/** Writes the types of `cardway/client`. */
function declareTypes() {
  return run([`${ROOT}/node_modules/typescript/bin/tsc`, '-p', TSCONFIG, '--outDir', output]);
}

/** @param {string[]} args of Node */
async function run(args) {
  const [status] = await once(spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }), 'exit');
  if (status !== 0) process.exitCode = 1;
}

// node scripts/setup/bundle.mjs FOLDER: builds the gateway into there, its packages included: one file is read several times faster than
// the two thousand that it is made of. Types are checked by `npm run check`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { notices } from './notices.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const TSCONFIG = 'scripts/tsconfig.build.json';

/** Stay in node_modules: a native addon, and packages that others use where they are installed. */
const EXTERNAL = ['better-sqlite3', 'pg-native', 'class-validator', 'supports-color'];

const [folder = 'dist'] = process.argv.slice(2);
const output = resolve(ROOT, folder);

// main.ts and what it shares with the rest lie at the top: they find `package.json` from there.
const program = {
  main: 'src/main.ts',
  'main-program': 'src/cli/process.ts',
  'emit-schema': 'src/graphql/emit-schema.ts',
  'emit-asyncapi': 'src/adapters/openapi/async-api.ts',
  'emit-openapi': 'src/adapters/openapi/document.ts',
  'emit-events': 'src/core/events/event-schemas.ts',
};
await Promise.all([
  bundle(program, { external: EXTERNAL, plugins: [notices(ROOT)] }),
  // A library: it takes its packages from the program that uses it.
  bundle({ 'client/index': 'src/client/index.ts' }, { external: /^[^./]/ }),
  declareTypes(),
]);

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
    // Of packages that come in both forms the one that `require` finds: all share one graphql, and no class is there twice.
    resolve: { mainFields: ['main', 'module'], conditionNames: ['node', 'require', 'default'] },
    onLog(_level, log) {
      throw new Error(log.message);
    },
  });
  // The names of source files stay (src/platform/build.ts), and the licences in comments.
  const comments = { jsdoc: false };
  await build.write({ dir: output, format: 'cjs', exports: 'named', sourcemap: true, comments });
  await build.close();
}

/** For those who import `cardway/client`. */
async function declareTypes() {
  const compiler = [`${ROOT}/node_modules/typescript/bin/tsc`, '-p', TSCONFIG, '--outDir', output];
  const [status] = await once(spawn(process.execPath, compiler, { cwd: ROOT, stdio: 'inherit' }), 'exit');
  if (status !== 0) process.exitCode = 1;
}

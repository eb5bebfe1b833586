// npm run check: format, lint, types, import rules, generated files, the GraphQL schema, the docs, the lines of each room. With --write it
// repairs everything that a program can repair.
import './setup/require-node.mjs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInGroup, SetUpFailure } from './setup/child.mjs';
import { prepare, runScript } from './setup/prepare.mjs';
import { writeLine } from './setup/progress.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @typedef {{ name: string, command: string[], hint?: string }} Part */

await runScript(async () => {
  const write = readArguments(process.argv.slice(2));
  await prepare(ROOT);
  const parts = listParts(write);
  // Parts that write run one after another: the formatter comes last.
  const failed = await runParts(parts, write ? 1 : availableParallelism());
  if (failed > 0) throw new SetUpFailure(`${failed} of ${parts.length} checks failed.`);
});

/** @param {string[]} args */
function readArguments(args) {
  const unknown = args.find((arg) => arg !== '--write');
  if (unknown !== undefined) {
    throw new SetUpFailure(`Unknown argument ${unknown}. Usage: npm run check [-- --write]`);
  }
  return args.includes('--write');
}

/**
 * @param {boolean} write
 * @returns {Part[]} first what the others read, then the longest
 */
function listParts(write) {
  const hint = 'Run npm run check -- --write';
  return [
    {
      name: 'generated files',
      command: ['scripts/check/generated.mjs', ...(write ? ['--write'] : [])],
    },
    {
      name: 'lint',
      command: ['node_modules/eslint/bin/eslint.js', '--max-warnings=0', ...(write ? ['--fix'] : []), '.'],
    },
    { name: 'types', command: checkTypes('tsconfig.json', 'types') },
    { name: 'types of the console', command: checkTypes('console/tsconfig.json', 'console-types') },
    {
      name: 'format',
      command: [
        'node_modules/prettier/bin/prettier.cjs',
        write ? '--write' : '--check',
        '--log-level=warn',
        '--cache',
        '--cache-strategy=content',
        '--cache-location=.cache/format',
        '.',
      ],
      hint,
    },
    {
      name: 'schema',
      command: [
        'node_modules/eslint/bin/eslint.js',
        '--config=scripts/check/schema-lint.config.mjs',
        '--max-warnings=0',
        'schema/schema.graphql',
      ],
    },
    { name: 'lines of each room', command: ['scripts/check/house.mjs'] },
    { name: 'documentation site', command: ['scripts/docs.mjs'] },
    { name: 'prose', command: ['tools/docs/prose.mjs'] },
    { name: 'types of scripts', command: checkTypes('scripts/tsconfig.json', 'script-types') },
    {
      name: 'import rules',
      command: [
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        '--config=.dependency-cruiser.cjs',
        '--output-type=err-long',
        'src',
      ],
    },
  ];
}

/**
 * @param {string} project
 * @param {string} cache name of the file that keeps what need not be checked again
 */
function checkTypes(project, cache) {
  const incremental = ['--incremental', '--tsBuildInfoFile', `.cache/${cache}.tsbuildinfo`];
  return ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project, ...incremental];
}

/**
 * @param {Part[]} parts
 * @param {number} atOnce
 * @returns {Promise<number>} how many failed
 */
async function runParts(parts, atOnce) {
  const waiting = [...parts];
  let failed = 0;
  const worker = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      if (!(await runPart(part))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}

/** @param {Part} part */
async function runPart({ name, command, hint }) {
  const startedAt = performance.now();
  const { status, output } = await runInGroup([process.execPath, ...command], { cwd: ROOT });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  writeLine(`${status === 0 ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}`);
  if (status !== 0) {
    const text = [output.trimEnd(), ...(hint ? [hint] : [])].join('\n');
    writeLine(text.replace(/^/gm, '    '));
  }
  return status === 0;
}

import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runInGroup, SetUpFailure } from './child.mjs';
import { digest, filesDigest } from './digest.mjs';
import { packagesDigest } from './install.mjs';
import { step } from './progress.mjs';

// The stamp is inside the artefact, so that both are replaced together.
const STAMP = '.built-from';
// Beside the artefact and as deep as the artefact: source maps hold relative paths.
const SCRATCH = '.build-';

/**
 * @typedef {object} Artefact
 * @property {string} name
 * @property {string[]} inputs files and folders it is made from
 * @property {string} output folder
 * @property {(output: string) => string[]} command Node's arguments that make it into the given folder
 * @property {true} [isOnDemand] built only where it is asked for by its name
 */

/** @type {Artefact[]} in the order in which they are built */
const ARTEFACTS = [
  {
    name: 'typed documents',
    inputs: ['codegen.yml', 'schema/schema.graphql', 'schema/operations', 'scripts/setup/documents.mjs'],
    // Beside the sources, which import them.
    output: 'src/generated',
    command: (output) => ['scripts/setup/documents.mjs', output],
  },
  {
    name: 'gateway',
    inputs: [
      'src',
      'tsconfig.json',
      'scripts/tsconfig.build.json',
      'scripts/describe',
      'scripts/setup/bundle.mjs',
      'scripts/setup/notices.mjs',
      'scripts/shipped.mjs',
    ],
    output: 'dist',
    command: (output) => ['scripts/setup/bundle.mjs', output],
  },
  {
    name: 'reference pages',
    inputs: ['docs/README.md', 'src', 'scripts/describe', 'scripts/setup/bundle.mjs'],
    output: 'docs/generated',
    command: (output) => ['dist/describe.js', 'pages', output],
  },
  {
    name: 'console',
    inputs: [
      'console',
      'src/generated',
      'docs/runbook.md',
      'tsconfig.json',
      'scripts/setup/compressed.mjs',
      'scripts/setup/runbook.mjs',
    ],
    // Inside the gateway's folder, so that one folder holds everything that is shipped.
    output: 'dist/console',
    command: (output) => vite('console', output),
  },
  {
    name: 'reference page',
    inputs: ['scripts/setup/reference', 'scripts/setup/compressed.mjs'],
    // Inside the gateway's folder, so that one folder holds everything that is shipped.
    output: 'dist/reference',
    command: (output) => vite('scripts/setup/reference', output),
  },
  {
    name: 'explorer page',
    inputs: ['scripts/setup/render-explorer.mjs', 'scripts/setup/explorer-tabs.mjs'],
    // Inside the gateway's folder, so that one folder holds everything that is shipped.
    output: 'dist/explorer',
    command: (output) => ['scripts/setup/render-explorer.mjs', output],
  },
  {
    name: 'documentation site',
    inputs: ['docs', 'tools/docs'],
    // Inside the gateway's folder, where the sandbox looks for it. The package leaves it out.
    output: 'dist/docs',
    command: (output) => ['tools/docs/build.mjs', output],
    // Needs the packages of tools/docs, and more time than all other pages.
    isOnDemand: true,
  },
];

/**
 * @param {string} folder of the page, with its vite.config.mjs
 * @param {string} output
 */
function vite(folder, output) {
  return [
    'node_modules/vite/bin/vite.js',
    'build',
    `--config=${folder}/vite.config.mjs`,
    '--logLevel=warn',
    '--emptyOutDir',
    `--outDir=${relative(folder, output)}`,
  ];
}

/**
 * Returns the artefacts whose sources exist in this checkout.
 *
 * @param {string} root
 * @param {string} [onDemand] name of an artefact that is built on demand only
 */
export function artefactsOf(root, onDemand) {
  return ARTEFACTS.filter(
    ({ name, inputs: [sources = ''], isOnDemand = false }) =>
      existsSync(join(root, sources)) && (!isOnDemand || name === onDemand),
  );
}

/**
 * @param {string} root
 * @param {Artefact} artefact
 */
export function isBuilt(root, artefact) {
  const stamp = join(root, artefact.output, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputsDigest(root, artefact);
}

/**
 * Builds beside the old artefact and then swaps the two, so that nobody starts half an artefact. A failed build keeps the old
 * one. Call with the set-up lock held.
 *
 * @param {string} root
 * @param {Artefact} artefact
 */
export async function build(root, artefact) {
  removeScratch(root);
  const next = `${SCRATCH}${process.pid}`;
  const old = `${next}-old`;
  const builtFrom = inputsDigest(root, artefact);
  try {
    const { status, output } = await step(`Building the ${artefact.name}`, () =>
      runInGroup([process.execPath, ...artefact.command(next)], { cwd: root }),
    );
    if (status !== 0) throw new SetUpFailure(`${output.trimEnd()}\nThe ${artefact.name} could not be built.`);
    writeFileSync(join(root, next, STAMP), builtFrom);
    keepNested(root, artefact, next);
    if (existsSync(join(root, artefact.output))) renameSync(join(root, artefact.output), join(root, old));
    renameSync(join(root, next), join(root, artefact.output));
  } finally {
    removeScratch(root);
  }
}

/**
 * Keeps artefacts inside this one's folder: they have their own stamps and need no new build.
 *
 * @param {string} root
 * @param {Artefact} artefact
 * @param {string} next the folder that takes the artefact's place
 */
function keepNested(root, artefact, next) {
  for (const { output } of ARTEFACTS) {
    const isNested = output.startsWith(`${artefact.output}/`) && existsSync(join(root, output));
    if (isNested) cpSync(join(root, output), join(root, next, output.slice(artefact.output.length)), COPY);
  }
}

const COPY = { recursive: true };

/**
 * @param {string} root
 * @param {Artefact} artefact
 */
function inputsDigest(root, artefact) {
  return digest([packagesDigest(root), filesDigest(root, artefact.inputs)]);
}

/** @param {string} root */
function removeScratch(root) {
  for (const name of readdirSync(root)) {
    if (name.startsWith(SCRATCH)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

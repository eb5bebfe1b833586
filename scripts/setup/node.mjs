// node scripts/setup/node.mjs: makes `.node/bin/node` a Node that Cardway runs on, whatever Node runs this (16 or later; keep the
// syntax plain). Every npm script begins with it and goes on with `.node/bin/node`.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInGroup, SetUpFailure } from './child.mjs';
import { withLock } from './lock.mjs';
import { runScript } from './prepare.mjs';
import { step } from './progress.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const HOME = join(ROOT, '.node');
const NODE = join(HOME, 'bin/node');
const SCRATCH = join(ROOT, '.node-next');

/**
 * @type {{
 *   needed: number,
 *   version: string,
 *   packages: Record<string, { name: string, integrity: string }>,
 *   npm: { neededMajor: number, version: string, integrity: string },
 * }}
 */
const PINNED = JSON.parse(readFileSync(new URL('node-packages.json', import.meta.url), 'utf8'));
const ORDER = `set CARDWAY_NODE to the path of a Node ${PINNED.needed} or later`;

await runScript(async () => {
  const given = process.env.CARDWAY_NODE;
  if (given) return link(checked(given));
  if (isRecent(process.versions.node)) return link(process.execPath);
  if (isRecent(versionOf(NODE))) return;
  await withLock(ROOT, async () => {
    if (!isRecent(versionOf(NODE))) await bring();
  });
});

/** @param {string} path from CARDWAY_NODE */
function checked(path) {
  const version = versionOf(path);
  if (version === '') throw new SetUpFailure(`CARDWAY_NODE is ${path}, which does not run.`);
  if (!isRecent(version)) {
    throw new SetUpFailure(
      `CARDWAY_NODE is Node ${version} (${path}); Cardway needs Node ${PINNED.needed} or later.`,
    );
  }
  return path;
}

/**
 * The version that a Node says it is; '' for anything that does not run.
 *
 * @param {string} path
 */
function versionOf(path) {
  const { stdout, status } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().replace(/^v/, '') : '';
}

/** @param {string} version */
function isRecent(version) {
  return Number(version.split('.')[0]) >= PINNED.needed;
}

/**
 * Points `.node/bin/node` to a Node of this machine. The name is never missing: a second link takes its place.
 *
 * @param {string} target
 */
function link(target) {
  if (existsSync(NODE) && realpathSync(NODE) === realpathSync(target)) return;
  mkdirSync(dirname(NODE), { recursive: true });
  const next = `${NODE}-${process.pid}`;
  symlinkSync(target, next);
  renameSync(next, NODE);
}

/** Fetches Node by the npm at hand, which knows the registry, the proxy and the certificates to use, and checks the integrity. */
async function bring() {
  const wanted = packageHere();
  const withNpm = npmMajor() < PINNED.npm.neededMajor;
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true });
  try {
    writeProject([
      { name: wanted.name, version: PINNED.version, integrity: wanted.integrity },
      ...(withNpm ? [{ name: 'npm', version: PINNED.npm.version, integrity: PINNED.npm.integrity }] : []),
    ]);
    const title = `Node ${process.versions.node} is too old for Cardway: fetching Node ${PINNED.version} into .node`;
    const { status, output } = await step(title, () =>
      runInGroup([...npm(), 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: SCRATCH,
      }),
    );
    if (status !== 0) throw new SetUpFailure(wordsFor(output));
    put(join(SCRATCH, 'node_modules', wanted.name, 'bin/node'), withNpm);
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

function packageHere() {
  const wanted = PINNED.packages[`${process.platform}-${process.arch}`];
  if (wanted === undefined || isMusl()) {
    const system = isMusl() ? 'Linux with musl' : `${process.platform} on ${process.arch}`;
    throw new SetUpFailure(
      `Cardway needs Node ${PINNED.needed} or later; this is Node ${process.versions.node}, and none can be fetched for ${system}: install one and run this again, or ${ORDER}.`,
    );
  }
  return wanted;
}

/** The packages of Node are made for glibc. */
function isMusl() {
  if (process.platform !== 'linux') return false;
  return readdirSync('/lib').some((name) => name.startsWith('ld-musl-')) && !hasGlibc();
}

function hasGlibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report?.getReport() ?? {}
  );
  return report.header?.glibcVersionRuntime !== undefined;
}

/**
 * A project that has these packages and nothing else. The lock names no address, so that npm takes its own registry.
 *
 * @param {{ name: string, version: string, integrity: string }[]} packages
 */
function writeProject(packages) {
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  const root = { name: 'cardway-node', version: '1.0.0', dependencies };
  const locked = packages.map(({ name, version, integrity }) => [
    `node_modules/${name}`,
    { version, integrity },
  ]);
  const lock = {
    ...root,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...Object.fromEntries(locked) },
  };
  writeFileSync(join(SCRATCH, 'package.json'), JSON.stringify({ ...root, private: true }));
  writeFileSync(join(SCRATCH, 'package-lock.json'), JSON.stringify(lock));
  const settings = join(ROOT, '.npmrc');
  if (existsSync(settings)) writeFileSync(join(SCRATCH, '.npmrc'), readFileSync(settings));
}

/**
 * What is fetched takes its place whole.
 *
 * @param {string} node
 * @param {boolean} withNpm
 */
function put(node, withNpm) {
  const version = versionOf(node);
  if (version !== PINNED.version) {
    throw new SetUpFailure(`The fetched Node ${PINNED.version} does not run on this machine; ${ORDER}.`);
  }
  mkdirSync(dirname(NODE), { recursive: true });
  if (withNpm) {
    rmSync(join(HOME, 'npm'), { recursive: true, force: true });
    renameSync(join(SCRATCH, 'node_modules/npm'), join(HOME, 'npm'));
  }
  renameSync(node, NODE);
}

/** The npm that started this script, else the one on the path. Other package managers set the same variable to themselves. */
function npm() {
  const path = process.env.npm_execpath;
  return path !== undefined && path.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
}

function npmMajor() {
  const [program = '', ...args] = npm();
  const { stdout, status } = spawnSync(program, [...args, '--version'], { encoding: 'utf8' });
  if (status !== 0) {
    throw new SetUpFailure(
      `Cardway needs Node ${PINNED.needed} or later; this is Node ${process.versions.node}, and there is no npm to fetch one: install npm, or ${ORDER}.`,
    );
  }
  return Number(stdout.split('.')[0]);
}

/**
 * One line of what npm said.
 *
 * @param {string} output
 */
function wordsFor(output) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:ERR!|error)\s*/, '').trim())
    .filter((line) => line !== '' && !/^(?:code|errno|syscall|network|A complete log|This is)\b/.test(line));
  const said = lines[0] ?? 'nothing';
  return `Node ${PINNED.version} could not be fetched (npm: ${said}). Connect this machine to its npm registry and run this again, or ${ORDER}.`;
}

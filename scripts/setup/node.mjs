// node scripts/setup/node.mjs [LINE]: links `.node/bin/node` to a Node that Cardway runs on, whatever Node runs this script (16
// or later; keep the syntax plain). Every npm script begins with it and continues with `.node/bin/node`. With LINE (24 or 26) it
// only fetches that Node into `.node/LINE`.
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
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInGroup, SetUpFailure } from './child.mjs';
import { withLock } from './lock.mjs';
import { runScript } from './prepare.mjs';
import { step } from './progress.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const HOME = join(ROOT, '.node');
const NODE = join(HOME, 'bin/node');
const SCRATCH = join(ROOT, '.node-next');

/** @typedef {{ version: string, packages: Record<string, { name: string, integrity: string }> }} Line of Node, as 26 */

/**
 * @type {{
 *   needed: number,
 *   brought: string,
 *   lines: Record<string, Line>,
 *   npm: { neededMajor: number, version: string, integrity: string },
 * }}
 */
const PINNED = JSON.parse(readFileSync(new URL('node-packages.json', import.meta.url), 'utf8'));
const ADVICE = `set CARDWAY_NODE to the path of a Node ${PINNED.needed} or later`;

await runScript(async () => {
  const [line] = process.argv.slice(2);
  if (line !== undefined) return fetchOnce(line);
  const given = process.env.CARDWAY_NODE;
  if (given) return link(checked(given));
  if (isRecent(process.versions.node)) return link(process.execPath);
  if (isReady()) return;
  await fetchOnce(PINNED.brought);
  link(pathOf(PINNED.brought));
});

/** @param {string} path from CARDWAY_NODE */
function checked(path) {
  // The terminal would search its path for a bare name.
  const version = existsSync(path) ? versionOf(resolve(path)) : '';
  if (version === '') {
    throw new SetUpFailure(`CARDWAY_NODE is ${path}; it must be the path of a Node that runs here.`);
  }
  if (!isRecent(version)) {
    throw new SetUpFailure(
      `CARDWAY_NODE is Node ${version} (${path}); Cardway needs Node ${PINNED.needed} or later.`,
    );
  }
  return realpathSync(path);
}

/**
 * Returns the version that a Node reports. Returns '' for anything that does not run.
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

/** Returns true where an earlier set-up left a Node: the pinned one, or a named one. */
function isReady() {
  if (!existsSync(NODE)) return false;
  const isOurs = realpathSync(NODE).startsWith(realpathSync(HOME) + sep);
  return isOurs ? isFetched(PINNED.brought) : isRecent(versionOf(NODE));
}

/**
 * Points `.node/bin/node` to a Node. The name always exists: a second link replaces the first.
 *
 * @param {string} target
 */
function link(target) {
  if (existsSync(NODE) && realpathSync(NODE) === realpathSync(target)) return;
  mkdirSync(dirname(NODE), { recursive: true });
  // A moved checkout takes its own Node along.
  replaceLink(NODE, target.startsWith(HOME + sep) ? relative(dirname(NODE), target) : target);
}

/**
 * @param {string} path
 * @param {string} target
 */
function replaceLink(path, target) {
  const next = `${path}-${process.pid}`;
  symlinkSync(target, next);
  renameSync(next, path);
}

/** @param {string} line */
function pathOf(line) {
  return join(HOME, line, 'bin/node');
}

/** @param {string} line */
function isFetched(line) {
  return existsSync(pathOf(line)) && versionOf(pathOf(line)) === PINNED.lines[line]?.version;
}

/** @param {string} line */
async function fetchOnce(line) {
  if (isFetched(line)) return;
  await withLock(ROOT, async () => {
    if (!isFetched(line)) await fetchNode(line);
  });
}

/**
 * Fetches a Node by the local npm, which knows the registry, the proxy and the certificates to use, and checks the integrity.
 *
 * @param {string} line
 */
async function fetchNode(line) {
  const wanted = packageOf(line);
  const withNpm = npmMajor() < PINNED.npm.neededMajor;
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true });
  try {
    writeProject([
      wanted,
      ...(withNpm ? [{ name: 'npm', version: PINNED.npm.version, integrity: PINNED.npm.integrity }] : []),
    ]);
    const { status, output } = await step(titleOf(wanted.version, line), () =>
      runInGroup([...npm(), 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: SCRATCH,
      }),
    );
    if (status !== 0) throw new SetUpFailure(wordsFor(wanted.version, output));
    // npm comes first: a Node in its place is the sign that everything is there.
    if (withNpm) putNpm();
    put(wanted, line);
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

/**
 * @param {string} version
 * @param {string} line
 */
function titleOf(version, line) {
  const own = process.versions.node;
  return isRecent(own)
    ? `Fetching Node ${version} into .node/${line}`
    : `Node ${own} is too old for Cardway: fetching Node ${version} into .node/${line}`;
}

/**
 * Returns the package that holds a Node for this machine.
 *
 * @param {string} line
 */
function packageOf(line) {
  const { version = '', packages = {} } = PINNED.lines[line] ?? {};
  const wanted = packages[`${process.platform}-${process.arch}`];
  if (wanted === undefined || isMusl()) {
    const system = isMusl() ? 'Linux with musl' : `${process.platform} on ${process.arch}`;
    throw new SetUpFailure(
      `Cardway needs Node ${PINNED.needed} or later; this is Node ${process.versions.node}. Node ${line} cannot be fetched for ${system}: install it and run this again, or ${ADVICE}.`,
    );
  }
  return { ...wanted, version };
}

/** Returns true on musl: the Node packages are made for glibc. */
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
 * Writes a project with only these packages. The lock names no address, so that npm uses its own registry.
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
 * Moves the complete fetched Node to its place.
 *
 * @param {{ name: string, version: string }} fetched
 * @param {string} line
 */
function put({ name, version }, line) {
  const node = join(SCRATCH, 'node_modules', name, 'bin/node');
  if (versionOf(node) !== version) {
    throw new SetUpFailure(`The fetched Node ${version} does not run on this machine; ${ADVICE}.`);
  }
  mkdirSync(dirname(pathOf(line)), { recursive: true });
  renameSync(node, pathOf(line));
}

/** Installs an npm that runs on the fetched Node, under the names by which programs call it. */
function putNpm() {
  rmSync(join(HOME, 'npm'), { recursive: true, force: true });
  mkdirSync(join(HOME, 'bin'), { recursive: true });
  renameSync(join(SCRATCH, 'node_modules/npm'), join(HOME, 'npm'));
  for (const name of ['npm', 'npx']) replaceLink(join(HOME, 'bin', name), `../npm/bin/${name}-cli.js`);
}

/**
 * Returns the npm that started this script, else the one on the path. Other package managers set the same variable to themselves.
 */
function npm() {
  const path = process.env.npm_execpath;
  return path !== undefined && path.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm'];
}

function npmMajor() {
  const [program = '', ...args] = npm();
  const { stdout, status } = spawnSync(program, [...args, '--version'], { encoding: 'utf8' });
  if (status !== 0) {
    throw new SetUpFailure(
      `Cardway needs Node ${PINNED.needed} or later; this is Node ${process.versions.node}, and there is no npm to fetch one: install npm, or ${ADVICE}.`,
    );
  }
  return Number(stdout.split('.')[0]);
}

/**
 * Returns a sentence with one line of npm's output.
 *
 * @param {string} version
 * @param {string} output
 */
function wordsFor(version, output) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:ERR!|error)\s*/, '').trim())
    .filter((line) => line !== '' && !/^(?:code|errno|syscall|network|A complete log|This is)\b/.test(line));
  const said = lines[0] ?? 'nothing';
  return `Node ${version} could not be fetched (npm: ${said}). Connect this machine to its npm registry and run this again, or ${ADVICE}.`;
}

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runInGroup, SetUpFailure } from './child.mjs';
import { digest } from './digest.mjs';
import { step } from './progress.mjs';

// Inside node_modules, so that removing node_modules, which `npm ci` begins with, removes the claim as well.
const STAMP = 'node_modules/.cache/cardway-installed';

/**
 * True where node_modules is what the lock file says: by our stamp, or else by npm's own record of a whole install, which then gets
 * the stamp.
 *
 * @param {string} root
 * @param {boolean} tools also what only tests and checks need (tools/)
 */
export function isInstalled(root, tools) {
  const stamp = readStamp(root);
  if (stamp === stampOf(root, true) || (!tools && stamp === stampOf(root, false))) return true;
  if (!isInstalledByNpm(root)) return false;
  writeStamp(root, true);
  return true;
}

/**
 * @param {string} root
 * @param {boolean} tools
 */
export async function install(root, tools) {
  // Left over where a pack was killed; npm would read it in the place of package-lock.json.
  rmSync(join(root, 'npm-shrinkwrap.json'), { force: true });
  // A sandbox may run on the packages that are here: the tools are put beside them, and nothing is taken away.
  const isAddition = tools && readStamp(root) === stampOf(root, false);
  const verb = isAddition ? ['install', '--no-save'] : ['ci'];
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Each folder of tools is a workspace of npm.
  if (!tools) options.push('--no-workspaces');
  await step(`Installing packages (npm ${verb[0]})`, async () => {
    await runNpm(root, [...verb, '--ignore-scripts', ...options]);
    const allowed = listAllowedScripts(root);
    if (allowed.length > 0) await runNpm(root, ['rebuild', ...allowed, '--loglevel=error']);
  });
  writeStamp(root, tools);
}

/**
 * @param {string} root
 * @param {string[]} args
 */
async function runNpm(root, args) {
  const { status, output } = await runInGroup([...npm(root), ...args], { cwd: root });
  if (status === 0) return;
  throw new SetUpFailure(
    `${output.trimEnd()}\nThe packages could not be installed: npm ${args[0]} ended with status ${status}.`,
  );
}

/**
 * Installed packages whose install scripts run. No other script does, whatever the version of npm makes of `allowScripts`; nor does npm
 * compile an addon that comes ready made because sources lie beside it.
 *
 * @param {string} root
 */
function listAllowedScripts(root) {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(root, 'node_modules', name)),
  );
}

/**
 * What the installed packages depend on: the lock file, and the system and processor that native addons are made for. They come ready
 * made, for every version of Node.
 *
 * @param {string} root
 */
export function packagesDigest(root) {
  const lockFile = readFileSync(join(root, 'package-lock.json'));
  return digest([lockFile, process.platform, process.arch]);
}

/**
 * The npm that came with Node where the one at hand was too old, else the one that started this script, else the one on the path. Other
 * package managers set `npm_execpath` to themselves.
 *
 * @param {string} root
 */
export function npm(root) {
  const brought = join(root, '.node/npm/bin/npm-cli.js');
  if (existsSync(brought)) return [process.execPath, brought];
  const path = process.env.npm_execpath;
  return path && basename(path) === 'npm-cli.js' ? [process.execPath, path] : ['npm'];
}

/** @param {string} root */
function readStamp(root) {
  const stamp = join(root, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
}

/**
 * @param {string} root
 * @param {boolean} tools
 */
function writeStamp(root, tools) {
  mkdirSync(dirname(join(root, STAMP)), { recursive: true });
  writeFileSync(join(root, STAMP), stampOf(root, tools));
}

/**
 * @param {string} root
 * @param {boolean} tools
 */
function stampOf(root, tools) {
  return `${packagesDigest(root)} ${tools ? 'with tools' : 'without tools'}`;
}

/**
 * True after an `npm ci` or `npm install` that somebody ran by hand: npm records what it has installed, once it has installed all of it.
 *
 * @param {string} root
 */
function isInstalledByNpm(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  const isPresent = (/** @type {[string, LockedPackage]} */ [path, wanted]) =>
    !path.startsWith('node_modules/') ||
    wanted.optional === true ||
    (path in installed && installed[path]?.version === wanted.version);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(isPresent);
}

/** @typedef {{ version?: string, optional?: boolean }} LockedPackage */

/**
 * @param {string} path of a lock file
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runInGroup, SetUpFailure } from './child.mjs';
import { digest } from './digest.mjs';
import { step } from './progress.mjs';

// Inside node_modules: `npm ci` first removes that folder, and the stamp with it.
const STAMP = 'node_modules/.cache/cardway-installed';

/**
 * Returns true where node_modules matches the lock file: by our stamp, or by npm's own record of a complete install, which then
 * gets the stamp.
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
  // A killed pack leaves this file, and npm would read it instead of package-lock.json.
  rmSync(join(root, 'npm-shrinkwrap.json'), { force: true });
  // A sandbox may run on the existing packages: the tools are added, and nothing is removed.
  const isAddition = tools && readStamp(root) === stampOf(root, false);
  const verb = isAddition ? ['install', '--no-save'] : ['ci'];
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Each folder of tools is an npm workspace.
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
 * Returns the installed packages whose install scripts run. No other script runs, whatever this npm version makes of
 * `allowScripts`. npm also compiles no ready-made addon only because its sources are there.
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
 * Returns a digest of the lock file, and of the system and processor that native addons are made for. The addons are ready-made
 * for every version of Node.
 *
 * @param {string} root
 */
export function packagesDigest(root) {
  const lockFile = readFileSync(join(root, 'package-lock.json'));
  return digest([lockFile, process.platform, process.arch]);
}

/**
 * Returns the npm that came with Node where the local one was too old; else the npm that started this script; else the one on the
 * path. Other package managers set `npm_execpath` to themselves.
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
 * Returns true after a manual `npm ci` or `npm install`: npm writes its record once it has installed everything.
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

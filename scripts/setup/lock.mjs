import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeLine } from './progress.mjs';

// Outside node_modules, which `npm ci` deletes.
const FOLDER = '.cache/setup-lock';

/**
 * Runs work while no other process of this checkout runs work under this lock. A dead owner holds nothing.
 *
 * Each contender creates a file named after its process, and then looks for others. A contender that sees another living one
 * removes its own file and tries again. Two can both withdraw. If two stayed, the later one would have seen the earlier. Anyone
 * can delete a dead owner's file, because its name is never used again.
 *
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, work) {
  const folder = join(root, FOLDER);
  const own = processName(process.pid);
  mkdirSync(folder, { recursive: true });
  await acquire(folder, own);
  try {
    return await work();
  } finally {
    rmSync(join(folder, own), { force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} own
 */
async function acquire(folder, own) {
  for (let isTold = false; ;) {
    const [owner] = livingOthers(folder, own);
    if (owner === undefined) {
      writeFileSync(join(folder, own), '');
      if (livingOthers(folder, own).length === 0) return;
      rmSync(join(folder, own), { force: true });
    } else if (!isTold) {
      writeLine(`Waiting for process ${pidOf(owner)}, which installs or builds here …`);
      isTold = true;
    }
    await sleep(50 + Math.random() * 150);
  }
}

/**
 * @param {string} folder
 * @param {string} own
 */
function livingOthers(folder, own) {
  const others = readdirSync(folder).filter((name) => name !== own);
  const living = others.filter(isAlive);
  for (const name of others) {
    if (!living.includes(name)) rmSync(join(folder, name), { force: true });
  }
  return living;
}

/**
 * Returns true while the process that the name was made for runs.
 *
 * @param {string} name
 */
function isAlive(name) {
  const pid = pidOf(name);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false;
  }
  return processName(pid) === name;
}

/** @param {string} name */
function pidOf(name) {
  return Number(name.split('-')[0]);
}

/**
 * Returns the process id and, where Linux reports it, the start time of the process: ids are reused, soonest in containers.
 *
 * @param {number} pid
 */
function processName(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5), from field 3: the program's name before it may hold spaces.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? `${pid}-ended` : `${pid}-${rest[18]}`;
  } catch {
    return `${pid}`;
  }
}

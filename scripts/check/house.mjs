// node scripts/check/house.mjs: prints the lines of each room beside its bound and its goal in budget.json, and fails above a bound.
// A bound only goes down.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Rooms of code count what people write in TypeScript; the other rooms count every text file. */
const CODE = /\.tsx?$/;
const CONSOLE_CODE = /\.(?:tsx?|css)$/;
const PICTURES = /\.(?:png|svg)$/;

/** @type {Record<string, { bound: number, goal: number }>} by room, which is a folder */
const budget = JSON.parse(readFileSync(join(ROOT, 'scripts/check/budget.json'), 'utf8'));
// Generated files are ignored by git. New files count before they are added, so that a commit does not surprise anybody.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

print('room', 'lines', 'bound', 'goal');
for (const [room, { bound, goal }] of Object.entries(budget)) {
  const lines = files.filter((file) => isCounted(file, room)).reduce((sum, file) => sum + linesOf(file), 0);
  print(room, lines, bound, goal);
  if (lines <= bound) continue;
  console.error(`${room} has ${lines} lines; its bound in scripts/check/budget.json is ${bound}.`);
  process.exitCode = 1;
}

/**
 * @param {string} file
 * @param {string} room
 */
function isCounted(file, room) {
  if (!file.startsWith(`${room}/`)) return false;
  if (room === 'docs' || room === 'schema') return !PICTURES.test(file);
  return (room === 'console/src' ? CONSOLE_CODE : CODE).test(file);
}

/** @param {string} file */
function linesOf(file) {
  return readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
}

/**
 * @param {string} room
 * @param {(string | number)[]} numbers
 */
function print(room, ...numbers) {
  console.log([room.padEnd(14), ...numbers.map((number) => String(number).padStart(8))].join(''));
}

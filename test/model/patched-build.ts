/** Builds of the gateway with a hole of the past in them. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Hole } from './holes.js';

const ROOT = resolve(__dirname, '..', '..');

/** Files and folders that a build reads. */
const SOURCES = [
  ...[
    'src',
    'schema',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'scripts/tsconfig.build.json',
    'scripts/describe',
    'scripts/shipped.mjs',
  ],
  ...['scripts/setup/bundle.mjs', 'scripts/setup/notices.mjs'],
];

/**
 * Copies the sources, plants the hole, and builds the copy. Takes some seconds. Resolves with the path of its program. Throws
 * where a text is not exactly once in its file, as after a change of the source.
 */
export async function buildWith({ name, patches }: Hole): Promise<string> {
  const folder = join(ROOT, '.cache', 'holes', name);
  rmSync(folder, { recursive: true, force: true });
  for (const source of SOURCES) {
    mkdirSync(dirname(join(folder, source)), { recursive: true });
    cpSync(join(ROOT, source), join(folder, source), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, before, after } of patches) {
    const path = join(folder, file);
    const [head, tail, ...more] = readFileSync(path, 'utf8').split(before);
    if (head === undefined || tail === undefined || more.length > 0)
      throw new Error(`The hole ${name} does not fit: ${file} must have this text once: ${before}`);
    writeFileSync(path, head + after + tail);
  }
  await promisify(execFile)(process.execPath, ['scripts/setup/bundle.mjs', 'dist'], { cwd: folder });
  return join(folder, 'dist', 'main.js');
}

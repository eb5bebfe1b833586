import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/**
 * Folder of package.json: beside `dist` in a checkout and an installed package, beside `src` where this file runs unbuilt.
 */
const ROOT = [join(__dirname, '..'), join(__dirname, '..', '..')].find((folder) =>
  existsSync(join(folder, 'package.json')),
);
const manifest = JSON.parse(readFileSync(join(ROOT ?? '.', 'package.json'), 'utf8')) as Manifest;

export const VERSION: string = manifest.version;

/** The lowest major version of Node that Cardway runs on. */
export const NODE_NEEDED = Number(manifest.engines.node.replace(/^>=/, ''));

/** Returns true for a version of Node that Cardway runs on. */
export function isNodeRecent(version: string): boolean {
  return Number(version.split('.')[0]) >= NODE_NEEDED;
}

/** Folder of the built program. The build puts `console/`, `reference/` and `explorer/` there too. */
export const BUILT_FOLDER = __dirname;

/**
 * Folder of the programs of threads. Code that runs from `src`, as tests do, uses those of the last build: a thread loads no
 * TypeScript with imports.
 */
export const THREADS_FOLDER = basename(__dirname) === 'platform' ? join(ROOT ?? '.', 'dist') : __dirname;

/** Comment line that the bundler writes above the lines of each source file. */
const NAME = /^\/\/ ((?:src|node_modules)\/\S+)$/;

/** Names of source files, and the line above each one's code, in ascending order. */
interface Sources {
  readonly lines: readonly number[];
  readonly names: readonly string[];
}

const sourcesByFile = new Map<string, Sources>();

/**
 * Returns the source file of a line of a built file, such as `src/core/transactions/life.ts` or `node_modules/pg/lib/client.js`.
 * Returns null for other files. Takes a path or a file URL; lines begin at 1. Reads each built file once. `folder` is the
 * folder of another build.
 */
export function sourceOf(file: string, line: number, folder = BUILT_FOLDER): string | null {
  const path = pathOf(file);
  // A stack may contain text from outside. It must not make this code read files elsewhere.
  if (path === null || path !== join(folder, basename(path))) return null;
  const sources = sourcesByFile.get(path) ?? readSources(path);
  if (sources === null) return null;
  sourcesByFile.set(path, sources);
  return sources.names[sources.lines.findLastIndex((above) => above < line)] ?? null;
}

/** Adds the source file to each line of a stack that points into the bundle. */
export function withSources(stack: string): string {
  return stack.replace(/^ {4}at .+$/gm, (line) => {
    // The place is in brackets if the function has a name. Folder names may contain spaces.
    const from = line.endsWith(')') ? line.indexOf(' (') + 2 : line.lastIndexOf(' ') + 1;
    const [, file, row] = /^(.+):(\d{1,9}):\d{1,9}\)?$/.exec(line.slice(from)) ?? [];
    const source = file === undefined ? null : sourceOf(file, Number(row));
    return source === null ? line : `${line} ${source}`;
  });
}

/** Returns null for a URL that names no file. */
function pathOf(file: string): string | null {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return null;
  }
}

function readSources(path: string): Sources | null {
  const text = readText(path);
  if (text === null) return null;
  const named = text.split('\n').flatMap((line, index) => {
    const name = NAME.exec(line)?.[1];
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });
  return { lines: named.map(({ line }) => line), names: named.map(({ name }) => name) };
}

/** Returns null where the file is missing: the stack then has no names. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

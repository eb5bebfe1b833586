import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

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

/** File of the public schema, which is part of the package. */
export const SCHEMA_FILE = join(ROOT ?? '.', 'schema', 'schema.graphql');

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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** package.json lies beside `dist` in a checkout and in an installed package. */
const manifest = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as Manifest;

export const VERSION: string = manifest.version;

/** The lowest major version of Node that Cardway runs on. */
export const NODE_NEEDED = Number(manifest.engines.node.replace(/^>=/, ''));

/** True for a version of Node that Cardway runs on. */
export function isNodeRecent(version: string): boolean {
  return Number(version.split('.')[0]) >= NODE_NEEDED;
}

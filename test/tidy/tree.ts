import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../..');

const MADE = new Set(['node_modules', 'dist', 'results', 'generated']);

/** Returns the files below folders of the repository, as paths from its root, without generated ones. */
export function filesIn(...folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => walk(join(ROOT, folder)));
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(ROOT, path)];
    return MADE.has(entry.name) ? [] : walk(path);
  });
}

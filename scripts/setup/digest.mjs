import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @param {(string | Buffer)[]} parts */
export function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
}

/**
 * Returns a digest of the names and contents of files. Times do not count, because a checkout changes them.
 *
 * @param {string} root
 * @param {string[]} paths files and folders, relative to the root; those that do not exist count as empty
 */
export function filesDigest(root, paths) {
  const files = paths.flatMap((path) => listFiles(root, path)).sort();
  return digest(files.flatMap((file) => [file, readFileSync(join(root, file))]));
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

// The shipped part of package-lock.json: no development dependency, and nothing that only such a dependency needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root
 * @returns {any} a lock file
 */
export function shippedLock(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // Workspaces are tools of this checkout: each has a folder and a link to it.
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => dev !== true && link !== true && !path.startsWith('tools/'),
  );
  lock.packages = Object.fromEntries(shipped);
  delete lock.packages[''].devDependencies;
  delete lock.packages[''].workspaces;
  return lock;
}

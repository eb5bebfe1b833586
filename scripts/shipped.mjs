// What of package-lock.json is shipped: no development dependency, and nothing that is here for one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root
 * @returns {any} a lock file
 */
export function shippedLock(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // Workspaces are tools of this checkout: a folder each, and a link to it.
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => dev !== true && link !== true && !path.startsWith('tools/'),
  );
  lock.packages = Object.fromEntries(shipped);
  delete lock.packages[''].devDependencies;
  delete lock.packages[''].workspaces;
  return lock;
}

// Run by npm before and after it packs: the package carries npm-shrinkwrap.json, so that those who install it get the versions that
// were tested. It exists while npm packs only: beside package-lock.json, npm would read it in its place.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedLock } from './shipped.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = join(ROOT, 'npm-shrinkwrap.json');

if (process.argv.includes('--remove')) rmSync(FILE, { force: true });
else {
  const lock = shippedLock(ROOT);
  keepReadyMadeAddons(lock.packages);
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
}

/**
 * A lock file does not say that an addon comes ready made: npm would compile better-sqlite3 where it is installed by one. It reads the
 * word of the package's own package.json here too.
 *
 * @param {Record<string, { gypfile?: boolean, optional?: boolean }>} packages by path
 */
function keepReadyMadeAddons(packages) {
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.optional === true) continue;
    const { gypfile } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
    if (gypfile === false) entry.gypfile = false;
  }
}

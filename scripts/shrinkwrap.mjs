// npm runs this before and after it packs. The package carries npm-shrinkwrap.json, so that users install the tested versions.
// The file exists only while npm packs: otherwise npm would read it instead of package-lock.json.
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
 * Marks ready-made addons. A lock file does not contain this mark, and npm would compile better-sqlite3 where a lock file
 * installs it. npm also reads the mark of the package's own package.json here.
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

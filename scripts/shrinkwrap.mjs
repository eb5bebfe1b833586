// Run by npm before and after it packs: the package carries npm-shrinkwrap.json, so that those who install it get the versions that
// were tested. It exists while npm packs only: beside package-lock.json, npm would read it in its place.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedLock } from './shipped.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = join(ROOT, 'npm-shrinkwrap.json');

if (process.argv.includes('--remove')) rmSync(FILE, { force: true });
else writeFileSync(FILE, `${JSON.stringify(shippedLock(ROOT), null, 2)}\n`);

// Prints the shipped packages as a CycloneDX bill of materials, from the lock file alone: node scripts/sbom.mjs > sbom.cdx.json
//
// `npm sbom --omit=dev` omits production dependencies that a development dependency also needs (npm 11). It therefore gets a lock
// file of production dependencies only.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedLock } from './shipped.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'cardway-sbom-'));

try {
  const manifest = readJson('package.json');
  delete manifest.devDependencies;
  delete manifest.workspaces;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(shippedLock(ROOT)));
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  process.stdout.write(
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  );
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {string} name of a file at the root
 * @returns {any}
 */
function readJson(name) {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
}

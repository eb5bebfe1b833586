// Vite plugin for pages that the gateway serves.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Size below which compression does not make a file shorter. */
const COMPRESSED_BYTES_MIN = 1024;
/**
 * Writes a compressed copy beside each file, so that the gateway need not compress.
 *
 * @returns {import('vite').Plugin}
 */
export function compressed() {
  return {
    name: 'compressed',
    apply: 'build',
    // Compresses the written files, after the changes of all other plugins.
    writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        const path = join(dir, fileName);
        const source = readFileSync(path);
        if (source.length < COMPRESSED_BYTES_MIN || fileName.endsWith('.html')) continue;
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

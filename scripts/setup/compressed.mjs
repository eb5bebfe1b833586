// Vite plugin for pages that the gateway serves.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Size below which compression does not make a file shorter. */
const COMPRESSED_BYTES_MIN = 1024;
/**
 * Size above which a file gets only one compressed form, which every browser accepts: a second one adds a megabyte to the
 * package.
 */
const BROTLI_BYTES_MAX = 1024 * 1024;

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
        if (source.length <= BROTLI_BYTES_MAX) {
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          writeFileSync(`${path}.br`, brotliCompressSync(source, { params }));
        }
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

// A plugin of Vite for pages that the gateway serves.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Shorter files do not become shorter. */
const COMPRESSED_BYTES_MIN = 1024;
/** Longer files are kept in one compressed form, which every browser takes: a second one makes the package a megabyte longer. */
const BROTLI_BYTES_MAX = 1024 * 1024;

/**
 * Puts a compressed copy beside each file, so that the gateway need not compress.
 *
 * @returns {import('vite').Plugin}
 */
export function compressed() {
  return {
    name: 'compressed',
    apply: 'build',
    // Of what was written, whatever other plugins did to it last.
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

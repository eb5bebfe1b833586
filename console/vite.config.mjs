// The operators' page, built into files that the gateway serves at /console. `npx vite console` serves it while it is written, and
// hands what it asks for on to a gateway on its usual port.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const GATEWAY = 'http://127.0.0.1:4000';
/** Shorter files do not become shorter. */
const COMPRESSED_BYTES_MIN = 1024;
const QUIET = new Set(['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS']);

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy lets nothing in that is no file of the gateway
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    rolldownOptions: {
      // Packages say "use client" to servers that render; there is none here. Compressing takes what it takes.
      onLog: (level, log, tell) => (QUIET.has(log.code ?? '') ? undefined : tell(level, log)),
    },
  },
  plugins: [compressed()],
  server: {
    proxy: { '/graphql': { target: GATEWAY, ws: true } },
  },
});

/**
 * Puts a compressed copy beside each file, so that the gateway need not compress.
 *
 * @returns {import('vite').Plugin}
 */
function compressed() {
  return {
    name: 'compressed',
    apply: 'build',
    // Of what was written, whatever other plugins did to it last.
    writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        const path = join(dir, fileName);
        const source = readFileSync(path);
        if (source.length < COMPRESSED_BYTES_MIN || fileName.endsWith('.html')) continue;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        writeFileSync(`${path}.br`, brotliCompressSync(source, quality));
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

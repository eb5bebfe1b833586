// The operators' page, built into files that the gateway serves at /console. `npx vite console` serves it while it is written, and
// hands what it asks for on to a gateway on its usual port.
import { defineConfig } from 'vite';
import { gzipSync } from 'node:zlib';
import { compressed } from '../scripts/setup/compressed.mjs';
import { runbook } from '../scripts/setup/runbook.mjs';

const GATEWAY = 'http://127.0.0.1:4000';
const QUIET = new Set(['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS']);

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  // The package's build for browsers has another name; the command line imports the one for Node.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // they know light-dark()
    assetsInlineLimit: 0, // the Content-Security-Policy lets nothing in that is no file of the gateway
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    rolldownOptions: {
      // Packages say "use client" to servers that render; there is none here. Compressing takes what it takes.
      onLog: (level, log, tell) => (QUIET.has(log.code ?? '') ? undefined : tell(level, log)),
    },
  },
  plugins: [runbook(), compressed(), firstLoad()],
  server: {
    proxy: { '/graphql': { target: GATEWAY, ws: true } },
  },
});

/**
 * Prints the size of what the first page loads: its scripts with all that they import, and their styles.
 *
 * @returns {import('vite').Plugin}
 */
function firstLoad() {
  return {
    name: 'first-load',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      /** @type {Set<string>} */
      const names = new Set();
      /** @param {string} name */
      const add = (name) => {
        const file = bundle[name];
        if (names.has(name) || file === undefined) return;
        names.add(name);
        if (file.type !== 'chunk') return;
        file.imports.forEach(add);
        file.viteMetadata?.importedCss.forEach(add);
      };
      for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) add(file.fileName);
      const sizes = [...names].map((name) => {
        const file = bundle[name];
        const source = file?.type === 'chunk' ? file.code : (file?.source ?? '');
        return gzipSync(source, { level: 9 }).length;
      });
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`console: the first load takes ${String(Math.round(bytes / 1000))} KB (gzip)`);
    },
  };
}

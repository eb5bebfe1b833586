// The operators' page, built into files that the gateway serves at /console. `npx vite console` serves it while it is written, and
// hands what it asks for on to a gateway on its usual port.
import { defineConfig } from 'vite';
import { compressed } from '../scripts/setup/compressed.mjs';

const GATEWAY = 'http://127.0.0.1:4000';
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

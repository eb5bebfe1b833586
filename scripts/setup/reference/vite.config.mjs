// The page at /reference, built into files that the gateway serves. It omits services of third parties: fonts, the proxy of "Try
// it", the agent. The gateway's Content-Security-Policy also blocks them.
import { defineConfig } from 'vite';
import { compressed } from '../compressed.mjs';

const AGENT = '@scalar/agent-chat';
const NO_AGENT = '\0no-agent';
const FONT_FACES = /@font-face\s*\{[^}]*fonts\.scalar\.com[^}]*\}/g;
const PROXY = /https:\/\/proxy\.scalar\.com/g;

export default defineConfig({
  root: import.meta.dirname,
  base: '/reference/',
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5000,
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    // One file of each kind: the later parts are mostly pictures that the page never shows.
    rolldownOptions: { output: { codeSplitting: false } },
  },
  plugins: [alone(), compressed()],
});

/** @returns {import('vite').Plugin} */
function alone() {
  return {
    name: 'alone',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(AGENT) ? NO_AGENT : undefined),
    load: (id) => (id === NO_AGENT ? 'export const Chat = null;' : undefined),
    transform(code, id) {
      if (!id.includes('@scalar/') || !/(?:fonts|proxy)\.scalar\.com/.test(code)) return undefined;
      return { code: code.replace(FONT_FACES, '').replace(PROXY, ''), map: null };
    },
  };
}

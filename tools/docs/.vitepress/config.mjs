// The site of docs/, which the sandbox serves at /docs. `npm run docs` builds it.
//
// VitePress, because docs/ stays plain Markdown that a code host shows too, and because the Vite that builds the other pages builds
// this one. Starlight brings Astro with a build system of its own, and wants front matter in every page.
import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf, plainMarkdown, SAMPLES } from '../markdown.mjs';
import { scriptsInFiles } from '../scripts-in-files.mjs';
import { BASE, sidebarOf } from '../sidebar.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const DOCS = join(ROOT, 'docs');

export default defineConfig({
  srcDir: DOCS,
  base: BASE,
  lang: 'en',
  title: 'Cardway',
  description: 'The gateway between card terminals, backends and wallet services.',
  cacheDir: join(ROOT, '.cache/docs'),
  // The index of docs/ on a code host is the first page of the site.
  rewrites: { 'README.md': 'index.md' },
  // Data in a file of its own, because the gateway allows no script inside a page.
  metaChunk: true,
  transformHtml: scriptsInFiles(BASE),
  buildEnd({ outDir }) {
    for (const folder of SAMPLES) cpSync(join(DOCS, folder), join(outDir, folder), { recursive: true });
  },
  markdown: {
    anchor: { slugify: anchorOf },
    headers: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    config: plainMarkdown,
  },
  themeConfig: {
    search: { provider: 'local', options: { detailedView: true } },
    sidebar: sidebarOf((page) => existsSync(join(DOCS, page))),
    outline: { level: [2, 3] },
  },
});

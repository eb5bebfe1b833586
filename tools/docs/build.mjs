// node tools/docs/build.mjs FOLDER: builds the site of docs/ into that folder. Fails for a dead link, also to a heading.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vitepress';
import { BASE } from './sidebar.mjs';

const [folder = 'dist/docs'] = process.argv.slice(2);
const output = resolve(folder);
await build(import.meta.dirname, { outDir: output });

/** @type {Map<string, { ids: Set<string>, links: string[] }>} */
const pages = new Map();
for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.html')) continue;
  const html = readFileSync(join(output, name), 'utf8');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
  pages.set(BASE + name, { ids, links: [...html.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link) });
}
const files = new Set(readdirSync(output, { recursive: true, encoding: 'utf8' }).map((name) => BASE + name));
const dead = [...pages].flatMap(([page, { links }]) =>
  links.filter((link) => isDead(link, page)).map((link) => `${page.slice(BASE.length)}: ${link}`),
);
if (pages.size === 0) dead.push('No page was built.');
if (dead.length > 0) {
  process.stderr.write(`Dead links:\n${[...new Set(dead)].join('\n')}\n`);
  process.exitCode = 1;
}

/**
 * @param {string} link
 * @param {string} page
 */
function isDead(link, page) {
  const { origin, pathname, hash } = new URL(link, `http://site${page}`);
  if (origin !== 'http://site') return false;
  const target = pathname === BASE ? `${BASE}index.html` : pathname;
  if (!files.has(target)) return true;
  return hash !== '' && pages.get(target)?.ids.has(decodeURIComponent(hash.slice(1))) !== true;
}

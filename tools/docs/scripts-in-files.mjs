import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INLINE = /<script id="[\w-]+">([^<]+)<\/script>/g;

/**
 * Returns the hook that moves the scripts inside a page into files: the gateway's Content-Security-Policy allows only these.
 *
 * @param {string} base
 */
export function scriptsInFiles(base) {
  /**
   * @param {string} html
   * @param {string} _id
   * @param {{ siteConfig: { outDir: string } }} context
   */
  return (html, _id, { siteConfig }) =>
    html.replace(INLINE, (_, /** @type {string} */ script) => {
      const name = `assets/${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
      mkdirSync(join(siteConfig.outDir, 'assets'), { recursive: true });
      writeFileSync(join(siteConfig.outDir, name), script);
      return `<script src="${base}${name}"></script>`;
    });
}

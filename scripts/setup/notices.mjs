import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedLock } from '../shipped.mjs';

const FILE = 'THIRD-PARTY-NOTICES.txt';
const HEAD = 'The files in this folder hold code of these packages, each under its own licence.';
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Writes the licences of the bundled packages beside the bundle. Fails where the bundle holds a package that is not shipped:
 * tools could get into the bundle where they are installed.
 *
 * @param {string} root
 * @returns {import('rolldown').Plugin}
 */
export function notices(root) {
  const shipped = shippedLock(root).packages;
  return {
    name: 'notices',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = new Set(modules.map(folderOf).filter((folder) => folder !== undefined));
      const foreign = [...folders].filter((folder) => !(folder in shipped));
      if (foreign.length > 0) throw new Error(`Not shipped, but bundled: ${foreign.join(', ')}`);
      const texts = [...folders].map((folder) => noticeOf(join(root, folder))).sort();
      const source = `${[HEAD, ...new Set(texts)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };

  /**
   * @param {string} module path of a source file
   * @returns {string | undefined} folder of the package that it is of, from the root
   */
  function folderOf(module) {
    return /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];
  }
}

/** @param {string} folder of a package */
function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const by = typeof author === 'string' ? author : author?.name;
  const texts = licencesIn(folder).map((file) => readFileSync(file, 'utf8').trim());
  // Some packages only name their licence.
  if (texts.length === 0) texts.push([`Licence: ${license}`, ...(by ? [`Author: ${by}`] : [])].join('\n'));
  return [`${name} ${version}`, ...texts].join('\n\n');
}

/** @param {string} folder */
function licencesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
}

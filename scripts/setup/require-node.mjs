// Imported first by every script, before anything that an older Node could fail on: keep the syntax plain.
import { readFileSync } from 'node:fs';

/** @type {{ engines: { node: string } }} */
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const needed = manifest.engines.node.replace(/^>=/, '');

if (isOlder(process.versions.node, needed)) {
  process.stderr.write(
    'Cardway needs Node ' +
      needed +
      ' or later; this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      ').\n',
  );
  process.exit(1);
}

/**
 * @param {string} version
 * @param {string} than
 */
function isOlder(version, than) {
  const left = version.split('.').map(Number);
  const right = than.split('.').map(Number);
  const differing = right.findIndex((part, i) => left[i] !== part);
  return differing !== -1 && Number(left[differing]) < Number(right[differing]);
}

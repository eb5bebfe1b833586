// Imported first by every script: npm starts them with `.node/bin/node` (node.mjs), people perhaps with another Node.
import { readFileSync } from 'node:fs';

/** @type {{ engines: { node: string } }} */
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const needed = Number(manifest.engines.node.replace(/^>=/, ''));

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    'Cardway needs Node ' +
      needed +
      ' or later; this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). Run npm start, npm test or npm run …: they bring their own.\n',
  );
  process.exit(1);
}

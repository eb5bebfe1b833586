// Imported first by every script: npm starts them with `.node/bin/node` (node.mjs), people perhaps with another Node.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

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

// npm, npx and whatever else is started from here runs on this Node too, whichever is first on the path of the terminal.
const brought = fileURLToPath(new URL('../../.node/bin/node', import.meta.url));
const isBrought = existsSync(brought) && realpathSync(brought) === realpathSync(process.execPath);
const folder = dirname(isBrought ? brought : process.execPath);
process.env.PATH = folder + delimiter + (process.env.PATH ?? '');

// Every script imports this first: npm starts scripts with `.node/bin/node` (node.mjs), but people may use another Node.
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

// npm, npx and every other child also run on this Node, whichever comes first on the terminal's path.
const brought = fileURLToPath(new URL('../../.node/bin/node', import.meta.url));
const isBrought = existsSync(brought) && realpathSync(brought) === realpathSync(process.execPath);
const folder = dirname(isBrought ? brought : process.execPath);
process.env.PATH = folder + delimiter + (process.env.PATH ?? '');

// npm test: installs what is missing, builds what is stale, runs every test. Arguments go to jest.
import './setup/require-node.mjs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare, runScript } from './setup/prepare.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  await prepare(ROOT);
  process.chdir(ROOT);
  // jest reads its arguments from here and its configuration from where package.json says, and sets the exit status of this process.
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  process.argv = [process.execPath, jest, ...process.argv.slice(2)];
  createRequire(import.meta.url)(jest);
});

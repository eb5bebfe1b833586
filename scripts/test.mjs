// npm test: installs missing packages, builds stale artefacts, runs every test except the slow and long ones
// (*.slow.test.ts, *.long.test.ts; npm run test:slow, test:long). Arguments go to jest and select among all tests.
import './setup/require-node.mjs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare, runScript } from './setup/prepare.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  await prepare(ROOT);
  process.chdir(ROOT);
  // jest reads its arguments from here and its configuration from package.json. It sets the exit status of this process.
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = process.argv.slice(2);
  process.argv = [
    process.execPath,
    jest,
    ...(args.length === 0 ? ['--ignoreProjects', 'slow', 'long'] : args),
  ];
  createRequire(import.meta.url)(jest);
});

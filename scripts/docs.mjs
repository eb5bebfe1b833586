// npm run docs: builds the site of docs/, which the sandbox then serves at /docs.
import './setup/require-node.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare, runScript } from './setup/prepare.mjs';
import { writeLine } from './setup/progress.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  await prepare(ROOT, { onDemand: 'documentation site' });
  writeLine('The site is in dist/docs. The sandbox (npm start) serves it at /docs.');
});

// npm start: the sandbox, from a fresh clone.
import './setup/require-node.mjs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare, runScript } from './setup/prepare.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PARENT_CHECK_INTERVAL_MS = 500;

await runScript(async () => {
  await prepare(ROOT, { tools: false });
  stopWithNpm();
  // Runs in this process: no child can be left behind, and signals need no forwarding.
  const main = join(ROOT, 'dist/main.js');
  process.argv = [process.execPath, main, 'serve', '--sandbox', ...process.argv.slice(2)];
  await import(pathToFileURL(main).href);
});

/** Stops the sandbox when npm is killed: it would keep its port, with no terminal to stop it from. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_INTERVAL_MS);
  check.unref();
}

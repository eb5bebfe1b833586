// npm run bench: compares the gateway with other programs that do the same work. Arguments: npm run bench -- --help
import './setup/require-node.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInGroup, SetUpFailure } from './setup/child.mjs';
import { digest } from './setup/digest.mjs';
import { npm } from './setup/install.mjs';
import { prepare, runScript } from './setup/prepare.mjs';
import { step } from './setup/progress.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BENCH = join(ROOT, 'bench');

await runScript(async () => {
  await prepare(ROOT);
  await installPeers();
  process.chdir(ROOT);
  const run = join(BENCH, 'run.cjs');
  process.argv = [process.execPath, run, join(BENCH, 'main.ts'), ...process.argv.slice(2)];
  createRequire(import.meta.url)(run);
});

/** Installs packages that only the peers need. They are not in the project's own list, so that nobody else waits for them. */
async function installPeers() {
  const stamp = join(BENCH, 'node_modules/.installed');
  const expected = digest([readFileSync(join(BENCH, 'package-lock.json'))]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return;
  const command = [...npm(ROOT), 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, output } = await step('Installing the peers of the benchmark (npm ci)', () =>
    runInGroup(command, { cwd: BENCH }),
  );
  if (status !== 0) {
    throw new SetUpFailure(
      `${output.trimEnd()}\nThe peers could not be installed: npm ci ended with ${status}.`,
    );
  }
  writeFileSync(stamp, expected);
}

import { artefactsOf, build, isBuilt } from './build.mjs';
import { Interrupted, SetUpFailure } from './child.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { writeLine } from './progress.mjs';

/**
 * Prepares a checkout so that its programs can run: packages installed, artefacts built. Does nothing, and takes no lock, where
 * that is done already. Processes that need the same work at the same time do it once.
 *
 * @param {string} root the checkout
 * @param {{ built?: boolean, tools?: boolean, onDemand?: string }} [wanted] built: false stops after the packages; tools: false
 *   leaves out what only tests and checks need; onDemand: the artefact of this name too
 */
export async function prepare(root, { built = true, tools = true, onDemand } = {}) {
  const artefacts = artefactsOf(root, onDemand);
  const isReady = () =>
    isInstalled(root, tools) && (!built || artefacts.every((artefact) => isBuilt(root, artefact)));
  if (isReady()) return;
  await withLock(root, async () => {
    if (!isInstalled(root, tools)) await install(root, tools);
    if (!built) return;
    for (const artefact of artefacts) {
      if (!isBuilt(root, artefact)) await build(root, artefact);
    }
  });
}

/**
 * Runs the body of a script. A SetUpFailure ends it with that sentence and status 1. A signal ends it as that signal ends a
 * program. A bug in the script shows its stack.
 *
 * @param {() => Promise<void>} body
 */
export async function runScript(body) {
  try {
    await body();
  } catch (error) {
    if (error instanceof Interrupted) {
      process.kill(process.pid, error.signal);
      return;
    }
    if (!(error instanceof SetUpFailure)) throw error;
    writeLine(error.message);
    process.exitCode = 1;
  }
}

import { createExchange } from '../cluster/exchange.js';
import { superviseWorkers, type Supervisor, type SupervisorDeps } from '../cluster/supervisor.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { addSnapshots } from '../metrics-workers.js';
import type { Sandbox } from '../sandbox/start.js';
import { sandboxOf } from '../wiring/sandbox.js';
import { operatorsUrlOf } from '../wiring/server.js';
import type { Store } from '../store/store.js';
import type { Alert } from '../usecase/ports.js';
import { alertLeft } from '../usecase/transactions/take-over.js';
import { openStoreOf, takeOverIn } from '../wiring/store.js';
import { reload, type Rereading } from './serve-reload.js';
import { openToServe, sayReady } from './serve-steps.js';
import { CliError, type Shell } from './shell.js';

/** Longer than a worker takes to end by itself, and within the 10 s of the contract. */
const STOP_MS = 9800;

/**
 * Serves with several processes. This one serves nothing itself: it makes what there is to be one of (schema, master key, sandbox),
 * starts the workers, replaces those that end, and passes a stop on. Resolves with the exit status.
 */
export async function serveByWorkers(
  shell: Shell,
  parts: Rereading & { readonly config: Config; readonly log: Logger; readonly format: 'json' | 'text' },
): Promise<number> {
  const { config, log } = parts;
  const stopped = shell.untilStopped();
  const { store, sandbox } = await prepare(shell, parts);
  const supervisor = supervise(shell, { ...parts, sandbox });
  // Before anybody is told that there is something to reload: the signal would end the process.
  const take = async (next: Config): Promise<void> => {
    await checkForWorkers(shell, config, next);
    supervisor.reload(next);
  };
  shell.onReload(() => void reload(shell, { ...parts, take }));
  try {
    const { url } = await supervisor.ready;
    sayReady(shell, config, { url, operatorsUrl: operatorsUrlOf(config.settings) });
  } catch (error) {
    supervisor.cut();
    await supervisor.stop();
    await sandbox?.close();
    await store.close();
    throw new CliError(error instanceof Error ? error.message : 'The workers cannot be started.');
  }
  await stopped;
  shell.exitWithin(STOP_MS + config.settings['http.drainDelayMs']);
  log.info('stopping the workers');
  const isWell = await supervisor.stop();
  await sandbox?.close();
  await store.close();
  return isWell ? 0 : 1;
}

/** What one worker would refuse no worker hears of: they would differ, and those that start later would end at once. */
async function checkForWorkers(shell: Shell, first: Config, next: Config): Promise<void> {
  const { world } = shell;
  // Loaded here and not above: it brings half of the server with it.
  const { checkReload } = await import('../wiring/reload.js');
  checkReload({ first, config: next, world });
  const { masterKey, otherMasterKey } = next.settings;
  if (masterKey === undefined) return;
  // Opening is what tries the keys.
  const store = await openStoreOf(
    { ...first, settings: { ...first.settings, masterKey, otherMasterKey } },
    world,
  );
  await store.close();
}

/**
 * Once, before anybody serves: the schema, the master key beside the file, what former processes left, and what a sandbox has. The store
 * stays open as long as there are workers, because it holds their file.
 */
async function prepare(
  { world }: Shell,
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<{ readonly store: Store; readonly sandbox: Sandbox | null }> {
  const store = await openToServe(config, world, log);
  try {
    const alert = (name: Alert, about: object): void => log.warn({ alert: name, ...about }, 'alert');
    alertLeft({ alert }, await takeOverIn(store, world));
    return { store, sandbox: config.isSandbox ? await sandboxOf({ config, store, world }) : null };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function supervise(
  shell: Shell,
  parts: {
    readonly config: Config;
    readonly log: Logger;
    readonly format: 'json' | 'text';
    readonly sandbox: Sandbox | null;
  },
): Supervisor {
  const { config, log, sandbox } = parts;
  const { settings } = config;
  const { timer, random } = shell.world;
  const exchange = createExchange({
    running: () => supervisor.running,
    serving: () => supervisor.serving,
    restarts: () => supervisor.restarts,
    timer,
    add: addSnapshots,
  });
  const deps: SupervisorDeps = {
    count: settings.workers,
    fork: shell.fork,
    start: {
      config,
      sandbox: sandbox === null ? null : { walletUrl: sandbox.walletUrl, signingKey: sandbox.signingKey },
      logFormat: parts.format,
    },
    port: settings.port,
    timer,
    random,
    restartMinMs: settings['worker.restartMinMs'],
    restartMaxMs: settings['worker.restartMaxMs'],
    onMessage: (worker, message) => exchange.hear(worker, message),
    onServing: (worker, pid) => log.info({ worker, pid }, 'a worker serves'),
    onEnded(worker, status, restartInMs) {
      exchange.ended(worker);
      log.error({ worker, status, restartInMs }, 'a worker ended and is replaced');
    },
  };
  const supervisor = superviseWorkers(deps);
  return supervisor;
}

import type { App } from '../app.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import type { Tracing } from '../tracing.js';
import type { Served } from '../wiring/server.js';
import { sandboxCalls } from '../sandbox/calls.js';
import { sandboxSecretsIn } from '../sandbox/left-behind.js';
import type { Store } from '../store/store.js';
import { openStoreOf } from '../wiring/store.js';
import { plainHttp, warnOf, weakSecrets } from '../wiring/weaknesses.js';
import type { World } from '../world.js';
import { CliError, type Shell } from './shell.js';
import { VERSION } from '../version.js';

/** Opens the store to serve from it, and brings its schema up to date. Errors: those of the store, and CliError, with a sentence each. */
export async function openToServe(config: Config, world: World, log: Logger): Promise<Store> {
  const store = await openStoreOf(config, world, { isServing: true });
  try {
    await store.migrate();
    await refuseSandboxSecrets(config, store);
    warnOf(log, [...plainHttp(config), ...(await weakSecrets(store))]);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Keys and passwords of the sandbox are in its documentation: a database that has them is none to serve from. */
async function refuseSandboxSecrets({ isSandbox }: Config, store: Store): Promise<void> {
  const known = isSandbox ? [] : await sandboxSecretsIn(store.directory);
  if (known.length === 0) return;
  throw new CliError(
    `The database has what everybody knows from the sandbox: ${known.join(', ')}. Use another database, or revoke the keys (cardway keys revoke) and give the terminals other passwords (cardway terminals rotate --overlap 0).`,
  );
}

/** Opens the ports. Errors: CliError with a sentence; the app is closed then. */
export async function listenOf(app: App, { settings }: Config): Promise<Served> {
  return app.listen().catch(async (error: unknown) => {
    await app.close();
    const { host, port } = addressOf(error) ?? settings;
    throw new CliError(`Cannot listen on ${host}, port ${String(port)}: ${reasonOf(error)}.`);
  });
}

/** Which of the ports it was. */
function addressOf(error: unknown): { readonly host: string; readonly port: number } | undefined {
  return (error as { at?: { host: string; port: number } }).at;
}

/** One line, at every log level (contract section 2). */
export function sayReady(shell: Shell, config: Config, { url, operatorsUrl }: Served): void {
  if (config.isSandbox) shell.err(sandboxCalls(url));
  const metrics = operatorsUrl === null ? {} : { metricsUrl: `${operatorsUrl}/metrics` };
  const ready = { event: 'ready', url, version: VERSION, sandbox: config.isSandbox, ...metrics };
  shell.out(`${JSON.stringify(ready)}\n`);
}

/** Within the 10 s that the contract gives a stop, after the time in which balancers may notice. */
const STOP_MS = 9500;

export async function stopWithin(
  shell: Shell,
  app: App,
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<void> {
  shell.exitWithin(STOP_MS + config.settings.http.drainDelayMs);
  log.info('stopping');
  await app.close();
  log.info('stopped');
}

/** Loaded only where it is wanted: it is a tenth of the program. */
export async function tracingOf({ settings }: Config): Promise<Tracing | null> {
  const url = settings.tracing.url;
  if (url === undefined) return null;
  const { startTracing } = await import('../tracing.js');
  return startTracing({
    url,
    headers: settings.tracing.headers,
    samplePercent: settings.tracing.samplePercent,
    version: VERSION,
  });
}

export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

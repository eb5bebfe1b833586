import { Command } from 'commander';
import type { App } from '../app/gateway.js';
import type { Runtime } from '../app/runtime.js';
import { readTls, type Served } from '../app/server.js';
import { openStoreOf } from '../app/store.js';
import type { Tracing } from '../app/tracing.js';
import { plainHttpWarnings, warnOf, weakSecretWarnings } from '../app/weaknesses.js';
import { VERSION } from '../platform/build.js';
import type { Config } from '../platform/config.js';
import { CardwayError } from '../platform/errors.js';
import { createLog, type Logger } from '../platform/log.js';
import { type SettingKey, SETTINGS } from '../platform/settings.js';
import { sandboxCalls, publicSandboxSecretsIn } from '../sandbox/calls.js';
import type { Store } from '../store/store.js';
import { CliError, messageOf, type Shell, UsageError } from './shell.js';
import { type ConfigOptions, loadConfig } from './with-store.js';

interface ServeOptions {
  readonly config?: string;
  readonly sandbox?: boolean;
  readonly json?: boolean;
  readonly port?: string;
  readonly host?: string;
}

export function serveCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('serve')
    .description('Runs the gateway until SIGTERM or SIGINT.')
    .option('--config <file>', 'YAML file with settings, routes and methods (or CARDWAY_CONFIG)')
    .option('--sandbox', 'with seeded data and a simulated wallet service, on loopback only')
    .option('--json', 'logs JSON lines, also on a terminal')
    .option('--host <host>', 'address to listen on (or CARDWAY_HOST)')
    .option('--port <port>', 'port to listen on, 0 for a free one (or CARDWAY_PORT)')
    .action(async (options: ServeOptions) => {
      done(await serve(shell, options));
    });
}

/** Resolves with the exit status. */
async function serve(shell: Shell, options: ServeOptions): Promise<number> {
  const overrides = {
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.port === undefined ? {} : { port: readable('port', options.port) }),
  };
  const config = loadConfig(shell, options, overrides);
  const { settings } = config;
  checkFiles(shell, config);
  const format = options.json !== true && shell.isTerminal ? 'text' : 'json';
  const tracing = await tracingOf(config);
  const log = createLog({ level: settings.logLevel, format, write: shell.log.write, about: tracing?.about });
  const store = await openToServe(config, shell.runtime, log);
  // Loaded here and not above: no other command should wait for all of the server to be read from disk.
  const { createApp } = await import('../app/gateway.js');
  const app = await createApp({ config, runtime: shell.runtime, log, store, tracing });
  const stopped = shell.untilStopped();
  const served = await listenOf(app, config);
  // Before anybody is told that there is something to reload: the signal would end the process.
  shell.onReload(() => void reload(shell, { options, overrides, log, take: (next) => app.reload(next) }));
  sayReady(shell, config, served);
  await stopped;
  await stopWithin(shell, app, { config, log });
  return 0;
}

/** As written. Errors: UsageError, apart from what may be wrong with the configuration. */
function readable(key: 'port', written: string): string {
  const { schema, allowed } = SETTINGS[key];
  if (schema.safeParse(written).success) return written;
  throw new UsageError(`--${key} is ${JSON.stringify(written)}; allowed: ${allowed}.`);
}

/** Before anything opens: a file that cannot be read or used is a sentence, not half a start. */
function checkFiles(shell: Shell, { settings }: Config): void {
  readTls(settings.tls, (path) => shell.readFile(path));
  const path = settings.graphql.documents;
  if (path === undefined) return;
  try {
    shell.readFile(path);
  } catch (error) {
    throw new CliError(`graphql.documents: ${path} cannot be read (${reasonOf(error)}).`);
  }
}

/** Opens the store to serve from it, and brings its schema up to date. Errors: those of the store, and CliError, with a sentence each. */
async function openToServe(config: Config, runtime: Runtime, log: Logger): Promise<Store> {
  const store = await openStoreOf(config, runtime, { isServing: true });
  try {
    await store.migrate();
    await refuseSandboxSecrets(config, store);
    warnOf(log, [...plainHttpWarnings(config), ...(await weakSecretWarnings(store))]);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Keys and passwords of the sandbox are in its documentation: a database that has them is none to serve from. */
async function refuseSandboxSecrets({ isSandbox }: Config, store: Store): Promise<void> {
  const known = isSandbox ? [] : await publicSandboxSecretsIn(store.directory);
  if (known.length === 0) return;
  throw new CliError(
    `The database has what everybody knows from the sandbox: ${known.join(', ')}. Use another database, or revoke the keys (cardway keys revoke) and give the terminals other passwords (cardway terminals rotate --overlap 0).`,
  );
}

/** Opens the ports. Errors: CliError with a sentence; the app is closed then. */
async function listenOf(app: App, { settings }: Config): Promise<Served> {
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

/** One line, at every log level. */
function sayReady(shell: Shell, config: Config, { url, operatorsUrl }: Served): void {
  if (config.isSandbox) shell.err(sandboxCalls(url));
  const metrics = operatorsUrl === null ? {} : { metricsUrl: `${operatorsUrl}/metrics` };
  const ready = { event: 'ready', url, version: VERSION, sandbox: config.isSandbox, ...metrics };
  shell.out(`${JSON.stringify(ready)}\n`);
}

/** Within the 10 s that a stop may take, after the time in which balancers may notice. */
const STOP_MS = 9500;

async function stopWithin(
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
async function tracingOf({ settings }: Config): Promise<Tracing | null> {
  const url = settings.tracing.url;
  if (url === undefined) return null;
  const { startTracing } = await import('../app/tracing.js');
  return startTracing({
    url,
    headers: settings.tracing.headers,
    samplePercent: settings.tracing.samplePercent,
    version: VERSION,
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** What it takes to read the configuration again as it was read at the start. */
interface Rereading {
  readonly options: ConfigOptions;
  readonly overrides: Partial<Record<SettingKey, string>>;
}

/** SIGHUP: reads the configuration again, all of it, and hands it over when every setting is valid. Never throws. */
async function reload(
  shell: Shell,
  parts: Rereading & { readonly log: Logger; readonly take: (config: Config) => Promise<void> },
): Promise<void> {
  const { log } = parts;
  try {
    const next = loadConfig(shell, parts.options, parts.overrides);
    await parts.take(next);
    warnOf(log, plainHttpWarnings(next));
  } catch (error) {
    sayNotReloaded(log, error);
  }
}

/** Everything is as before; the sentence names the setting that is wrong, and so does the field where there is one. */
function sayNotReloaded(log: Logger, error: unknown): void {
  const setting = error instanceof CardwayError ? error.field : undefined;
  log.error({ reason: messageOf(error), setting }, 'the configuration was not reloaded');
}

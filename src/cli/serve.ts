import { statSync } from 'node:fs';
import { Command } from 'commander';
import type { App } from '../app/gateway.js';
import { filesMaxOf, type Runtime } from '../app/runtime.js';
import type { Served } from '../app/http.js';
import { readOutboundTls, readTls } from '../app/tls.js';
import { openStoreOf } from '../app/store.js';
import type { Tracing } from '../app/tracing.js';
import { type SecurityWarning, settingsWarnings, warnOf, weakSecretWarnings } from '../app/weaknesses.js';
import { VERSION } from '../platform/build.js';
import type { Config } from '../platform/config.js';
import { CardwayError } from '../platform/errors.js';
import { createLog, type Logger } from '../platform/log.js';
import { type SettingKey, SETTINGS } from '../platform/settings.js';
import { sandboxCalls, publicSandboxSecretsIn } from '../sandbox/calls.js';
import type { Store } from '../store/store.js';
import { CliError, codeOf, messageOf, type Shell, UsageError } from './shell.js';
import { type ConfigOptions, loadConfig } from './with-store.js';

interface ServeOptions {
  readonly config?: string;
  readonly sandbox?: boolean;
  readonly json?: boolean;
  readonly port?: string;
  readonly host?: string;
}

export function serveCommand(shell: Shell): Command {
  return new Command('serve')
    .description('Runs the gateway until SIGTERM or SIGINT.')
    .option('--config <file>', 'YAML file with settings, routes and methods (or CARDWAY_CONFIG)')
    .option('--sandbox', 'serves seeded data with a simulated wallet service, on loopback only')
    .option('--json', 'logs JSON lines on a terminal too')
    .option('--host <host>', 'address to listen on (or CARDWAY_HOST)')
    .option('--port <port>', 'port to listen on, 0 for a free one (or CARDWAY_PORT)')
    .action((options: ServeOptions) => serve(shell, options));
}

/** Serves until a stop. */
async function serve(shell: Shell, options: ServeOptions): Promise<void> {
  const overrides = {
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.port === undefined ? {} : { port: readable('port', options.port) }),
  };
  // The listener comes before the ready line: without it, the signal would end the process.
  const ready = Promise.withResolvers<() => void>();
  shell.onReload(() => void ready.promise.then((reloadNow) => reloadNow()));
  const config = loadConfig(shell, { ...options, isStart: true }, overrides);
  const { settings } = config;
  checkOpenFiles(shell);
  checkFiles(shell, config);
  const format = options.json !== true && shell.isTerminal ? 'text' : 'json';
  const tracing = await tracingOf(config);
  const { clock } = shell.runtime;
  const { logLevel: level } = settings;
  const log = createLog({ level, format, clock, write: shell.log.write, about: tracing?.about });
  const store = await openToServe(config, shell.runtime, log);
  // Loaded here, so that other commands do not load the whole server from disk.
  const { createApp } = await import('../app/gateway.js');
  // It reads the files of certificates at each reload.
  const runtime = { ...shell.runtime, readFile: (path: string) => readAgain(shell, path) };
  const app = await createApp({ config, runtime, log, store, tracing });
  const stopped = shell.untilStopped();
  const served = await listenOf(app, config);
  ready.resolve(() => reload(shell, { options, overrides, runtime, log, app }));
  sayReady(shell, config, served);
  await stopped;
  await stopWithin(shell, app, { config, log });
}

/** Returns the text of an option if it is valid. Errors: UsageError; problems of the configuration are CliErrors. */
function readable(key: 'port', written: string): string {
  const { schema, allowed } = SETTINGS[key];
  if (schema.safeParse(written).success) return written;
  throw new UsageError(`--${key} is ${JSON.stringify(written)}; allowed: ${allowed}.`);
}

/** An idle gateway has about 50 files open. With fewer than this it starts, and its first callers hang or the process crashes. */
const OPEN_FILES_MIN = 128;

/** Refuses a limit of open files under which the gateway could not serve. */
function checkOpenFiles(shell: Shell): void {
  const files = filesMaxOf(shell);
  if (files >= OPEN_FILES_MIN) return;
  throw new CliError(
    `This process may open ${String(files)} files and sockets; a gateway needs at least ${String(OPEN_FILES_MIN)}. Raise the limit (ulimit -n, or LimitNOFILE of systemd).`,
  );
}

/** Checks files before anything opens: a wrong file gives an error message, not a partial start. */
function checkFiles(shell: Shell, config: Config): void {
  readTls(config.settings.tls, (path) => shell.readFile(path));
  readOutboundTls(config, (path) => shell.readFile(path));
}

/** Opens the store for serving and migrates its schema. Errors: those of the store, and CliError, each with a message. */
async function openToServe(config: Config, runtime: Runtime, log: Logger): Promise<Store> {
  const store = await openStoreOf(config, runtime, { isServing: true });
  try {
    await store.migrate();
    await (config.isSandbox ? refuseForeignLedger(store) : refuseSandboxSecrets(store));
    const { rows } = await store.administration.terminals.list({ filter: { programme: null }, first: 1 });
    if (!config.isSandbox && rows.length === 0)
      log.warn(
        'The directory has no terminal, so every call is refused. Run cardway init first, or cardway terminals add.',
      );
    warnOf(log, [...warningsOf(config, runtime), ...(await weakSecretWarnings(store))]);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function warningsOf(config: Config, { clock, readFile }: Runtime): readonly SecurityWarning[] {
  return settingsWarnings(config, readTls(config.settings.tls, readFile), clock.nowMs());
}

/** Refuses a database with the sandbox's keys and passwords, because the documentation publishes them. */
async function refuseSandboxSecrets(store: Store): Promise<void> {
  const known = await publicSandboxSecretsIn(store.directory);
  if (known.length === 0) return;
  throw new CliError(
    `The database has what everybody knows from the sandbox: ${known.join(', ')}. Use another database, or serve this one with --sandbox once more, revoke the keys (cardway keys revoke) and give the terminals other passwords (cardway terminals rotate --overlap 0).`,
  );
}

/**
 * Refuses to open a ledger that no sandbox has made to everybody, and to send its waiting advices to the simulated wallet
 * service. A command without arguments starts the sandbox, also in a shell with the settings of production.
 */
async function refuseForeignLedger(store: Store): Promise<void> {
  if ((await publicSandboxSecretsIn(store.directory)).length > 0) return;
  const [{ rows }, programmes] = await Promise.all([
    store.ledger.list({ filter: {}, first: 1 }),
    store.provisioningAdmin.programmes(),
  ]);
  if (rows.length === 0 || programmes.length === 0) return;
  throw new CliError(
    'The database has transactions of a gateway that is no sandbox. The sandbox would open it to everybody with its public keys. Give the sandbox a database of its own (CARDWAY_DATABASE_URL), or serve without --sandbox.',
  );
}

/** Opens the ports. Errors: CliError with a message; the app is then closed. */
async function listenOf(app: App, { settings }: Config): Promise<Served> {
  return app.listen().catch(async (error: unknown) => {
    await app.close();
    const { host, port } = addressOf(error) ?? settings;
    const code = codeOf(error);
    const advice = LISTEN_ADVICE[code];
    throw new CliError(
      `Cannot listen on ${host}, port ${String(port)}: ${code}.${advice === undefined ? '' : ` ${advice}`}`,
    );
  });
}

const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program listens there: stop it, or give another port.',
  EADDRNOTAVAIL: 'This machine does not have this address: give one of its own, or 0.0.0.0 for all.',
  EACCES: 'This user may not use this port: give one from 1024 on.',
};

/** Returns the address that failed. */
function addressOf(error: unknown): { readonly host: string; readonly port: number } | undefined {
  return (error as { at?: { host: string; port: number } }).at;
}

/** Prints the ready line, at every log level. */
function sayReady(shell: Shell, config: Config, { url, operatorsUrl }: Served): void {
  if (config.isSandbox) shell.err(sandboxCalls(url));
  const metrics = operatorsUrl === null ? {} : { metricsUrl: `${operatorsUrl}/metrics` };
  const ready = { event: 'ready', url, version: VERSION, sandbox: config.isSandbox, ...metrics };
  shell.out(`${JSON.stringify(ready)}\n`);
}

/** Limit of a stop: within 10 s, not counting the drain delay. */
const STOP_MS = 9500;

/** Time of a stop after `http.drainMs`. A longer drain than the default makes the limit longer. */
const AFTER_DRAIN_MS = 1500;

async function stopWithin(
  shell: Shell,
  app: App,
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<void> {
  const { drainMs, drainDelayMs } = config.settings.http;
  shell.exitWithin(Math.max(STOP_MS, drainMs + AFTER_DRAIN_MS) + drainDelayMs);
  log.info('stopping');
  await app.close();
  log.info('stopped');
}

/** Loads tracing only if it is configured: it is a tenth of the program. */
async function tracingOf({ settings }: Config): Promise<Tracing | null> {
  const { url, ...more } = settings.tracing;
  if (url === undefined) return null;
  const { startTracing } = await import('../app/tracing.js');
  return startTracing({ url, ...more, version: VERSION });
}

/** Inputs for reading the configuration again as at the start. */
interface Rereading {
  readonly options: ConfigOptions;
  readonly overrides: Partial<Record<SettingKey, string>>;
  readonly runtime: Runtime;
}

/** Handles SIGHUP: reads the whole configuration again, and applies it if every setting is valid. Never throws. */
function reload(
  shell: Shell,
  parts: Rereading & { readonly log: Logger; readonly app: Pick<App, 'reload'> },
): void {
  const { log, runtime } = parts;
  try {
    const again = { env: shell.env, readFile: runtime.readFile };
    const next = loadConfig(again, parts.options, parts.overrides);
    parts.app.reload(next);
    warnOf(log, warningsOf(next, runtime));
  } catch (error) {
    // The message and the field name the wrong setting.
    const setting = error instanceof CardwayError ? error.field : undefined;
    log.error({ reason: messageOf(error), setting }, 'the configuration was not reloaded');
  }
}

/**
 * Reads a file again. A pipe, such as `<(…)` of a shell, was read at the start. Now it is empty, or its reader stands still with
 * all payments. Errors: of the system, and for a pipe.
 */
function readAgain(shell: Shell, path: string): string {
  if (!statSync(path).isFile()) throw new Error(`${path} is no file.`);
  return shell.readFile(path);
}

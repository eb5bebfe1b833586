import { Command } from 'commander';
import type { Config } from '../config.js';
import { createLog } from '../log.js';
import { SETTINGS } from '../settings.js';
import { readTls } from '../wiring/tls.js';
import { loadConfig } from './configuration.js';
import { reload } from './serve-reload.js';
import { listenOf, openToServe, reasonOf, sayReady, stopWithin, tracingOf } from './serve-steps.js';
import { CliError, UsageError, type Shell } from './shell.js';

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
  const store = await openToServe(config, shell.world, log);
  // Loaded here and not above: no other command should wait for all of the server to be read from disk.
  const { createApp } = await import('../app.js');
  const app = await createApp({ config, world: shell.world, log, store, tracing });
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
  const path = settings.graphql.trustedDocuments;
  if (path === undefined) return;
  try {
    shell.readFile(path);
  } catch (error) {
    throw new CliError(`graphql.trustedDocuments: ${path} cannot be read (${reasonOf(error)}).`);
  }
}

import { Command } from 'commander';
import type { Config } from '../config.js';
import { createLog } from '../log.js';
import { sandboxCalls } from '../sandbox/calls.js';
import { openStoreOf } from '../wiring/store.js';
import { loadConfig } from './configuration.js';
import { CliError, type Shell } from './shell.js';
import { VERSION } from './version.js';

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
      await serve(shell, options);
      done(0);
    });
}

/** Within the 10 s that the contract gives a stop. */
const STOP_MS = 9500;

async function serve(shell: Shell, options: ServeOptions): Promise<void> {
  const overrides = {
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.json === true ? { 'log.format': 'json' } : {}),
  };
  const config = loadConfig(shell, options, overrides);
  const { settings } = config;
  checkFiles(shell, config);
  const format = config.settings['log.format'] ?? (shell.isTerminal ? 'text' : 'json');
  const log = createLog({ level: config.settings.logLevel, format, write: shell.log.write });
  const store = await openStoreOf(config, shell.world);
  await store.migrate();
  // Loaded here and not above: no other command should wait for all of the server to be read from disk.
  const { createApp } = await import('../app.js');
  const app = await createApp({ config, world: shell.world, log, store });
  const stopped = shell.untilStopped();
  const { url } = await app.listen().catch(async (error: unknown) => {
    await app.close();
    throw new CliError(
      `Cannot listen on ${settings.host}, port ${String(settings.port)}: ${reasonOf(error)}.`,
    );
  });
  if (config.isSandbox) shell.err(sandboxCalls(url));
  shell.out(`${JSON.stringify({ event: 'ready', url, version: VERSION, sandbox: config.isSandbox })}\n`);
  await stopped;
  shell.exitWithin(STOP_MS);
  log.info('stopping');
  await app.close();
  log.info('stopped');
}

/** Before anything opens: a file that cannot be read is a sentence, not half a start. */
function checkFiles(shell: Shell, { settings }: Config): void {
  for (const key of ['tls.cert', 'tls.key', 'graphql.trustedDocuments'] as const) {
    const path = settings[key];
    if (path === undefined) continue;
    try {
      shell.readFile(path);
    } catch (error) {
      throw new CliError(`${key}: ${path} cannot be read (${reasonOf(error)}).`);
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

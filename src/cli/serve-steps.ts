import type { App } from '../app.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { sandboxCalls } from '../sandbox/calls.js';
import { CliError, type Shell } from './shell.js';
import { VERSION } from '../wiring/version.js';

/** Opens the port. Errors: CliError with a sentence; the app is closed then. */
export async function listenOf(app: App, { settings }: Config): Promise<{ readonly url: string }> {
  return app.listen().catch(async (error: unknown) => {
    await app.close();
    throw new CliError(
      `Cannot listen on ${settings.host}, port ${String(settings.port)}: ${reasonOf(error)}.`,
    );
  });
}

/** One line, at every log level (contract section 2). */
export function sayReady(shell: Shell, config: Config, url: string): void {
  const { workers } = config.settings;
  if (config.isSandbox) shell.err(sandboxCalls(url));
  shell.out(
    `${JSON.stringify({ event: 'ready', url, version: VERSION, sandbox: config.isSandbox, workers })}\n`,
  );
}

/** Within the 10 s that the contract gives a stop. */
const STOP_MS = 9500;

export async function stopWithin(shell: Shell, app: App, log: Logger): Promise<void> {
  shell.exitWithin(STOP_MS);
  log.info('stopping');
  await app.close();
  log.info('stopped');
}

export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

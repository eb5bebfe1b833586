import type { Command } from 'commander';
import { type Opening, openStoreOf } from '../app/store.js';
import { type Config, describeProblems, readConfig } from '../platform/config.js';
import type { SettingKey } from '../platform/settings.js';
import type { Store } from '../store/store.js';
import { CliError, type Shell } from './shell.js';

/**
 * Opens the configured database for a command that works beside the gateway, without a migration. Errors: CliError for a
 * schema of another version.
 */
export async function withStore<T>(
  shell: Shell,
  options: ConfigOptions,
  work: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  // Settings that only serving needs (downstream, signing key) are not required.
  const config = loadConfig(shell, { ...options, isOffline: true });
  return withOpenStore(shell, config, async (store) => {
    await requireReady(store);
    return work(store, config);
  });
}

/** Errors: CliError for a schema of another version. */
export async function requireReady(store: Store): Promise<void> {
  const { isReady, reason } = await store.status();
  if (!isReady) throw new CliError(reason ?? 'The database is not ready.');
}

/** Opens the database of a configuration, whatever its schema, and closes it after the work. */
export async function withOpenStore<T>(
  { runtime }: Pick<Shell, 'runtime'>,
  config: Config,
  work: (store: Store) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const store = await openStoreOf(config, runtime, opening);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Returns the actor of the audit log for the command line: `cli:ada`, or `cli:root(sudo ada)`. The first name is that of the
 * system's user. The second comes from SUDO_USER, which the caller can set.
 */
export function cliActor({ user, env }: Pick<Shell, 'user' | 'env'>): string {
  const name = plainName(user);
  const caller = plainName(env['SUDO_USER'] ?? '');
  return `cli:${name === '' ? 'unknown' : name}${caller === '' || caller === name ? '' : `(sudo ${caller})`}`;
}

function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_.@-]+/gu, '_').slice(0, NAME_CHARACTERS_MAX);
}

const NAME_CHARACTERS_MAX = 64;

export interface ConfigOptions {
  readonly config?: string | undefined;
  readonly sandbox?: boolean;
  readonly isOffline?: boolean;
  readonly isStart?: boolean;
}

/** Returns the configuration. Errors: CliError that lists every problem. */
export function loadConfig(
  shell: Pick<Shell, 'env' | 'readFile'>,
  options: ConfigOptions,
  overrides: Partial<Record<SettingKey, string>> = {},
): Config {
  const { env, readFile } = shell;
  const { config: configFile, sandbox: isSandbox = false, isOffline = false, isStart = false } = options;
  const reading = readConfig({ env, readFile, configFile, isSandbox, isOffline, isStart, overrides });
  if (reading.kind === 'invalid') throw new CliError(describeProblems(reading.problems));
  return reading.config;
}

/** Options of every command that reads the configuration itself. */
export interface ConfiguredOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** Adds the options of a command that reads the configuration itself. */
export function ofConfiguration(command: Command): Command {
  return command
    .option('--config <file>', 'YAML file with settings (or CARDWAY_CONFIG)')
    .option('--json', 'prints JSON, on a terminal too');
}

import { Option } from 'commander';
import { type Opening, openStoreOf } from '../app/store.js';
import { type Config, describeProblems, readConfig } from '../platform/config.js';
import type { SettingKey } from '../platform/settings.js';
import type { Store } from '../store/store.js';
import { CliError, type Shell, UsageError } from './shell.js';
import { scrub } from '../core/wire/scrub.js';
import type { GuardedChange } from '../use-cases/access/approval-port.js';
import { REASON_MAX } from '../use-cases/access/approvals.js';

/**
 * Opens the configured database for a command that works beside the gateway, without a migration. Errors: CliError for a
 * schema of another version.
 */
export async function withStore<T>(
  shell: Shell,
  options: ConfigOptions & { readonly url?: string | undefined },
  work: (store: Store, config: Config) => Promise<T>,
  more: Opening['more'] = {},
): Promise<T> {
  if (options.url !== undefined)
    throw new UsageError('--url has no use here: this command works on the database.');
  // Settings that only serving needs (downstream, signing key) are not required.
  const config = loadConfig(shell, { ...options, isOffline: true });
  const store = await openStoreOf(config, shell.runtime, { more });
  try {
    const status = await store.status();
    if (!status.isReady) throw new CliError(status.reason ?? 'The database is not ready.');
    return await work(store, config);
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

/** Returns `--config`, for commands that use the configured database. */
export function configOption(description = 'YAML file with settings (or CARDWAY_CONFIG)'): Option {
  return new Option('--config <file>', description);
}

/** The database of a command, and its configuration. */
export interface OpenedDatabase {
  readonly store: Store;
  readonly config: Config;
}

/** Returns `--break-glass`, for commands on the database that change what otherwise needs a second person. */
export function breakGlassOption(): Option {
  return new Option(
    '--break-glass <reason>',
    'on the database: changes at once what needs a second person (setting approvals); the audit log keeps the reason, and gateways raise an alert',
  );
}

/**
 * Lets a change pass that needs a second person where approvals are on, and records that. They are on if the configuration or the
 * last gateway that started says so. Errors: CliError without a reason, UsageError for one that is empty or too long.
 */
export async function breakGlass(
  shell: Shell,
  { store, config }: OpenedDatabase,
  change: GuardedChange & { readonly reason: string | undefined; readonly isOnGateway: boolean },
): Promise<void> {
  if (!config.settings.approvals && !(await store.approvals.isRequired())) return;
  const { reason, isOnGateway, ...guarded } = change;
  const what = `${change.field} ${change.arguments}`;
  if (reason === undefined) {
    const other = isOnGateway ? 'Run it on a gateway with --url, which asks that person, or give' : 'Give';
    throw new CliError(
      `This would bypass the second person who must approve it: ${what}. ${other} --break-glass <reason>. The audit log keeps the reason, and gateways raise an alert.`,
    );
  }
  if (reason.trim() === '' || [...reason].length > REASON_MAX)
    throw new UsageError(`--break-glass must have a reason of at most ${String(REASON_MAX)} characters.`);
  await store.approvals.bypass({ ...guarded, actor: cliActor(shell), reason: scrub(reason) });
  shell.err(`Bypassed the second person: ${what}. The audit log keeps it, and gateways raise an alert.\n`);
}

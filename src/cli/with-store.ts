import type { Config } from '../config.js';
import type { Store } from '../store/store.js';
import { openStoreOf, type Opening } from '../wiring/store.js';
import { loadConfig, type ConfigOptions } from './configuration.js';
import { CliError, UsageError, type Shell } from './shell.js';

/**
 * Lends the database of the configuration to a command that works beside the gateway, as migrated as the gateway left it.
 * Errors: CliError for a schema that is not this version's.
 */
export async function withStore<T>(
  shell: Shell,
  options: ConfigOptions & { readonly url?: string | undefined },
  work: (store: Store, config: Config) => Promise<T>,
  more: Opening['more'] = {},
): Promise<T> {
  if (options.url !== undefined)
    throw new UsageError('--url has no use here: this command works on the database.');
  // What concerns serving only (downstream, signing key) is not asked for here.
  const config = loadConfig(shell, { ...options, isOffline: true });
  const store = await openStoreOf(config, shell.world, { more });
  try {
    const status = await store.status();
    if (!status.isReady) throw new CliError(status.reason ?? 'The database is not ready.');
    return await work(store, config);
  } finally {
    await store.close();
  }
}

/** The actor of the audit log for what is done at the command line: whom the system knows the user as. */
export function cliActor({ env }: Shell): string {
  const user = env['SUDO_USER'] ?? env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? '';
  return `cli:${/^[\w.@-]{1,64}$/.test(user) ? user : 'unknown'}`;
}

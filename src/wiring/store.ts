import type { World } from '../world.js';
import type { Config } from '../config.js';
import type { Siblings } from '../cluster/siblings.js';
import type { StoreSettings } from '../store/settings.js';
import { openStore, type Store } from '../store/store.js';

/** Opens the store that the configuration names; the schema is not touched. `more`: what a command wants otherwise. Errors: UNAVAILABLE. */
export function openStoreOf(config: Config, world: World, more: Partial<StoreSettings> = {}): Promise<Store> {
  const { settings } = config;
  return openStore({
    databaseUrl: settings.databaseUrl,
    masterKey: settings.masterKey,
    otherMasterKey: settings.otherMasterKey,
    clock: world.clock,
    settings: {
      batchMax: settings['store.batchMax'],
      cacheMs: settings['store.cacheMs'],
      passwordOverlapMs: settings['terminals.passwordOverlap'] ?? 0,
      reversalWindowMs: settings['transaction.reversalWindow'] ?? 0,
      followHoldMs: settings['events.holdMs'],
      writersMax: settings['database.writers'],
      readersMax: settings['database.readers'],
      connectTimeoutMs: settings['database.connectTimeoutMs'],
      statementTimeoutMs: settings['database.statementTimeoutMs'],
      preparedStatements: settings['database.preparedStatements'],
      partitionMs: settings['database.partitionDays'] * DAY_MS,
      listenUrl: settings['database.listenUrl'] ?? null,
      ...more,
    },
  });
}

const DAY_MS = 86_400_000;

/** What one worker changes in the directory, the others look up anew at once. */
export function shareDirectoryChanges({ directoryChanges }: Store, siblings: Siblings): void {
  directoryChanges.onChanged(() => siblings.tell('directory', null));
  siblings.hear('directory', () => directoryChanges.changedElsewhere());
}

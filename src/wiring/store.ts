import type { World } from '../world.js';
import type { Config } from '../config.js';
import { openStore, type Store } from '../store/store.js';

/** Opens the store that the configuration names; the schema is not touched. Errors: UNAVAILABLE. */
export function openStoreOf(config: Config, world: World): Promise<Store> {
  const { settings } = config;
  return openStore({
    databaseUrl: settings.databaseUrl,
    masterKey: settings.masterKey,
    clock: world.clock,
    settings: {
      batchMax: settings['store.batchMax'],
      cacheMs: settings['store.cacheMs'],
      followHoldMs: settings['events.holdMs'],
    },
  });
}

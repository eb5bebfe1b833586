import type { Config } from '../platform/config.js';
import type { StoreSettings } from '../store/settings.js';
import { openStore, type Store } from '../store/store.js';
import type { TransactionRow } from '../use-cases/transactions/ledger-port.js';
import { recoverPriorWork } from '../use-cases/transactions/running.js';
import type { Runtime } from './runtime.js';

/** How a command wants the store, where it does not only work beside a gateway. */
export interface Opening {
  /** Some of the settings, otherwise. */
  readonly more?: Partial<StoreSettings>;
  /** To serve from it: alone, where it is a file. */
  readonly isServing?: boolean;
  /** A database may be made where another one was; a sandbox always may. */
  readonly isNew?: boolean;
}

/** Opens the store that the configuration names; the schema is not touched. Errors: UNAVAILABLE. */
export function openStoreOf(config: Config, runtime: Runtime, opening: Opening = {}): Promise<Store> {
  const { settings } = config;
  return openStore({
    serving:
      opening.isServing === true ? { pid: runtime.pid, waitMs: settings.database.lockWaitMs } : undefined,
    isNew: opening.isNew === true || config.isSandbox,
    databaseUrl: settings.databaseUrl,
    masterKey: settings.masterKey,
    otherMasterKey: settings.otherMasterKey,
    clock: runtime.clock,
    settings: {
      cacheMs: settings.store.cacheMs,
      passwordOverlapMs: settings.terminals.passwordOverlap ?? 0,
      reversalWindowMs: settings.transaction.reversalWindow ?? 0,
      writersMax: settings.database.writers,
      readersMax: settings.database.writers,
      statementTimeoutMs: settings.database.statementTimeoutMs,
      trustStorage: settings.database.trustStorage,
      preparedStatements: settings.database.preparedStatements,
      ...partitionsOf(settings.transaction.retention),
      listenUrl: settings.database.listenUrl ?? null,
      ...opening.more,
    },
  });
}

/** Gives about 50 partitions. Every commit costs more with over 100. */
function partitionsOf(retentionMs: number | null): Partial<StoreSettings> {
  if (retentionMs === null) return {};
  return { partitionMs: Math.min(31, Math.max(1, Math.round(retentionMs / (50 * DAY_MS)))) * DAY_MS };
}

const DAY_MS = 86_400_000;

/** Ends what former processes left, where no other process serves from this database. Resolves with what is in doubt now. */
export async function recoverPriorWorkIn(store: Store, runtime: Runtime): Promise<readonly TransactionRow[]> {
  return store.isOnlyServer ? recoverPriorWork({ ...store, ...runtime, batchMax: RECOVERY_BATCH }) : [];
}

const RECOVERY_BATCH = 100;

import type { Config } from '../platform/config.js';
import type { Logger } from '../platform/log.js';
import { openStore, type Store } from '../store/store.js';
import type { Observer } from '../use-cases/ports.js';
import type { TransactionRow } from '../use-cases/transactions/ledger-port.js';
import { recoverPriorWork } from '../use-cases/transactions/call/running.js';
import type { Ground, Runtime } from './runtime.js';

/** Special wishes of a command for the store. */
export interface Opening {
  /** Opens the store for serving. A SQLite file then has this server alone. */
  readonly isServing?: boolean;
  /** Allows a new database where another one was before. The sandbox always allows it. */
  readonly isNew?: boolean;
}

/** SQLite: how long a start waits while another process serves the file. */
export const LOCK_WAIT_MS = 10_000;

/** Opens the configured store without a change to its schema. Errors: UNAVAILABLE. */
export function openStoreOf(config: Config, runtime: Runtime, opening: Opening = {}): Promise<Store> {
  const { settings } = config;
  return openStore({
    serving:
      opening.isServing === true
        ? { pid: runtime.pid, onExit: runtime.onExit, waitMs: LOCK_WAIT_MS }
        : undefined,
    isNew: opening.isNew === true || config.isSandbox,
    databaseUrl: settings.databaseUrl,
    masterKey: settings.masterKey,
    otherMasterKey: settings.otherMasterKey,
    clock: runtime.clock,
    settings: {
      reversalWindowMs: settings.transaction.reversalWindow ?? 0,
      writersMax: settings.database.writers,
      readersMax: settings.database.writers,
      trustStorage: settings.database.trustStorage,
      preparedStatements: settings.database.preparedStatements,
    },
  });
}

/** Ends the work of previous processes, unless another process serves from this database. Resolves with rows now in doubt. */
export async function recoverPriorWorkIn({
  store,
  runtime,
  log,
}: Ground): Promise<readonly TransactionRow[]> {
  if (!store.isOnlyServer) return [];
  const { ledger, deliveries } = store;
  const { owner } = runtime;
  return recoverPriorWork({ ledger, deliveries, owner, alert: logAlertTo(log), batchMax: RECOVERY_BATCH });
}

const RECOVERY_BATCH = 100;

/** Logs an alert. */
export function logAlertTo(log: Logger): Observer['alert'] {
  return (alert, about) => log.warn({ alert, ...about }, 'alert');
}

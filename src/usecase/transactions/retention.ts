import { repeat, type Repeating } from '../repeat.js';
import type { LedgerHistory } from './history-port.js';
import { purgeTransactions, type PurgeDeps } from './purge.js';

/**
 * Purges, now and then, what is older than is kept; where texts are kept in parts, up to the end of one. Several processes may do so at
 * once: each finds what is left.
 */
export function startTransactionRetention(
  deps: PurgeDeps & {
    /** The clock of all nodes: one whose own is wrong must not delete what the others need. */
    readonly databaseNowMs: () => Promise<number>;
    readonly retentionMs: number;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Repeating {
  return repeat({
    ...deps,
    async round(stopping) {
      const endMs = (await deps.databaseNowMs()) - deps.retentionMs;
      const receivedBeforeMs = (await deps.history.textPartEndBefore(endMs)) ?? endMs;
      const order = { receivedBeforeMs, isDryRun: false, actor: 'gateway', reason: REASON, stopping };
      await purgeTransactions(deps, order);
      return false;
    },
  });
}

/** Makes room for what will be received, where texts are kept in parts. */
export function startTextParts(
  deps: Pick<PurgeDeps, 'timer'> & {
    readonly history: Pick<LedgerHistory, 'prepare'>;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Repeating {
  return repeat({
    ...deps,
    async round() {
      await deps.history.prepare();
      return false;
    },
  });
}

const REASON = 'transaction.retention';

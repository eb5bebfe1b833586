import { repeat, type Repeating } from '../repeat.js';
import { purgeTransactions, type PurgeDeps } from './purge.js';

/** Purges, now and then, what is older than is kept. Several processes may do so at once: each finds what is left. */
export function startTransactionRetention(
  deps: PurgeDeps & {
    readonly retentionMs: number;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Repeating {
  return repeat({
    ...deps,
    async round(stopping) {
      const receivedBeforeMs = deps.clock.nowMs() - deps.retentionMs;
      const order = { receivedBeforeMs, isDryRun: false, actor: 'gateway', reason: REASON, stopping };
      await purgeTransactions(deps, order);
      return false;
    },
  });
}

const REASON = 'transaction.retention';

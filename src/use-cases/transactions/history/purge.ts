import type { AuditEntry } from '../../../core/access/audit.js';
import { repeat, type Repeating } from '../../../platform/background.js';
import type { Clock } from '../../../platform/clock.js';
import type { Timer } from '../../ports.js';
import type { LedgerHistory, OrderedPurge } from './history-port.js';

interface PurgeDeps {
  readonly history: Pick<LedgerHistory, 'purgeable' | 'purge' | 'record'>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Transactions of one commit. They are few, so that no payment waits. */
  readonly batchRows: number;
  /** Shortest pause between two commits, in milliseconds. */
  readonly pauseMs: number;
}

/**
 * Deletes old transactions piece by piece, oldest first. The pause grows with the time of a piece, so that payments have the
 * database most of the time. An interrupted purge can start again: it finds the rest. The audit log gets an entry with the first
 * deletion, and one with their number at the end. Resolves with that number.
 */
export async function purgeTransactions(
  deps: PurgeDeps,
  order: OrderedPurge,
  stopping?: AbortSignal,
): Promise<number> {
  const { history, clock, batchRows: limit } = deps;
  const { receivedBeforeMs } = order;
  let deleted = 0;
  for (let after: number | null = 0; after !== null && stopping?.aborted !== true;) {
    const startedAtMs = clock.monotonicMs();
    const piece = { receivedBeforeMs, after, limit };
    // Counted first, so that a piece without deletions needs no commit.
    let done = await history.purgeable(piece);
    const isPurged = done.deleted > 0;
    if (isPurged) done = await history.purge(piece, deleted === 0 ? entryOf(order, 'purge_begins') : null);
    deleted += done.deleted;
    after = done.through;
    const tookMs = clock.monotonicMs() - startedAtMs;
    const restMs = isPurged ? Math.max(deps.pauseMs, PAUSE_FACTOR * tookMs) : 0;
    if (after !== null) await deps.timer.wait(restMs).done;
  }
  if (deleted > 0)
    await history.record({ ...entryOf(order, 'purge_ends'), after: JSON.stringify({ deleted }) });
  return deleted;
}

/** Shortest pause, as a multiple of the time that the piece took. */
const PAUSE_FACTOR = 4;

function entryOf({ actor, reason, receivedBeforeMs }: OrderedPurge, action: string): AuditEntry {
  const before = JSON.stringify({ receivedBefore: new Date(receivedBeforeMs).toISOString() });
  return { actor, action, subject: 'transactions', reason, before, after: '{}' };
}

/**
 * Carries out purges that people ordered on a gateway and, from time to time, that of the retention. After a restart, or beside other
 * processes, it does what is left. Each round reads the trusted time, which advances by that.
 */
export function startPurges(
  deps: PurgeDeps & {
    readonly history: Pick<LedgerHistory, 'ordered' | 'endOrder' | 'trustedNowMs'>;
    /** Time for which transactions answer repeated calls. The setting may have grown since the order. */
    readonly keptAtLeastMs: number;
    /** Age of transactions that are deleted without an order. Null: never. */
    readonly retentionMs: number | null;
    readonly retentionEveryMs: number;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Repeating {
  const { history, clock, retentionMs } = deps;
  let nextMs = clock.monotonicMs() + deps.retentionEveryMs;
  return repeat({
    ...deps,
    startsAtOnce: true,
    async round(stopping) {
      const nowMs = await history.trustedNowMs();
      const ordered = await history.ordered();
      if (ordered !== null) {
        const receivedBeforeMs = Math.min(ordered.receivedBeforeMs, nowMs - deps.keptAtLeastMs);
        await purgeTransactions(deps, { ...ordered, receivedBeforeMs }, stopping);
        if (!stopping.aborted) await history.endOrder(ordered);
      }
      if (retentionMs !== null && clock.monotonicMs() >= nextMs) {
        nextMs = clock.monotonicMs() + deps.retentionEveryMs;
        const receivedBeforeMs = nowMs - retentionMs;
        await purgeTransactions(deps, { receivedBeforeMs, actor: 'system', reason: REASON }, stopping);
      }
      return false;
    },
  });
}

const REASON = 'transaction.retention';

import type { AuditEntry } from '../../../core/access/audit.js';
import { repeat, type Repeating } from '../../../platform/background.js';
import type { Clock } from '../../../platform/clock.js';
import type { Timer } from '../../ports.js';
import type { SkipReason, LedgerHistory, Purged } from './history-port.js';

interface PurgeDeps {
  readonly history: Pick<LedgerHistory, 'purgeable' | 'purge' | 'record'>;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Transactions of one commit. They are few, so that no payment waits. */
  readonly batchRows: number;
  /** Shortest pause between two commits, in milliseconds. */
  readonly pauseMs: number;
}

interface PurgeOrder {
  readonly receivedBeforeMs: number;
  /** Actor for the audit log. */
  readonly actor: string;
  readonly reason: string;
  readonly stopping?: AbortSignal;
}

export interface PurgeTotal {
  readonly deleted: number;
  readonly kept: Readonly<Partial<Record<SkipReason, number>>>;
}

/**
 * Deletes old transactions piece by piece, oldest first. The pause grows with the time of a piece, so that payments have the
 * database most of the time. An interrupted purge can start again: it finds the rest. The audit log gets an entry with the first deletion, and one with the totals at the end.
 */
export async function purgeTransactions(deps: PurgeDeps, order: PurgeOrder): Promise<PurgeTotal> {
  const total = await purgePieces(deps, order);
  if (total.deleted > 0) await deps.history.record(auditEntry(order, 'purge_ends', total));
  return total;
}

async function purgePieces(deps: PurgeDeps, order: PurgeOrder): Promise<PurgeTotal> {
  const { history, clock, batchRows: limit } = deps;
  const { receivedBeforeMs } = order;
  let total: PurgeTotal = { deleted: 0, kept: {} };
  let after = 0;
  while (order.stopping?.aborted !== true) {
    const startedAtMs = clock.monotonicMs();
    const piece = { receivedBeforeMs, after, limit };
    // Counted first, so that a piece without deletions needs no commit.
    let done: Purged = await history.purgeable(piece);
    const isPurged = done.deleted > 0;
    if (isPurged) done = await history.purge(piece, firstWindow(order, total));
    total = sumOf(total, done);
    if (done.through === null) break;
    after = done.through;
    await deps.timer.wait(isPurged ? pauseAfter(deps, clock.monotonicMs() - startedAtMs) : 0).done;
  }
  return total;
}

function firstWindow(order: PurgeOrder, total: PurgeTotal): AuditEntry | null {
  return total.deleted === 0 ? auditEntry(order, 'purge_begins', null) : null;
}

/** Shortest pause, as a multiple of the time that the piece took. */
const PAUSE_FACTOR = 4;

function pauseAfter({ pauseMs }: PurgeDeps, tookMs: number): number {
  return Math.max(pauseMs, PAUSE_FACTOR * tookMs);
}

function sumOf(total: PurgeTotal, more: Purged): PurgeTotal {
  const kept: Partial<Record<SkipReason, number>> = { ...total.kept };
  for (const [why, count] of Object.entries(more.kept) as [SkipReason, number][]) {
    kept[why] = (kept[why] ?? 0) + count;
  }
  return { deleted: total.deleted + more.deleted, kept };
}

function auditEntry(order: PurgeOrder, action: string, after: PurgeTotal | null): AuditEntry {
  return {
    actor: order.actor,
    action,
    subject: 'transactions',
    reason: order.reason,
    before: JSON.stringify({ receivedBefore: new Date(order.receivedBeforeMs).toISOString() }),
    after: JSON.stringify(after ?? {}),
  };
}

/** Purges transactions older than the retention, from time to time. Several processes may purge at once: each finds the rest. */
export function startTransactionRetention(
  deps: PurgeDeps & {
    readonly history: Pick<LedgerHistory, 'trustedNowMs'>;
    readonly retentionMs: number;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Repeating {
  return repeat({
    ...deps,
    async round(stopping) {
      const receivedBeforeMs = (await deps.history.trustedNowMs()) - deps.retentionMs;
      const order = { receivedBeforeMs, actor: 'system', reason: REASON, stopping };
      await purgeTransactions(deps, order);
      return false;
    },
  });
}

/**
 * Carries out purges that people ordered on a gateway. After a restart, or beside other processes, it does what is left. Each round
 * reads the trusted time, which advances by that.
 */
export function startOrderedPurges(
  deps: PurgeDeps & {
    readonly history: Pick<LedgerHistory, 'ordered' | 'endOrder' | 'trustedNowMs'>;
    /** Time for which transactions answer repeated calls. The setting may have grown since the order. */
    readonly keptAtLeastMs: number;
    readonly everyMs: number;
    readonly onFailure: (error: unknown) => void;
  },
): Repeating {
  return repeat({
    ...deps,
    startsAtOnce: true,
    async round(stopping) {
      const latestMs = (await deps.history.trustedNowMs()) - deps.keptAtLeastMs;
      const ordered = await deps.history.ordered();
      if (ordered === null) return false;
      const receivedBeforeMs = Math.min(ordered.receivedBeforeMs, latestMs);
      await purgeTransactions(deps, { ...ordered, receivedBeforeMs, stopping });
      if (!stopping.aborted) await deps.history.endOrder(ordered);
      return false;
    },
  });
}

const REASON = 'transaction.retention';

import type { MethodTable } from '../core/transactions/methods.js';
import { AHEAD_MAX_MS, keptAtLeastMs, PURGE_PACE } from '../core/transactions/transaction.js';
import type { MonitoringUseCases, UseCases } from '../graphql/context.js';
import type { Background, Repeating } from '../platform/background.js';
import { LATE_ANSWER_MS } from '../outbound/downstream/routes.js';
import type { Config } from '../platform/config.js';
import type { Store } from '../store/store.js';
import type { FailedAuthentication } from '../use-cases/access/failed-authentication.js';
import type { RateLimits } from '../use-cases/access/rate-limit-port.js';
import type { NoteRefused } from '../use-cases/access/refusal-port.js';
import { createFollowEvents } from '../use-cases/events/follow-events.js';
import type { Observer } from '../use-cases/ports.js';
import type { SecretObserver } from '../use-cases/provisioning/secret-deps.js';
import type { Downstream } from '../use-cases/transactions/downstream-port.js';
import { ownReversalOf } from '../use-cases/transactions/settle/own-reversals.js';
import { startOrderedPurges, startTransactionRetention } from '../use-cases/transactions/history/purge.js';
import { startSavingCounts } from '../use-cases/transactions/history/read-stats.js';
import { createFollowTransactions } from '../use-cases/transactions/history/read.js';
import type { RunningTransactions } from '../use-cases/transactions/call/running.js';
import {
  createSendByOperator,
  createSettleByOperator,
} from '../use-cases/transactions/settle/by-operator.js';
import { startSweeper, type Sweeper } from '../use-cases/transactions/advice/sweep.js';
import type { TransactDeps } from '../use-cases/transactions/transact-deps.js';
import { createTransact } from '../use-cases/transactions/call/transact.js';
import type { KeyChanges } from '../use-cases/access/administer-keys.js';
import { storedUseCases } from './administration.js';
import type { Feeds } from './streams.js';
import { attemptUseCases, secretUseCases } from './provisioning.js';
import { INTERVALS, type Runtime, SWEEP_EVERY_MS } from './runtime.js';

/** Polling interval of a call that waits for another process's row. */
const JOIN_POLL_MS = 20;
const SETTLE_RETRY_MS = 500;
const SWEEP_BATCH = 100;
/** Time before the deadline that is reserved for saving the answer. It covers a commit on a busy disk. */
const SETTLE_RESERVE_MS = 60;
/** How long answers of methods without a money effect are replayed. */
export const REPLAY_NONE_MS = 60_000;
/** How long after its deadline a pending transaction belongs to its process. */
export const LEASE_MS = 10_000;
/** First pause before an advice is sent again, and before an inquiry about a transaction in doubt. */
export const ADVICE_RETRY_MIN_MS = 1000;
/** Longest pause before either. */
export const ADVICE_RETRY_MAX_MS = 15 * 60_000;
/** Interval of looks for the wallets of unmatched advices. People add wallets by hand, so it is less urgent than a retry. */
const MATCH_EVERY_MS = 2 * ADVICE_RETRY_MIN_MS;

interface UseCaseParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly methods: MethodTable;
  readonly downstream: Downstream;
  readonly observer: Observer;
  readonly secretObserver: SecretObserver;
  readonly onRefused: NoteRefused;
  readonly running: RunningTransactions;
  readonly background: Background;
  readonly rateLimits: RateLimits;
  readonly failedAuthentication: FailedAuthentication;
  readonly onSweepFailure: (error: unknown) => void;
}

export function createUseCases(
  parts: UseCaseParts & {
    readonly feeds: Feeds;
    readonly monitoring: MonitoringUseCases;
    readonly keyChanges: KeyChanges;
  },
): UseCases {
  const deps = transactDeps(parts);
  return {
    transact: createTransact(deps),
    ...attemptUseCases(parts),
    settleByOperator: createSettleByOperator(deps),
    sendByOperator: createSendByOperator(deps),
    secrets: secretUseCases(parts),
    followEvents: createFollowEvents({ eventLog: parts.store.eventLog, feed: parts.feeds.events }),
    followTransactions: createFollowTransactions({
      ledger: parts.store.ledger,
      feed: parts.feeds.transactions,
    }),
    ...storedUseCases(parts),
    monitoring: parts.monitoring,
  };
}

function transactDeps(parts: UseCaseParts): TransactDeps {
  const { runtime, store } = parts;
  const { settings } = parts.config;
  const deps: TransactDeps = {
    ...parts,
    ...runtime,
    ledger: store.ledger,
    directory: store.directory,
    attempts: store.attempts,
    hasher: store.sealer,
    sealer: store.sealer,
    process: { owner: runtime.owner, leaseMs: LEASE_MS },
    directoryMode: settings.directory,
    dateWindow: {
      maxAgeMs: settings.transaction.maxAge,
      maxAheadMs: AHEAD_MAX_MS,
    },
    replayNoneMs: REPLAY_NONE_MS,
    settleReserveMs: SETTLE_RESERVE_MS,
    adviceRetryMs: ADVICE_RETRY_MIN_MS,
    joinPollMs: JOIN_POLL_MS,
    settleRetryMs: SETTLE_RETRY_MS,
    timeoutReplies: new Map(
      parts.config.timeoutReplies.map(({ method, resultCode }) => [method, resultCode]),
    ),
    lateMs: LATE_ANSWER_MS,
    ownReversal: (row) => (settings.reverseContradicted ? ownReversalOf(deps, row) : Promise.resolve(null)),
  };
  return deps;
}

/** Starts the housekeeping of this process: ended leases, due advices. */
export function startHousekeeping(parts: UseCaseParts): Sweeper {
  const { settings } = parts.config;
  const transactions = startSweeper({
    ...transactDeps(parts),
    random: parts.runtime.random,
    longestCallMs: longestTimeoutMs(parts.config),
    // Inquiries use the pauses of advices: the same wallet service did not answer.
    inquiryMinMs: ADVICE_RETRY_MIN_MS,
    inquiryMaxMs: ADVICE_RETRY_MAX_MS,
    adviceRetryMaxMs: ADVICE_RETRY_MAX_MS,
    matchEveryMs: MATCH_EVERY_MS,
    batchMax: SWEEP_BATCH,
    everyMs: SWEEP_EVERY_MS,
    onFailure: parts.onSweepFailure,
  });
  const retention = startRetentionOf(parts);
  const ordered = startOrderedPurges({
    ...parts.runtime,
    history: parts.store.history,
    keptAtLeastMs: keptAtLeastMs(settings.transaction.maxAge),
    everyMs: INTERVALS.orderedPurgeMs,
    ...PURGE_PACE,
    onFailure: parts.onSweepFailure,
  });
  const counting = startSavingCounts({
    ...parts.runtime,
    stats: parts.store.stats,
    everyMs: INTERVALS.quarterHourMs,
    onFailure: parts.onSweepFailure,
  });
  return {
    async stop() {
      const others = [ordered, counting].map((each) => each.stop());
      await Promise.all([transactions.stop(), retention?.stop(), ...others]);
    },
  };
}

function startRetentionOf(parts: UseCaseParts): Repeating | null {
  const { settings } = parts.config;
  const retentionMs = settings.transaction.retention;
  if (retentionMs === null) return null;
  return startTransactionRetention({
    ...parts.runtime,
    history: parts.store.history,
    retentionMs,
    everyMs: INTERVALS.purgeMs,
    ...PURGE_PACE,
    onFailure: parts.onSweepFailure,
  });
}

/** Returns the longest timeout of all routes. */
export function longestTimeoutMs({ settings, routes }: Config): number {
  return Math.max(settings.downstream.timeoutMs, ...routes.map(({ timeoutMs }) => timeoutMs ?? 0));
}

import type { MethodTable } from '../core/transactions/methods.js';
import { AHEAD_MAX_MS, keptAtLeastMs, PURGE_PACE } from '../core/transactions/transaction.js';
import type { MonitoringUseCases, UseCases } from '../graphql/context.js';
import { LATE_ANSWER_MS } from '../outbound/downstream/routes.js';
import type { Config } from '../platform/config.js';
import type { NoteRefused } from '../use-cases/access/refusal-port.js';
import { createAnnounceUnknownWallet } from '../use-cases/events/announce.js';
import { createFollowEvents } from '../use-cases/events/follow-events.js';
import { ownReversalOf } from '../use-cases/transactions/settle/own-reversals.js';
import { startPurges } from '../use-cases/transactions/history/purge.js';
import { startSavingCounts } from '../use-cases/transactions/history/read-stats.js';
import { createFollowTransactions } from '../use-cases/transactions/history/read.js';
import {
  createSendByOperator,
  createSettleByOperator,
} from '../use-cases/transactions/settle/by-operator.js';
import { startSweeper } from '../use-cases/transactions/advice/sweep.js';
import type { TransactDeps } from '../use-cases/transactions/transact-deps.js';
import { createTransact } from '../use-cases/transactions/call/transact.js';
import type { KeyChanges } from '../use-cases/access/administer-keys.js';
import { storedUseCases } from './administration.js';
import type { Authentication } from './authentication.js';
import type { Externals } from './externals.js';
import type { Feeds } from './streams.js';
import { attemptUseCases, secretUseCases } from './provisioning.js';
import { type Ground, INTERVALS, logFailure, SWEEP_EVERY_MS } from './runtime.js';

/** Polling interval of a call that waits for another process's row. */
const JOIN_POLL_MS = 20;
const SETTLE_RETRY_MS = 500;
const SWEEP_BATCH = 100;
/** Time before the deadline that is reserved for saving the answer. It covers a commit on a busy disk. */
const SETTLE_RESERVE_MS = 60;
/** How long answers of methods without a money effect are replayed. */
export const REPLAY_NONE_MS = 60_000;
/** How long after the longest deadline of any route a pending transaction belongs to its process. */
export const LEASE_MS = 10_000;
/** First pause before an advice is sent again, and before an inquiry about a transaction in doubt. */
export const ADVICE_RETRY_MIN_MS = 1000;
/** Longest pause before either. */
export const ADVICE_RETRY_MAX_MS = 15 * 60_000;
/** Interval of looks for the wallets of unmatched advices. People add wallets by hand, so it is less urgent than a retry. */
const MATCH_EVERY_MS = 2 * ADVICE_RETRY_MIN_MS;

/** Parts outside of the store that the use cases call. */
interface Outside
  extends
    Pick<Externals, 'downstream' | 'observer' | 'secretObserver' | 'running' | 'background'>,
    Pick<Authentication, 'rateLimits' | 'failedAuthentication'> {
  readonly methods: MethodTable;
  readonly onRefused: NoteRefused;
}

export function createUseCases(
  ground: Ground,
  outside: Outside & {
    readonly feeds: Feeds;
    readonly monitoring: MonitoringUseCases;
    readonly keyChanges: KeyChanges;
  },
): UseCases {
  const { eventLog, ledger } = ground.store;
  const { feeds, monitoring, keyChanges, secretObserver } = outside;
  const deps = transactDeps(ground, outside);
  return {
    transact: createTransact(deps),
    ...attemptUseCases(ground, outside.observer),
    settleByOperator: createSettleByOperator(deps),
    sendByOperator: createSendByOperator(deps),
    secrets: secretUseCases(ground, secretObserver),
    followEvents: createFollowEvents({ eventLog, feed: feeds.events }),
    followTransactions: createFollowTransactions({ ledger, feed: feeds.transactions }),
    ...storedUseCases(ground, keyChanges),
    monitoring,
  };
}

function transactDeps({ config, runtime, store }: Ground, outside: Outside): TransactDeps {
  const { settings, timeoutReplies } = config;
  const deps: TransactDeps = {
    methods: outside.methods,
    downstream: outside.downstream,
    observer: outside.observer,
    onRefused: outside.onRefused,
    running: outside.running,
    background: outside.background,
    rateLimits: outside.rateLimits,
    failedAuthentication: outside.failedAuthentication,
    onUnknownWallet: createAnnounceUnknownWallet({
      eventLog: store.eventLog,
      clock: runtime.clock,
      background: outside.background,
    }),
    clock: runtime.clock,
    timer: runtime.timer,
    ledger: store.ledger,
    directory: store.directory,
    attempts: store.attempts,
    hasher: store.sealer,
    sealer: store.sealer,
    process: { owner: runtime.owner },
    directoryMode: settings.directory,
    dateWindow: { maxAgeMs: settings.transaction.maxAge, maxAheadMs: AHEAD_MAX_MS },
    replayNoneMs: REPLAY_NONE_MS,
    settleReserveMs: SETTLE_RESERVE_MS,
    adviceRetryMs: ADVICE_RETRY_MIN_MS,
    joinPollMs: JOIN_POLL_MS,
    settleRetryMs: SETTLE_RETRY_MS,
    timeoutReplies: new Map(timeoutReplies.map(({ method, resultCode }) => [method, resultCode])),
    lateMs: LATE_ANSWER_MS,
    ownReversal: (row) => (settings.reverseContradicted ? ownReversalOf(deps, row) : Promise.resolve(null)),
  };
  return deps;
}

/** Starts the housekeeping of this process: ended leases, due advices, statistics and purges. */
export function startHousekeeping(ground: Ground, outside: Outside): { stop(): Promise<unknown> } {
  const { config, runtime, store } = ground;
  const { clock, timer } = runtime;
  const { history, stats } = store;
  const { maxAge, retention } = config.settings.transaction;
  const onFailure = logFailure(ground, 'sweep failed');
  const longestCallMs = longestTimeoutMs(config);
  const sweeper = startSweeper({
    ...transactDeps(ground, outside),
    random: runtime.random,
    longestCallMs,
    leaseMs: longestCallMs + LEASE_MS,
    // Inquiries use the pauses of advices: the same wallet service did not answer.
    inquiryMinMs: ADVICE_RETRY_MIN_MS,
    inquiryMaxMs: ADVICE_RETRY_MAX_MS,
    adviceRetryMaxMs: ADVICE_RETRY_MAX_MS,
    matchEveryMs: MATCH_EVERY_MS,
    batchMax: SWEEP_BATCH,
    everyMs: SWEEP_EVERY_MS,
    onFailure,
  });
  const parts = [
    sweeper,
    startPurges({
      ...{ history, clock, timer, ...PURGE_PACE, onFailure },
      keptAtLeastMs: keptAtLeastMs(maxAge),
      retentionMs: retention,
      retentionEveryMs: INTERVALS.purgeMs,
      everyMs: INTERVALS.orderedPurgeMs,
    }),
    startSavingCounts({ stats, timer, everyMs: INTERVALS.quarterHourMs, onFailure }),
  ];
  return { stop: () => Promise.all(parts.map((part) => part.stop())) };
}

/** Returns the longest timeout of all routes. */
function longestTimeoutMs({ settings, routes }: Config): number {
  return Math.max(settings.downstream.timeoutMs, ...routes.map(({ timeoutMs }) => timeoutMs ?? 0));
}

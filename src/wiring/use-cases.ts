import type { Config } from '../config.js';
import { PURGE_PACE } from '../core/kept-at-least.js';
import type { MethodTable } from '../core/methods.js';
import type { OversightUseCases, UseCases } from '../graphql/context.js';
import type { Store } from '../store/store.js';
import { createFollowEvents } from '../usecase/events/follow-events.js';
import { startCounting } from '../usecase/transactions/count-transactions.js';
import { createFollowTransactions } from '../usecase/transactions/follow-transactions.js';
import type { Feeds } from './feeds.js';
import type { Background } from '../usecase/background.js';
import type { FailedAuthentication } from '../usecase/access/failed-authentication.js';
import { limitTransactions } from '../usecase/transactions/limit-transactions.js';
import type { Downstream, Observer } from '../usecase/ports.js';
import type { RateLimits } from '../usecase/access/rate-limit-port.js';
import type { RunningTransactions } from '../usecase/transactions/running.js';
import { startTextParts, startTransactionRetention } from '../usecase/transactions/retention.js';
import { startSweeper, type Sweeper } from '../usecase/transactions/sweeper.js';
import { reverseContradicted } from '../usecase/transactions/reverse-contradicted.js';
import type { SecretObserver } from '../usecase/provisioning/secret-deps.js';
import type { TransactDeps } from '../usecase/transactions/transact-deps.js';
import { createSendByOperator } from '../usecase/transactions/send-by-operator.js';
import { createSettleByOperator } from '../usecase/transactions/settle-by-operator.js';
import { createTransact } from '../usecase/transactions/transact.js';
import type { Repeating } from '../usecase/repeat.js';
import type { Tracing } from '../tracing.js';
import type { World } from '../world.js';
import { cadencesOf } from './cadences.js';
import { storedUseCases } from './administration.js';
import { secretUseCases } from './secrets.js';
import { attemptUseCases, startExpiringAttempts, takingReports } from './provisioning.js';
import type { OutsideWallets } from './wallet-lookup.js';

/** How often a call that waits for another process's row looks again. */
const JOIN_POLL_MS = 20;
const SETTLE_RETRY_MS = 500;
const SWEEP_BATCH = 100;
/** Time before the deadline that is kept for saving the answer. It covers a commit on a busy disk. */
const SETTLE_RESERVE_MS = 60;
/** People add wallets by hand, so looking for them is less urgent than sending again. */
const MATCH_OF_RETRIES = 2;

export interface UseCaseParts {
  readonly config: Config;
  readonly world: World;
  readonly store: Store;
  readonly methods: MethodTable;
  readonly downstream: Downstream;
  readonly outsideWallets: OutsideWallets | null;
  readonly observer: Observer;
  readonly secretObserver: SecretObserver;
  readonly running: RunningTransactions;
  readonly background: Background;
  readonly rateLimits: RateLimits;
  readonly failedAuthentication: FailedAuthentication;
  readonly onSweepFailure: (error: unknown) => void;
  readonly tracing?: Tracing | null;
}

export function createUseCases(
  parts: UseCaseParts & {
    readonly feeds: Feeds;
    readonly oversight: OversightUseCases;
  },
): UseCases {
  const deps = transactDeps(parts);
  return {
    transact: limitTransactions(takingReports(parts, deps, createTransact(deps)), {
      limits: parts.rateLimits,
      failed: parts.failedAuthentication,
    }),
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
    oversight: parts.oversight,
  };
}

export function transactDeps(parts: UseCaseParts): TransactDeps {
  const { world, store } = parts;
  const { settings } = parts.config;
  const deps: TransactDeps = {
    ...parts,
    ...world,
    ledger: store.ledger,
    directory: store.directory,
    hasher: store.sealer,
    sealer: store.sealer,
    process: processOf(parts),
    directoryMode: settings.directory,
    walletLookup: parts.outsideWallets?.lookup ?? null,
    dateWindow: {
      maxAgeMs: settings.transaction.maxAge,
      maxAheadMs: settings.transaction.maxAhead ?? Number.POSITIVE_INFINITY,
    },
    replayNoneMs: settings.transaction.replayNone ?? Number.POSITIVE_INFINITY,
    settleReserveMs: SETTLE_RESERVE_MS,
    adviceRetryMs: settings.advice.retryMinMs,
    joinPollMs: JOIN_POLL_MS,
    settleRetryMs: SETTLE_RETRY_MS,
    standIns: new Map(parts.config.standIns.map(({ method, resultCode }) => [method, resultCode])),
    reversesContradicted: settings.reverseContradicted,
    onContradicted: (requestId) =>
      settings.reverseContradicted ? reverseContradicted(deps, requestId) : Promise.resolve(),
  };
  return deps;
}

/** The housekeeping of this process: ended leases, due advices, ended attempts. */
export function startHousekeeping(parts: UseCaseParts): Sweeper {
  const { settings } = parts.config;
  const attempts = startExpiringAttempts(parts, SWEEP_BATCH);
  const transactions = startSweeper({
    ...transactDeps(parts),
    random: parts.world.random,
    longestCallMs: longestTimeoutMs(parts.config),
    // Inquiries pause as advices do: the same wallet service did not answer.
    inquiryMinMs: settings.advice.retryMinMs,
    inquiryMaxMs: settings.advice.retryMaxMs,
    adviceRetryMaxMs: settings.advice.retryMaxMs,
    matchEveryMs: MATCH_OF_RETRIES * settings.advice.retryMinMs,
    batchMax: SWEEP_BATCH,
    traced: parts.tracing?.work,
    everyMs: settings.sweep.everyMs,
    onFailure: parts.onSweepFailure,
  });
  const retention = startRetentionOf(parts);
  const textParts = startTextParts({
    ...parts.world,
    history: parts.store.history,
    everyMs: cadencesOf(settings.sweep).purgeMs,
    onFailure: parts.onSweepFailure,
  });
  const counting = startCounting({
    ...parts.world,
    stats: parts.store.stats,
    everyMs: cadencesOf(settings.sweep).countMs,
    onFailure: parts.onSweepFailure,
  });
  return {
    async stop() {
      const others = [attempts.stop(), retention?.stop(), textParts.stop(), counting.stop()];
      await Promise.all([transactions.stop(), ...others]);
    },
  };
}

function startRetentionOf(parts: UseCaseParts): Repeating | null {
  const { settings } = parts.config;
  const retentionMs = settings.transaction.retention;
  if (retentionMs === null) return null;
  return startTransactionRetention({
    ...parts.world,
    history: parts.store.history,
    databaseNowMs: () => parts.store.nowMs(),
    retentionMs,
    everyMs: cadencesOf(settings.sweep).purgeMs,
    ...PURGE_PACE,
    onFailure: parts.onSweepFailure,
  });
}

function processOf({ world, config }: UseCaseParts): { owner: string; leaseMs: number } {
  return { owner: world.owner, leaseMs: config.settings.transaction.lease ?? 0 };
}

/** Of all routes. */
export function longestTimeoutMs({ settings, routes }: Config): number {
  return Math.max(settings.downstream.timeoutMs, ...routes.map(({ timeoutMs }) => timeoutMs ?? 0));
}

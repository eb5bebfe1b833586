import type { Config } from '../config.js';
import type { MethodTable } from '../core/methods.js';
import type { UseCases } from '../graphql/context.js';
import type { Store } from '../store/store.js';
import { createFollowEvents } from '../usecase/follow-events.js';
import { createFollowTransactions } from '../usecase/follow-transactions.js';
import type { Feeds } from './feeds.js';
import type { Background } from '../usecase/background.js';
import type { FailedAuthentication } from '../usecase/failed-authentication.js';
import { limitTransactions } from '../usecase/limit-transactions.js';
import type { Downstream, Observer } from '../usecase/ports.js';
import type { RateLimits } from '../usecase/rate-limit-port.js';
import { createReadTransactions } from '../usecase/read-transactions.js';
import type { RunningTransactions } from '../usecase/running.js';
import { startSweeper, type Sweeper } from '../usecase/sweeper.js';
import { reverseContradicted } from '../usecase/reverse-contradicted.js';
import type { SecretObserver } from '../usecase/secret-deps.js';
import type { TransactDeps } from '../usecase/transact-deps.js';
import { createSettleByOperator } from '../usecase/settle-by-operator.js';
import { createTransact } from '../usecase/transact.js';
import type { World } from '../world.js';
import { secretUseCases } from './secrets.js';
import { attemptUseCases, startExpiringAttempts, takingReports } from './provisioning.js';
import { webhookUseCases } from './webhooks.js';

/** How often a call that waits for another process's row looks again. */
const JOIN_POLL_MS = 20;
const SETTLE_RETRY_MS = 500;
const SWEEP_BATCH = 100;

export interface UseCaseParts {
  readonly config: Config;
  readonly world: World;
  readonly store: Store;
  readonly methods: MethodTable;
  readonly downstream: Downstream;
  readonly observer: Observer;
  readonly secretObserver: SecretObserver;
  readonly running: RunningTransactions;
  readonly background: Background;
  readonly rateLimits: RateLimits;
  readonly failedAuthentication: FailedAuthentication;
  readonly onSweepFailure: (error: unknown) => void;
}

export function createUseCases(parts: UseCaseParts & { readonly feeds: Feeds }): UseCases {
  const { settings } = parts.config;
  const deps = transactDeps(parts);
  return {
    transact: limitTransactions(takingReports(parts, deps, createTransact(deps)), {
      limits: parts.rateLimits,
      failed: parts.failedAuthentication,
    }),
    ...attemptUseCases(parts),
    settleByOperator: createSettleByOperator(deps),
    ...secretUseCases(parts),
    followEvents: createFollowEvents({ eventLog: parts.store.eventLog, feed: parts.feeds.events }),
    followTransactions: createFollowTransactions({
      ledger: parts.store.ledger,
      feed: parts.feeds.transactions,
    }),
    readTransactions: createReadTransactions({
      ledger: parts.store.ledger,
      pageSizeMax: settings['graphql.pageSizeMax'],
    }),
    ...webhookUseCases(parts),
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
    dateWindow: {
      maxAgeMs: settings['transaction.maxAge'],
      maxAheadMs: settings['transaction.maxAhead'] ?? Number.POSITIVE_INFINITY,
    },
    replayNoneMs: settings['transaction.replayNone'] ?? Number.POSITIVE_INFINITY,
    settleReserveMs: settings['downstream.settleReserveMs'],
    adviceRetryMs: settings['advice.retryMinMs'],
    joinPollMs: JOIN_POLL_MS,
    settleRetryMs: SETTLE_RETRY_MS,
    standIns: new Map(parts.config.standIns.map(({ method, resultCode }) => [method, resultCode])),
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
    inquiryMinMs: settings['inquiry.minMs'],
    inquiryMaxMs: settings['inquiry.maxMs'],
    adviceRetryMaxMs: settings['advice.retryMaxMs'],
    batchMax: SWEEP_BATCH,
    everyMs: settings['sweep.everyMs'],
    onFailure: parts.onSweepFailure,
  });
  return {
    async stop() {
      await Promise.all([transactions.stop(), attempts.stop()]);
    },
  };
}

function processOf({ world, config }: UseCaseParts): { owner: string; leaseMs: number } {
  return { owner: world.owner, leaseMs: config.settings['transaction.lease'] ?? 0 };
}

function longestTimeoutMs({ settings, routes }: Config): number {
  return Math.max(settings['downstream.timeoutMs'], ...routes.map(({ timeoutMs }) => timeoutMs ?? 0));
}

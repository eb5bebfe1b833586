import type { Config } from '../config.js';
import type { MethodTable } from '../core/methods.js';
import type { UseCases } from '../graphql/context.js';
import type { Store } from '../store/store.js';
import type { Background } from '../usecase/background.js';
import type { Downstream, Observer } from '../usecase/ports.js';
import { createReadTransactions } from '../usecase/read-transactions.js';
import type { RunningTransactions } from '../usecase/running.js';
import { startSweeper, type Sweeper } from '../usecase/sweeper.js';
import { reverseContradicted } from '../usecase/reverse-contradicted.js';
import type { TransactDeps } from '../usecase/transact-deps.js';
import { createSettleByOperator } from '../usecase/settle-by-operator.js';
import { createTransact } from '../usecase/transact.js';
import type { World } from '../world.js';
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
  readonly running: RunningTransactions;
  readonly background: Background;
  readonly onSweepFailure: (error: unknown) => void;
}

export function createUseCases(parts: UseCaseParts): UseCases {
  const { settings } = parts.config;
  const deps = transactDeps(parts);
  return {
    transact: createTransact(deps),
    settleByOperator: createSettleByOperator(deps),
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

/** The housekeeping of this process: ended leases, due advices. */
export function startHousekeeping(parts: UseCaseParts): Sweeper {
  const { settings } = parts.config;
  return startSweeper({
    ...transactDeps(parts),
    random: parts.world.random,
    inquiryMinMs: settings['inquiry.minMs'],
    inquiryMaxMs: settings['inquiry.maxMs'],
    adviceRetryMaxMs: settings['advice.retryMaxMs'],
    batchMax: SWEEP_BATCH,
    everyMs: settings['sweep.everyMs'],
    onFailure: parts.onSweepFailure,
  });
}

function processOf({ world, config }: UseCaseParts): { owner: string; leaseMs: number } {
  return { owner: world.owner, leaseMs: config.settings['transaction.lease'] ?? 0 };
}

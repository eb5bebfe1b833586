import { createSealer } from '../../src/core/access/seal.js';
import { methodTable } from '../../src/core/transactions/methods.js';
import { createBackground, createNamedBackground } from '../../src/platform/background.js';
import { toCardwayError } from '../../src/platform/errors.js';
import type { Observer } from '../../src/use-cases/ports.js';
import type { Caller, TransactionCall } from '../../src/use-cases/transactions/call.js';
import type { Downstream } from '../../src/use-cases/transactions/downstream-port.js';
import type { Ledger } from '../../src/use-cases/transactions/ledger-port.js';
import {
  createMatchUnmatched,
  type MatchUnmatchedDeps,
} from '../../src/use-cases/transactions/match-advice.js';
import { ownReversalOf } from '../../src/use-cases/transactions/own-reversals.js';
import { createRunningTransactions, recoverPriorWork } from '../../src/use-cases/transactions/running.js';
import { sweep, type SweepDeps } from '../../src/use-cases/transactions/sweep.js';
import type { TransactDeps } from '../../src/use-cases/transactions/transact-deps.js';
import { createTransact } from '../../src/use-cases/transactions/transact.js';
import { createDirectory } from './directory.js';
import type { ReceivedReply, Journal } from './journal.js';
import type { NodeClock } from './node-clock.js';
import type { Random } from './random.js';
import type { Setting } from './setting.js';
import type { Life, VirtualTime } from './virtual-time.js';

export type GatewayDeps = TransactDeps & SweepDeps & MatchUnmatchedDeps;

/** One process of the gateway. */
export interface Gateway {
  readonly owner: string;
  readonly life: Life;
  readonly clock: NodeClock;
  /** Returns whether it is making this call now. */
  isMaking(requestId: string): boolean;
  /** Stops the process until then. Afterwards it does not know of the pause. */
  freeze(untilMs: number): void;
  transact(call: TransactionCall, caller: Caller): Promise<ReceivedReply>;
  /** Ends the process: its work is forgotten, and its callers get no reply. */
  die(): void;
}

export interface GatewayArgs {
  readonly owner: string;
  readonly setting: Setting;
  readonly time: VirtualTime;
  /** Clock of this process. */
  readonly clock: NodeClock;
  readonly random: Random;
  readonly journal: Journal;
  readonly ledgerOf: (life: Life, die: () => void) => Ledger;
  readonly downstreamOf: (life: Life) => Downstream;
  /** Called when it dies. */
  readonly onDeath: () => void;
  /** Changes the dependencies, to plant a bug. */
  readonly change: (deps: GatewayDeps) => GatewayDeps;
}

export function startGateway(args: GatewayArgs): Gateway {
  const life = { isOver: false, frozenUntilMs: 0 };
  let isServing = false;
  let cutAll = (): void => undefined;
  const cut = new Promise<ReceivedReply>((resolve) => {
    cutAll = () => {
      resolve({ kind: 'cut' });
    };
  });
  const die = (): void => {
    if (life.isOver) return;
    life.isOver = true;
    args.journal.write({ kind: 'died', by: args.owner });
    cutAll();
    args.onDeath();
  };
  const deps: GatewayDeps = args.change({
    ...depsOf(args, life, die),
    ownReversal: (row) =>
      args.setting.reverseContradicted ? ownReversalOf(deps, row) : Promise.resolve(null),
  });
  const transact = createTransact(deps);
  void takeOverAlone(args.setting, deps).then(() => {
    isServing = true;
    return sweepForEver(args, deps, life);
  }, die);
  return {
    owner: args.owner,
    life,
    clock: args.clock,
    die,
    isMaking: (requestId) => !life.isOver && deps.running.settled(requestId) !== undefined,
    freeze(untilMs) {
      if (life.isOver) return;
      life.frozenUntilMs = untilMs;
      args.journal.write({ kind: 'froze', by: args.owner, untilMs });
    },
    transact: (call, caller) => {
      if (!isServing) return Promise.resolve({ kind: 'cut' });
      const heard = transact(call, caller).then(
        (result): ReceivedReply => ({ kind: 'result', result }),
        (thrown: unknown): ReceivedReply => {
          const { code, resultCode } = toCardwayError(thrown);
          return { kind: 'error', code, resultCode };
        },
      );
      return Promise.race([cut, heard]);
    },
  };
}

const METHODS = methodTable();
/** Sealer of all runs, because deriving its keys costs more than a run. Nothing depends on its nonces. */
const SEALER = createSealer({
  masterKey: Buffer.alloc(32, 7),
  hashKey: Buffer.alloc(32, 8),
  random: (size) => Buffer.alloc(size),
});
const SWEEP_MS = 1_000;
const QUIET_SWEEP_MS = 5_000;

function depsOf(args: GatewayArgs, life: Life, die: () => void): Omit<GatewayDeps, 'ownReversal'> {
  const { setting, time, clock, random } = args;
  return {
    methods: METHODS,
    directory: createDirectory(() => time.nowMs() >= (setting.newWalletFromMs ?? 0)),
    hasher: SEALER,
    sealer: SEALER,
    directoryMode: 'required',
    dateWindow: { maxAgeMs: null, maxAheadMs: Number.POSITIVE_INFINITY },
    replayNoneMs: 60_000,
    joinPollMs: 100,
    ledger: args.ledgerOf(life, die),
    downstream: args.downstreamOf(life),
    clock,
    timer: time.timerOf(life),
    observer: observerOf(args, life),
    onRefused: () => undefined,
    running: createRunningTransactions(),
    background: createBackground(() => undefined),
    calls: createNamedBackground(() => undefined),
    callsWaitMs: SWEEP_MS,
    process: { owner: args.owner, leaseMs: setting.leaseMs },
    settleReserveMs: 60,
    longestCallMs: setting.timeoutMs,
    adviceRetryMs: 1_000,
    adviceRetryMaxMs: 30_000,
    settleRetryMs: 500,
    timeoutReplies: new Map(),
    reversesContradicted: setting.reverseContradicted,
    lateMs: setting.lateMs,
    random: () => random.next(),
    matchEveryMs: 2_000,
    inquiryMinMs: 2_000,
    inquiryMaxMs: 60_000,
    batchMax: 100,
  };
}

function observerOf({ journal, owner }: GatewayArgs, life: Life): Observer {
  return {
    alert: (alert, { requestId = null }) => {
      if (!life.isOver) journal.write({ kind: 'alert', alert, requestId, by: owner });
    },
    replayed: () => undefined,
    completed: () => undefined,
  };
}

/**
 * Takes over the rows of the previous process before anything else, where the process has its store alone. A process that cannot
 * do so does not start.
 */
async function takeOverAlone({ store }: Setting, deps: GatewayDeps): Promise<void> {
  if (store !== 'alone') return;
  const { owner } = deps.process;
  const deliveries = { releaseAll: () => Promise.resolve() };
  const { ledger, batchMax } = deps;
  await recoverPriorWork({ ledger, deliveries, owner, batchMax, alert: deps.observer.alert });
}

/** Sweeps as src/use-cases/transactions/sweep does, but seldom after the faults have ended. */
async function sweepForEver({ time, setting }: GatewayArgs, deps: GatewayDeps, life: Life): Promise<void> {
  const matchUnmatched = createMatchUnmatched(deps);
  while (!life.isOver) {
    await time.pause(time.nowMs() < setting.healthyFromMs ? SWEEP_MS : QUIET_SWEEP_MS, life);
    await sweep(deps)
      .then(matchUnmatched)
      .catch(() => undefined);
  }
}

import { type Clock, type Moment, untilMs } from '../../../platform/clock.js';
import type { Deliveries } from '../../events/delivery-port.js';
import type { Observer, Timer } from '../../ports.js';
import type { Ledger, TransactionRow } from '../ledger-port.js';

/**
 * Transactions that this process is running now. Duplicates can wait for them, and housekeeping leaves them alone. They are only
 * a hint: the ledger row decides, also for transactions of other processes.
 */
export interface RunningTransactions {
  /**
   * Holds a request id before its row is claimed, because the claim may be durable before this process knows. Duplicates do not
   * wait for it yet.
   */
  hold(requestId: string): RunningCall;
  /** Resolves when the running transaction ends. Undefined when this process does not run it. */
  settled(requestId: string): Promise<void> | undefined;
  /** Returns the request ids that are held or kept, also those that began. */
  requestIds(): readonly string[];
  /** Number of transactions that began. */
  readonly size: number;
  /** Resolves when no request id is held. */
  idle(): Promise<void>;
  /**
   * Keeps the lease of a request id until this work has ended. Only this process knows the outcome of the call: at the end of its
   * lease, the call would count as sent. `idle` does not wait for it: a store that fails must not delay a stop.
   */
  keep<Result>(requestId: string, work: Promise<Result>): Promise<Result>;
}

export interface RunningCall {
  /** Confirms the claim. Duplicates wait until `end` is called. */
  begin(): void;
  end(): void;
}

interface HeldCall extends RunningCall {
  settled(): Promise<void>;
}

export function createRunningTransactions(): RunningTransactions {
  const held = new Map<string, number>();
  const running = new Map<string, HeldCall>();
  const idleWaits: (() => void)[] = [];
  const kept = new Set<{ readonly requestId: string }>();
  return {
    hold(requestId) {
      held.set(requestId, (held.get(requestId) ?? 0) + 1);
      // Few calls are waited for.
      const waits: (() => void)[] = [];
      const call: HeldCall = {
        begin() {
          running.set(requestId, call);
        },
        end() {
          const others = (held.get(requestId) ?? 1) - 1;
          if (others === 0) held.delete(requestId);
          else held.set(requestId, others);
          if (running.get(requestId) === call) running.delete(requestId);
          for (const end of waits) end();
          if (held.size === 0) for (const end of idleWaits.splice(0)) end();
        },
        settled: () => new Promise((resolve) => waits.push(resolve)),
      };
      return call;
    },
    settled: (requestId) => running.get(requestId)?.settled(),
    requestIds: () => [...held.keys(), ...[...kept].map(({ requestId }) => requestId)],
    get size() {
      return running.size;
    },
    idle: () =>
      held.size === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            idleWaits.push(resolve);
          }),
    async keep(requestId, work) {
      const call = { requestId };
      kept.add(call);
      try {
        return await work;
      } finally {
        kept.delete(call);
      }
    },
  };
}

/** Claims a row while its request id is held. Where `isOwn` is false, it ends the hold. */
export async function claimWhileRunning<Outcome>(
  running: Pick<RunningTransactions, 'hold'>,
  requestId: string,
  claim: () => Promise<Outcome>,
  isOwn: (outcome: Outcome) => boolean,
): Promise<{ readonly outcome: Outcome; readonly carried: RunningCall }> {
  const carried = running.hold(requestId);
  let isKept = false;
  try {
    const outcome = await claim();
    isKept = isOwn(outcome);
    return { outcome, carried };
  } finally {
    if (!isKept) carried.end();
  }
}

export interface WaitDeps {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly running: Pick<RunningTransactions, 'settled'>;
  /** Pause between two reads of a row that another process runs. */
  readonly joinPollMs: number;
}

/**
 * Waits until nobody runs the call of a row, and returns the row; still pending at the deadline. It reads the row again and again,
 * because another process may run it. In this process, the end of the call wakes it at once. Null where there is no such row.
 */
export async function atRest(
  { ledger, clock, timer, running, joinPollMs }: WaitDeps,
  requestId: string,
  deadline: Moment,
): Promise<TransactionRow | null> {
  for (;;) {
    const row = await ledger.find(requestId);
    const remainingMs = untilMs(clock, deadline);
    if (row?.state !== 'pending' || remainingMs <= 0) return row;
    const pause = timer.wait(Math.min(joinPollMs, remainingMs));
    await Promise.race([pause.done, running.settled(requestId) ?? pause.done]);
    pause.cancel();
  }
}

interface RecoverPriorWorkDeps {
  readonly alert: Observer['alert'];
  readonly ledger: Pick<Ledger, 'takeOver'>;
  readonly deliveries: Pick<Deliveries, 'releaseAll'>;
  readonly owner: string;
  /** Number of rows in one commit. */
  readonly batchMax: number;
}

/**
 * Ends the work of previous processes. Nobody knows whether their calls were sent, so they count as sent
 * (docs/reference/transactions.md#leases). Only safe for a process that is alone on its database, before it begins any work.
 * Returns the transactions that are now in doubt. Raises their alerts before they are committed: where the start fails after that,
 * the next one finds nothing of them.
 */
export async function recoverPriorWork(deps: RecoverPriorWorkDeps): Promise<readonly TransactionRow[]> {
  const left: TransactionRow[] = [];
  for (let batchSize = deps.batchMax; batchSize >= deps.batchMax;) {
    const ending = (rows: readonly TransactionRow[]): void => {
      for (const row of rows.filter(isInDoubt)) alertRecovered(deps.alert, row);
    };
    const rows = await deps.ledger.takeOver({ owner: deps.owner, ending, limit: deps.batchMax });
    left.push(...rows.filter(isInDoubt));
    batchSize = rows.length;
  }
  await deps.deliveries.releaseAll();
  return left;
}

const isInDoubt = ({ state }: TransactionRow): boolean => state === 'in_doubt';

/** Raises the alert of an ended lease. */
export function alertRecovered(
  alert: Observer['alert'],
  { requestId, terminalId }: Pick<TransactionRow, 'requestId' | 'terminalId'>,
): void {
  alert('transaction_in_doubt', { requestId, terminalId, reason: 'owner_ended' });
}

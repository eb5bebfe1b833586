import type { Deliveries } from '../events/delivery-port.js';
import type { Observer } from '../ports.js';
import type { Ledger, TransactionRow } from './ledger-port.js';

/**
 * The transactions that this process is carrying right now, so that a duplicate can wait for the one it joins, and housekeeping leaves
 * them alone. A hint only: the ledger row is the truth, also for what other processes carry.
 */
export interface RunningTransactions {
  /** Before its row is claimed: the claim may be durable long before this process hears of it. Nobody waits for it yet. */
  hold(requestId: string): RunningCall;
  /** Resolves when the running transaction ends; undefined when this process does not carry it. */
  settled(requestId: string): Promise<void> | undefined;
  /** Those that are held, and those that began. */
  requestIds(): readonly string[];
  /** Those that began. */
  readonly size: number;
}

export interface RunningCall {
  /** The row is its own. Duplicates wait for it until `end` is called. */
  begin(): void;
  end(): void;
}

export function createRunningTransactions(): RunningTransactions {
  const held = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  return {
    hold(requestId) {
      held.set(requestId, (held.get(requestId) ?? 0) + 1);
      let resolve = (): void => undefined;
      const ended = new Promise<void>((done) => {
        resolve = done;
      });
      return {
        begin() {
          running.set(requestId, ended);
        },
        end() {
          const others = (held.get(requestId) ?? 1) - 1;
          if (others === 0) held.delete(requestId);
          else held.set(requestId, others);
          if (running.get(requestId) === ended) running.delete(requestId);
          resolve();
        },
      };
    },
    settled: (requestId) => running.get(requestId),
    requestIds: () => [...held.keys()],
    get size() {
      return running.size;
    },
  };
}

/** Claims a row and hands over what is carried only where `isOwn`; else it is let go. */
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

interface RecoverPriorWorkDeps {
  readonly ledger: Pick<Ledger, 'takeOver'>;
  readonly deliveries: Pick<Deliveries, 'releaseAll'>;
  readonly owner: string;
  /** Rows of one commit. */
  readonly batchMax: number;
}

/**
 * Ends what former processes had under way: nobody knows whether their calls were sent, so they count as sent
 * (docs/reference/transactions.md#leases). Only for the process that is alone on its database, before it begins anything. Resolves with the
 * transactions that are in doubt now.
 */
export async function recoverPriorWork(deps: RecoverPriorWorkDeps): Promise<readonly TransactionRow[]> {
  const left: TransactionRow[] = [];
  for (let batchSize = deps.batchMax; batchSize >= deps.batchMax;) {
    const rows = await deps.ledger.takeOver({ owner: deps.owner, limit: deps.batchMax });
    left.push(...rows.filter(({ state }) => state === 'in_doubt'));
    batchSize = rows.length;
  }
  await deps.deliveries.releaseAll();
  return left;
}

/** Tells operators of them, as of a lease that ended. */
export function alertRecovered(observer: Pick<Observer, 'alert'>, left: readonly TransactionRow[]): void {
  for (const { requestId, terminalId } of left)
    observer.alert('transaction_in_doubt', { requestId, terminalId, reason: 'owner_ended' });
}

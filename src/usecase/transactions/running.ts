/**
 * The transactions that this process is carrying right now, so that a duplicate can wait for the one it joins, and housekeeping leaves
 * them alone. A hint only: the ledger row is the truth, also for what other processes carry.
 */
export interface RunningTransactions {
  /** Before its row is claimed: the claim may be durable long before this process hears of it. Nobody waits for it yet. */
  hold(requestId: string): Carried;
  /** Resolves when the running transaction ends; undefined when this process does not carry it. */
  settled(requestId: string): Promise<void> | undefined;
  /** Those that are held, and those that began. */
  requestIds(): readonly string[];
  /** Those that began. */
  readonly size: number;
}

export interface Carried {
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
export async function claimHeld<Outcome>(
  running: Pick<RunningTransactions, 'hold'>,
  requestId: string,
  claim: () => Promise<Outcome>,
  isOwn: (outcome: Outcome) => boolean,
): Promise<{ readonly outcome: Outcome; readonly carried: Carried }> {
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

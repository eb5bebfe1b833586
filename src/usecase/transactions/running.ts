/**
 * The transactions that this process is carrying right now, so that a duplicate can wait for the one it joins. A hint
 * only: the ledger row is the truth, also for what other processes carry.
 */
export interface RunningTransactions {
  /** Marks the request as running until `end` is called. */
  begin(requestId: string): { end(): void };
  /** Resolves when the running transaction ends; undefined when this process does not carry it. */
  settled(requestId: string): Promise<void> | undefined;
  requestIds(): readonly string[];
  readonly size: number;
}

export function createRunningTransactions(): RunningTransactions {
  const running = new Map<string, Promise<void>>();
  return {
    begin(requestId) {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      running.set(requestId, ended);
      return {
        end() {
          if (running.get(requestId) === ended) running.delete(requestId);
          end();
        },
      };
    },
    settled: (requestId) => running.get(requestId),
    requestIds: () => [...running.keys()],
    get size() {
      return running.size;
    },
  };
}

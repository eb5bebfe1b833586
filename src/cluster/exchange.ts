import type { Timer } from '../usecase/ports.js';
import type { Metric, Snapshot, ToPrimary, WorkerProcess } from './messages.js';

export interface ExchangeDeps {
  readonly running: () => ReadonlyMap<number, WorkerProcess>;
  readonly serving: () => ReadonlyMap<number, WorkerProcess>;
  readonly restarts: () => number;
  readonly timer: Timer;
  /** Makes one of several. */
  readonly add: (snapshots: readonly Snapshot[]) => Snapshot;
}

/** What the primary does between its workers: passes on what they tell each other, and collects their metrics. */
export interface Exchange {
  hear(worker: number, message: ToPrimary): void;
  /** Keeps what it had counted. */
  ended(worker: number): void;
}

/** For a worker that is busy; what it said last stands for it then. */
const MEASURE_MS = 2000;

export function createExchange(deps: ExchangeDeps): Exchange {
  const last = new Map<number, Snapshot>();
  let ofEnded: Snapshot = [];
  let nextId = 0;
  const waiting = new Map<number, (worker: number, snapshot: Snapshot) => void>();

  async function gather(asker: number, askedId: number): Promise<void> {
    const serving = deps.serving();
    const id = (nextId += 1);
    const limit = deps.timer.wait(MEASURE_MS);
    const missing = new Set(serving.keys());
    const all = new Promise<void>((resolve) => {
      waiting.set(id, (worker, snapshot) => {
        last.set(worker, snapshot);
        missing.delete(worker);
        if (missing.size === 0) resolve();
      });
    });
    for (const child of serving.values()) child.send({ kind: 'measure', id });
    await Promise.race([all, limit.done]);
    limit.cancel();
    waiting.delete(id);
    const snapshots = [...last.values(), ofEnded, ownMetrics(deps)];
    deps.serving().get(asker)?.send({ kind: 'gathered', id: askedId, snapshots });
  }

  return {
    hear(worker, message) {
      if (message.kind === 'gather') void gather(worker, message.id);
      else if (message.kind === 'measured') waiting.get(message.id)?.(worker, message.snapshot);
      else if (message.kind === 'tell') {
        const { topic, content } = message;
        for (const [other, child] of deps.running()) {
          if (other !== worker) child.send({ kind: 'told', from: worker, topic, content });
        }
      }
    },
    ended(worker) {
      const counted = (last.get(worker) ?? []).filter(({ type }) => type !== 'gauge');
      last.delete(worker);
      ofEnded = deps.add([ofEnded, counted]);
    },
  };
}

function ownMetrics(deps: ExchangeDeps): Snapshot {
  const metric = (name: string, help: string, type: string, value: number): Metric => ({
    name,
    help,
    type,
    aggregator: 'sum',
    values: [{ value, labels: {} }],
  });
  return [
    metric('cardway_workers', 'Processes that serve.', 'gauge', deps.serving().size),
    metric(
      'cardway_worker_restarts_total',
      'Workers that ended and were replaced.',
      'counter',
      deps.restarts(),
    ),
  ];
}

import { backoffMs } from '../core/backoff.js';
import type { Timer } from '../usecase/ports.js';
import type { StartMessage, ToPrimary, ToWorker, WorkerProcess } from './messages.js';

export interface SupervisorDeps {
  readonly count: number;
  readonly fork: () => WorkerProcess;
  /** Without port and number, which are the supervisor's business. */
  readonly start: Omit<StartMessage, 'kind' | 'worker' | 'workers' | 'port'>;
  /** As configured; 0 until the first worker listens. */
  readonly port: number;
  readonly timer: Timer;
  /** In [0, 1). */
  readonly random: () => number;
  readonly restartMinMs: number;
  readonly restartMaxMs: number;
  /** What is not about starting and ending. */
  readonly onMessage: (worker: number, message: ToPrimary) => void;
  readonly onServing: (worker: number, pid: number) => void;
  readonly onEnded: (worker: number, status: number | null, restartInMs: number) => void;
}

export interface Supervisor {
  /** Resolves when all of them listen. Errors: an Error with a sentence, when one of them cannot. */
  readonly ready: Promise<{ readonly url: string }>;
  /** By their number; those that do not serve yet too. */
  readonly running: ReadonlyMap<number, WorkerProcess>;
  readonly serving: ReadonlyMap<number, WorkerProcess>;
  readonly restarts: number;
  /** Asks all to stop; resolves when they ended: true when all ended well. */
  stop(): Promise<boolean>;
  /** For all workers, and for those that are started from now on. */
  reload(config: StartMessage['config']): void;
  /** SIGKILL for what is left. */
  cut(): void;
}

/**
 * Keeps so many workers running: one that ends is replaced, at once the first time and then ever more slowly, until it serves again.
 *
 *   starting ──listening──▶ serving ──ended──▶ pausing ──▶ starting            stop: from everywhere to ended
 */
export function superviseWorkers(deps: SupervisorDeps): Supervisor {
  const running = new Map<number, WorkerProcess>();
  const serving = new Map<number, WorkerProcess>();
  const failures = new Map<number, number>();
  const pauses = createPauses(deps.timer);
  const ready = promised<{ readonly url: string }>();
  const ended = promised<boolean>();
  let isReady = false;
  let isStopping = false;
  let hasFailed = false;
  let restarts = 0;
  let boundPort: number | null = null;
  let listenPort = deps.port;
  let { start } = deps;

  function begin(worker: number): void {
    // The port is the system's choice for as long as one of us has it: asked for by its number it would be taken. After that it is not.
    if (running.size === 0) listenPort = boundPort ?? deps.port;
    const child = deps.fork();
    running.set(worker, child);
    child.onMessage((message) => hear(worker, child, message));
    child.onExit((status) => onExit(worker, status));
    child.send({ ...start, kind: 'start', worker, workers: deps.count, port: listenPort });
  }

  function hear(worker: number, child: WorkerProcess, message: ToPrimary): void {
    if (message.kind === 'failed' && !isReady) ready.reject(new Error(message.sentence));
    if (message.kind !== 'listening') return deps.onMessage(worker, message);
    boundPort ??= message.port;
    // The last one that had the port ended while this one asked for it.
    if (message.port !== boundPort) return child.kill();
    serving.set(worker, child);
    failures.delete(worker);
    deps.onServing(worker, child.pid);
    if (serving.size < deps.count) return;
    isReady = true;
    ready.resolve({ url: message.url });
  }

  function onExit(worker: number, status: number | null): void {
    running.delete(worker);
    serving.delete(worker);
    if (isStopping) {
      hasFailed ||= status !== 0;
      if (running.size === 0) ended.resolve(!hasFailed);
      return;
    }
    if (!isReady) return ready.reject(endedEarly(status));
    const failed = (failures.get(worker) ?? 0) + 1;
    failures.set(worker, failed);
    const pauseMs = pauseOf(deps, failed);
    deps.onEnded(worker, status, pauseMs);
    restarts += 1;
    pauses.after(pauseMs, () => begin(worker));
  }

  for (let worker = 1; worker <= deps.count; worker += 1) begin(worker);
  return {
    ready: ready.promise,
    running,
    serving,
    get restarts() {
      return restarts;
    },
    stop() {
      isStopping = true;
      pauses.cancel();
      tellAll(running, { kind: 'stop' });
      if (running.size === 0) ended.resolve(true);
      return ended.promise;
    },
    reload: (config) => {
      start = { ...start, config };
      tellAll(running, { kind: 'reload', config });
    },
    cut() {
      for (const child of running.values()) child.kill();
    },
  };
}

function endedEarly(status: number | null): Error {
  return new Error(`A worker ended before it served (${status === null ? 'killed' : String(status)}).`);
}

function tellAll(running: Supervisor['running'], message: ToWorker): void {
  for (const child of running.values()) child.send(message);
}

function createPauses(timer: Timer): { after(ms: number, work: () => void): void; cancel(): void } {
  const waits = new Set<ReturnType<Timer['wait']>>();
  return {
    after(ms, work) {
      const wait = timer.wait(ms);
      waits.add(wait);
      void wait.done.then(() => {
        waits.delete(wait);
        work();
      });
    },
    cancel() {
      for (const wait of waits) wait.cancel();
      waits.clear();
    },
  };
}

/** One that ran well until it ended is replaced at once. */
function pauseOf(deps: SupervisorDeps, failed: number): number {
  if (failed === 1) return 0;
  return backoffMs({
    attempt: failed - 1,
    minMs: deps.restartMinMs,
    maxMs: deps.restartMaxMs,
    random: deps.random(),
  });
}

function promised<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

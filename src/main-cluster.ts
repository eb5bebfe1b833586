import cluster, { type Worker } from 'node:cluster';
import type { PrimaryLink, ToPrimary, ToWorker, WorkerProcess } from './cluster/messages.js';

/**
 * Starts this program again, as a worker. Connections are accepted by the primary and dealt out in turn: left to the kernel, most of
 * them land on one worker, and the long-lived ones of terminals and subscribers stay there.
 */
export function forkWorker(): WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // Structured clones: what is undefined or infinite in the configuration arrives as such.
  cluster.setupPrimary({ serialization: 'advanced' });
  const worker: Worker = cluster.fork();
  // A message to a worker that has just ended fails; its end is told by itself.
  worker.on('error', () => undefined);
  cutHandedOver(worker);
  return {
    pid: worker.process.pid ?? -1,
    send(message: ToWorker) {
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
    onMessage: (listener) => void worker.on('message', (message: ToPrimary) => listener(message)),
    onExit: (listener) => void worker.once('exit', (status: number | null) => listener(status)),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

/**
 * A connection is handed to one worker, and closed here when that says that it has it. One that dies before leaves it open and
 * unserved for ever (Node 20's round robin hands over one at a time, and forgets it then): its caller must hear that it is cut.
 */
function cutHandedOver(worker: Worker): void {
  const { process: child } = worker;
  const send: unknown = Reflect.get(child, 'send');
  if (typeof send !== 'function') return;
  let handed: { close(): void } | undefined;
  Reflect.set(child, 'send', (...args: readonly unknown[]): unknown => {
    if (canClose(args[1])) handed = args[1];
    return Reflect.apply(send, child, args) as unknown;
  });
  // Closing what is closed already does nothing.
  worker.once('exit', () => handed?.close());
}

function canClose(value: unknown): value is { close(): void } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}

/** Null in the primary. A worker whose primary is gone ends at once (node:cluster sees to that). */
export function primaryLink(): PrimaryLink | null {
  const { worker } = cluster;
  if (worker === undefined) return null;
  return {
    send: (message) => void worker.send(message, () => undefined),
    onMessage: (listener) => void worker.on('message', (message: ToWorker) => listener(message)),
  };
}

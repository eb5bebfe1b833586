import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import { THREADS_FOLDER } from '../../../platform/build.js';
import type { StoreSettings } from '../../settings.js';
import type { Call, Result } from '../operation.js';
import type { CopiedLog } from './checkpoints.js';
import { COPY_LOG } from './own-log.js';
import type { FileIdentity } from './watch.js';

/** Data that the thread starts with. */
export interface ThreadData {
  readonly path: string;
  /**
   * The file that the process has open. The thread uses no other one: its lists would be false. Copied into another file, the log
   * would begin anew, and what is in it would be lost to the right file.
   */
  readonly file: FileIdentity;
  readonly busyTimeoutMs: number;
}

/** Reply of the thread to a call. Bytes come as a Uint8Array. */
export type ThreadReply = { readonly rows: readonly unknown[] } | { readonly failure: ThreadFailure };

/** Parts of an error. An error itself loses its name and its code on the way between threads. */
export interface ThreadFailure {
  readonly name: string;
  readonly code: unknown;
  readonly message: string;
}

interface Waiting {
  readonly call: Call;
  resolve(result: Result<unknown>): void;
  reject(error: unknown): void;
}

/**
 * Creates the work on a database beside payments, on one thread: reads for lists and exports, and copies of the log. It never holds the
 * event loop. The thread starts at the first call, and a new one starts at the next call after a
 * thread has ended. It keeps the process alive only while somebody waits for it. It gets one call at a time, so that a close
 * waits for one statement at most.
 */
export function createSideThread(start: () => Worker) {
  let worker: Worker | null = null;
  /** The thread has the first one. */
  let waiting: Waiting[] = [];
  let isClosed = false;

  function startWorker(): Worker {
    const started = start();
    const ended = (cause: unknown): void => {
      if (worker !== started) return;
      worker = null;
      refuseAll(new Error('The thread that reads lists ended.', { cause }));
    };
    started.on('message', (reply: ThreadReply) => {
      if (worker !== started) return;
      const answered = waiting.shift();
      if (answered !== undefined) settle(answered, reply);
      sendNext();
    });
    started.on('error', ended);
    started.on('exit', ended);
    return started;
  }

  function sendNext(): void {
    const [next] = waiting;
    if (next === undefined) {
      worker?.unref();
      return;
    }
    try {
      worker ??= startWorker();
      worker.ref();
      worker.postMessage(next.call);
    } catch (error) {
      waiting.shift();
      next.reject(error);
      sendNext();
    }
  }

  function refuseAll(error: Error): void {
    const refused = waiting;
    waiting = [];
    for (const each of refused) each.reject(error);
  }

  function execute(call: Call, place: number): Promise<Result<unknown>> {
    if (isClosed) return Promise.reject(new Error(CLOSED));
    return new Promise((resolve, reject) => {
      waiting.splice(place, 0, { call, resolve, reject });
      if (waiting.length === 1) sendNext();
    });
  }

  return {
    /** Errors: the driver's, and one that says that the thread ended or that the store is closed. */
    read: (call: Call) => execute(call, waiting.length),
    /** Copies the log into the database, right after the statement that the thread runs now: between two pieces of a list. Errors: as of `read`. */
    async copyLog(): Promise<CopiedLog> {
      const { rows } = (await execute(COPY_LOG, 1)) as Result<CopiedLog>;
      return rows[0] ?? { log: 0, checkpointed: 0 };
    },
    /** Ends the thread after its present statement. Statements that wait are refused. */
    async close(): Promise<void> {
      isClosed = true;
      refuseAll(new Error(CLOSED));
      const ending = worker;
      if (ending === null) return;
      ending.ref();
      // A thread that is terminated while it loads the driver takes the process with it.
      ending.postMessage(null);
      await new Promise((resolve) => ending.once('exit', resolve));
    },
  };
}

const CLOSED = 'The store is closed.';

function settle(waiting: Waiting, reply: ThreadReply): void {
  if ('rows' in reply) waiting.resolve({ rows: reply.rows, changes: 0 });
  else waiting.reject(Object.assign(new Error(reply.failure.message), reply.failure));
}

/** Starts a thread on a file that this process has open. The thread may wait for a lock, because nobody waits for the thread. */
export function startSideThread(
  path: string,
  file: FileIdentity,
  settings: Pick<StoreSettings, 'busyGiveUpMs'>,
): Worker {
  const workerData: ThreadData = { path, file, busyTimeoutMs: settings.busyGiveUpMs };
  return new Worker(join(THREADS_FOLDER, 'side-thread.js'), { workerData, resourceLimits: LIMITS });
}

/** Rows do not live long. A limit of the whole heap would end the process, because the driver allocates outside of V8's checks. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

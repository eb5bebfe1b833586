import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import { THREADS_FOLDER } from '../../../platform/build.js';
import type { StoreSettings } from '../../settings.js';
import type { Call, Result } from '../operation.js';
import type { FileIdentity } from './watch.js';

/** Reads of a database on a thread, so that they never hold the event loop. */
export interface SqliteReader {
  /** Errors: the driver's, and one that says that the thread ended or that the store is closed. */
  execute(call: Call): Promise<Result<unknown>>;
  /** Ends the thread after its present statement. Statements that wait are refused. */
  close(): Promise<void>;
}

/** Data that the thread starts with. */
export interface ReadingData {
  readonly path: string;
  /** The file that the process has open. The thread reads no other one. */
  readonly file: FileIdentity | null;
  readonly busyTimeoutMs: number;
}

/** Reply of the thread to a call. */
export type ReadingReply =
  /** `hasBytes`: a row holds bytes. They arrive as a Uint8Array. */
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly hasBytes: boolean }
  /** An error loses its name and its code on the way between threads. */
  | { readonly kind: 'failed'; readonly name: string; readonly code: unknown; readonly message: string };

export type Row = Record<string, unknown>;

interface Waiting {
  readonly call: Call;
  resolve(result: Result<unknown>): void;
  reject(error: unknown): void;
}

/**
 * Creates a reader. Its thread starts at the first call, and a new one starts at the next call after a thread has ended. The
 * thread keeps the process alive only while somebody waits for it. It gets one call at a time, so that a close waits for one
 * statement at most.
 */
export function createSqliteReader(start: () => Worker): SqliteReader {
  let worker: Worker | null = null;
  let waiting: Waiting[] = [];
  let isClosed = false;

  function startWorker(): Worker {
    const started = start();
    const ended = (cause: unknown): void => {
      if (worker !== started) return;
      worker = null;
      refuseAll(new Error('The thread that reads lists ended.', { cause }));
    };
    started.on('message', (reply: ReadingReply) => {
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

  return {
    execute(call) {
      if (isClosed) return Promise.reject(new Error(CLOSED));
      return new Promise((resolve, reject) => {
        waiting.push({ call, resolve, reject });
        if (waiting.length === 1) sendNext();
      });
    },
    async close() {
      isClosed = true;
      refuseAll(new Error(CLOSED));
      const ending = worker;
      if (ending === null) return;
      ending.ref();
      ending.postMessage(null);
      await new Promise((resolve) => ending.once('exit', resolve));
    },
  };
}

const CLOSED = 'The store is closed.';

function settle(waiting: Waiting, reply: ReadingReply): void {
  if (reply.kind === 'rows') {
    waiting.resolve({ rows: reply.hasBytes ? reply.rows.map(withBuffers) : reply.rows, changes: 0 });
  } else {
    const { name, code, message } = reply;
    waiting.reject(Object.assign(new Error(message), { name, code }));
  }
}

/** Returns bytes in the form of the driver. */
function withBuffers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
    ]),
  );
}

/** Starts a thread on a file that this process has open. The thread may wait for a lock, because nobody waits for the thread. */
export function startReadingThread(
  opened: Pick<ReadingData, 'path' | 'file'>,
  settings: Pick<StoreSettings, 'busyGiveUpMs'>,
): Worker {
  const workerData: ReadingData = { ...opened, busyTimeoutMs: settings.busyGiveUpMs };
  return new Worker(join(THREADS_FOLDER, 'reading-thread.js'), { workerData, resourceLimits: LIMITS });
}

/** Rows do not live long. A limit of the whole heap would end the process, because the driver allocates outside of V8's checks. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

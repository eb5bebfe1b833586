import { Worker } from 'node:worker_threads';

/**
 * Copies what was committed from the write-ahead log into the database, beside the event loop: the copy waits for the disk, and payments
 * would wait with it. The last of it, where the log is long and has to begin anew, needs a moment in which nobody writes.
 */
interface Checkpoints {
  /** To be told of each commit. */
  committed(): void;
  close(): Promise<void>;
}

interface Checkpoint {
  /** Pages in the log. */
  readonly log: number;
  /** Those of them that the database has. */
  readonly checkpointed: number;
}

/** Commits after which there is something to copy. */
const COMMITS = 64;

/** Pages of a log that is to begin anew: 32 MB. Without this it would only do so when nothing is written for a moment. */
const LOG_PAGES_MAX = 8192;

/** So few pages are copied at once. */
const PAGES_AT_ONCE = 256;

/** After a failure (a full disk, say) it is tried again that much later; SQLite's own checkpoints come in between. */
const COMMITS_AFTER_FAILURE = 16 * COMMITS;

/** `finish` copies what is left on the caller's own handle. */
export function createCheckpoints(path: string, finish: () => void): Checkpoints {
  let worker: Worker | null = null;
  let commits = 0;
  let isBusy = false;
  let isOver = false;

  /** Never throws: whoever calls it has committed. */
  function begin(): void {
    commits = 0;
    isBusy = true;
    try {
      worker ??= startWorker();
      worker.postMessage(null);
    } catch {
      // There is no room for a thread.
      later();
    }
  }

  function later(): void {
    worker = null;
    isBusy = false;
    commits = COMMITS - COMMITS_AFTER_FAILURE;
  }

  function startWorker(): Worker {
    const started = new Worker(PROGRAM, {
      eval: true,
      workerData: { path, driver: require.resolve('better-sqlite3') },
    });
    started.unref();
    started.on('message', done);
    started.on('error', later);
    return started;
  }

  function done({ log, checkpointed }: Checkpoint): void {
    isBusy = false;
    if (isOver || log < LOG_PAGES_MAX) return;
    if (log - checkpointed > PAGES_AT_ONCE) begin();
    else finishIfPossible();
  }

  function finishIfPossible(): void {
    try {
      finish();
    } catch {
      // A disk in trouble: what was committed stands in the log, and whoever commits next is told.
    }
  }

  return {
    committed() {
      commits += 1;
      if (commits >= COMMITS && !isBusy && !isOver) begin();
    },
    async close() {
      isOver = true;
      await worker?.terminate();
    },
  };
}

/** A text, because a thread has no loader for what this file is written in. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
const database = new Database(workerData.path, { fileMustExist: true, timeout: 0 });
database.pragma('synchronous = FULL');
parentPort.on('message', () => {
  const [{ log, checkpointed }] = database.pragma('wal_checkpoint(PASSIVE)');
  parentPort.postMessage({ log, checkpointed });
});
`;

import { Worker } from 'node:worker_threads';
import type { FileIdentity } from './watch.js';

/**
 * Copies of committed data from the write-ahead log into the database, outside the event loop. The copy waits for the disk, and
 * payments would wait with it. A long log begins anew; the last part of its copy needs a moment without writes.
 */
interface Checkpoints {
  /** Counts a commit. */
  committed(): void;
  /** Counts a commit that failed, as on a full disk. The log is copied at once and begins anew, so that it takes no further room. */
  failed(): void;
  close(): Promise<void>;
}

interface Checkpoint {
  /** Number of pages in the log. */
  readonly log: number;
  /** Number of its pages that the database already has. */
  readonly checkpointed: number;
}

/** The database by its name, and the file that its owner has open. */
interface OpenedFile {
  readonly path: string;
  readonly file: FileIdentity | null;
}

/** Number of commits after which a copy starts. */
const COMMITS = 64;

/** Number of pages at which the log begins anew: 32 MB. Otherwise it would do so only in a moment without writes. */
const LOG_PAGES_MAX = 8192;

/** Maximum number of pages that are copied on the caller's handle. */
const PAGES_AT_ONCE = 256;

/** Number of commits until the next try after no thread could start. SQLite's own checkpoints run meanwhile. */
const COMMITS_AFTER_FAILURE = 16 * COMMITS;

/**
 * Creates the checkpoints of an open file. `finish` copies the rest on the caller's own handle. The thread copies nothing into another file
 * that took the name: the log would begin anew, and what is in it would be lost to the right file.
 */
export function createCheckpoints(
  opened: OpenedFile,
  finish: () => void,
  start = startCheckpointThread,
): Checkpoints {
  let worker: Worker | null = null;
  let commits = 0;
  let isBusy = false;
  let isOver = false;
  let copied = -1;
  let isLogDue = false;

  /** Starts a copy. Never throws: its caller has committed. */
  function begin(): void {
    commits = 0;
    isBusy = true;
    try {
      worker ??= startWorker();
      worker.postMessage(null);
    } catch {
      // No thread could be started.
      later();
    }
  }

  function later(): void {
    worker = null;
    isBusy = false;
    commits = COMMITS - COMMITS_AFTER_FAILURE;
  }

  function startWorker(): Worker {
    const started = start(opened);
    started.unref();
    started.on('message', done);
    started.on('error', later);
    return started;
  }

  function done(checkpoint: Checkpoint | null): void {
    isBusy = false;
    if (checkpoint === null) return;
    const { log, checkpointed } = checkpoint;
    // A backup, or another program that reads, keeps what was committed since it began in the log. Later commits try again.
    const isStuck = checkpointed === copied;
    copied = checkpointed;
    if (isOver || (log < LOG_PAGES_MAX && !isLogDue)) return;
    if (log - checkpointed <= PAGES_AT_ONCE) finishIfPossible();
    else if (!isStuck) begin();
  }

  function finishIfPossible(): void {
    try {
      finish();
      isLogDue = false;
    } catch {
      // The disk fails. Committed data is in the log, and the next commit reports the failure.
    }
  }

  function count(): void {
    commits += isLogDue ? COMMITS : 1;
    if (commits >= COMMITS && !isBusy && !isOver) begin();
  }

  return {
    committed: count,
    failed() {
      isLogDue = true;
      count();
    },
    async close() {
      isOver = true;
      const ending = worker;
      if (ending === null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.ref();
      // A thread that is terminated while it loads the driver takes the process with it.
      ending.postMessage(END);
      await ended;
    },
  };
}

/** Message that ends the thread. */
const END = 'end';

/**
 * Starts a thread that answers each other message with a checkpoint, or with null if it failed (on a full disk, for example). It ends
 * with an error where another file has the name of the database.
 */
export function startCheckpointThread(opened: OpenedFile): Worker {
  return new Worker(PROGRAM, {
    eval: true,
    workerData: { ...opened, driver: require.resolve('better-sqlite3') },
  });
}

/** A text, because a thread has no TypeScript loader. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
const { statSync } = require('node:fs');
const requireOpened = () => {
  const { dev, ino } = statSync(workerData.path, { bigint: true });
  const { file } = workerData;
  if (dev !== file?.device || ino !== file.inode) throw new Error('Another file has the name of the database.');
};
requireOpened();
const database = new Database(workerData.path, { fileMustExist: true, timeout: 0 });
requireOpened();
database.pragma('synchronous = FULL');
parentPort.on('message', (message) => {
  if (message === '${END}') {
    database.close();
    parentPort.close();
    return;
  }
  let checkpoint = null;
  try {
    const [{ log, checkpointed }] = database.pragma('wal_checkpoint(PASSIVE)');
    checkpoint = { log, checkpointed };
  } catch {}
  parentPort.postMessage(checkpoint);
});
`;

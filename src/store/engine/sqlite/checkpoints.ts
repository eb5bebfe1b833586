/** Part of the write-ahead log that a copy found and copied, in pages. */
export interface CopiedLog {
  /** Length of the log. */
  readonly log: number;
  /** Number of its pages that the database has by now. */
  readonly checkpointed: number;
}

/** Number of commits after which a copy starts. */
const COMMITS = 64;

/** Number of pages at which the log begins anew: 32 MB. Otherwise it would do so only in a moment without writes. */
const LOG_PAGES_MAX = 8192;

/** Maximum number of pages that are copied on the caller's handle. */
const PAGES_AT_ONCE = 256;

/**
 * Creates the copies of committed data from the write-ahead log into the database, outside the event loop. The copy waits for the disk, and
 * payments would wait with it. A long log begins anew; the last part of its copy needs a moment without writes. `copy` copies on a thread,
 * `finish` the rest on the caller's own handle. A copy that fails, or waits for long, does no harm: later commits try again, and
 * SQLite's own checkpoints run at a log of 128 MB.
 */
export function createCheckpoints(copy: () => Promise<CopiedLog>, finish: () => void) {
  let commits = 0;
  let isCopying = false;
  let copied = -1;
  let isLogDue = false;

  async function copyLog(): Promise<void> {
    commits = 0;
    for (;;) {
      const { log, checkpointed } = await copy();
      // A backup, or another program that reads, keeps what was committed since it began in the log.
      const isStuck = checkpointed === copied;
      copied = checkpointed;
      if (log < LOG_PAGES_MAX && !isLogDue) return;
      if (log - checkpointed <= PAGES_AT_ONCE) {
        finish();
        isLogDue = false;
        return;
      }
      if (isStuck) return;
    }
  }

  /** Starts a copy if one is due. Never throws: its caller has committed. */
  function count(): void {
    commits += 1;
    if (isCopying || (commits < COMMITS && !isLogDue)) return;
    isCopying = true;
    copyLog()
      // The disk fails, or the store is closed. Committed data is in the log.
      .catch(() => undefined)
      .finally(() => {
        isCopying = false;
      });
  }

  return {
    /** Counts a commit. */
    committed: count,
    /** Counts a commit that failed, as on a full disk. The log is copied at once and begins anew, so that it takes no further room. */
    failed(): void {
      isLogDue = true;
      count();
    },
  };
}

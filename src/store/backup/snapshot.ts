import Database from 'better-sqlite3';

/** Pages of one step; other work of this process goes on between two steps. */
const STEP_PAGES = 1000;

/**
 * Copies a database file as it is at this moment, beside whoever uses it. A read transaction holds the moment still: without it
 * SQLite would begin anew with every commit of a busy gateway, and never end. Commits go on meanwhile; the write-ahead log
 * cannot be emptied until the copy has ended.
 */
export async function copySnapshot(
  from: string,
  to: string,
  onProgress: (percent: number) => void,
): Promise<void> {
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages === 0 ? 0 : Math.floor((100 * (totalPages - remainingPages)) / totalPages));
        return STEP_PAGES;
      },
    });
    source.exec('commit');
  } finally {
    source.close();
  }
}

/** Makes one file of it, which needs no other beside it; resolves with what SQLite finds wrong, null when nothing is. */
export function finishCopy(path: string): string | null {
  const copy = new Database(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
    const found = copy.pragma('integrity_check(1)', { simple: true });
    return found === 'ok' ? null : String(found);
  } catch (error) {
    return error instanceof Error ? error.message : 'it is no database';
  } finally {
    copy.close();
  }
}

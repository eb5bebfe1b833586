/**
 * Program of the thread that works beside payments (side-thread.ts). Its own connection reads the same file, and changes no row. In WAL
 * mode it sees each commit at once and holds no commit up.
 */
import Database from 'better-sqlite3';
import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { exportPiece, type ExportRow, exportText } from '../../../core/transactions/export-text.js';
import type { Call } from '../operation.js';
import { createSqliteHandle } from './handle.js';
import type { ThreadData, ThreadFailure, ThreadReply } from './side-thread.js';
import { requireFile } from './watch.js';

yieldToCalls();

const { path, file, busyTimeoutMs } = workerData as ThreadData;
requireFile(path, file);
const database = new Database(path, { fileMustExist: true, timeout: busyTimeoutMs });
requireFile(path, file);
// Copies of the log are durable before the log begins anew.
database.pragma('synchronous = FULL');
// Allows these copies, and no other write.
database.pragma('query_only = on');
const handle = createSqliteHandle(database);

/** Null ends the thread. */
parentPort?.on('message', (call: Call | null) => {
  if (call === null) {
    handle.close();
    parentPort?.close();
  } else {
    answer(call);
  }
});

function answer(call: Call): void {
  try {
    const { rows } = handle.execute(call);
    if (call.exported === undefined) {
      send({ rows });
    } else {
      const found = rows as readonly ExportRow[];
      const piece = exportPiece(found, exportText(found, call.exported));
      // The text moves to the other thread without a copy.
      send({ rows: [piece] }, [piece.text.buffer]);
    }
  } catch (error) {
    const { name, message, code } = error as ThreadFailure;
    send({ failure: { name, message, code } });
  }
}

function send(reply: ThreadReply, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, moved);
}

/** Lets the thread that answers calls go first where both want a core. On Linux a thread has a priority of its own. */
function yieldToCalls(): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system may forbid it. The thread then works beside calls as an equal.
  }
}

/**
 * Program of the thread that reads for lists (reader.ts). Its own connection reads the same file, and cannot write. In WAL mode it
 * sees each commit at once and holds no commit up.
 */
import Database from 'better-sqlite3';
import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type ExportOptions,
  exportPiece,
  type ExportPiece,
  type ExportRow,
  exportText,
} from '../../../core/transactions/export-text.js';
import type { Call } from '../operation.js';
import { createSqliteHandle } from './handle.js';
import type { ReadingData, ReadingReply, Row } from './reader.js';
import { requireOpened } from './watch.js';

yieldToCalls();

const { path, file, busyTimeoutMs } = workerData as ReadingData;
requireOpened(path, file);
const database = new Database(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
requireOpened(path, file);
database.pragma('query_only = on');
const handle = createSqliteHandle(database);

/** Null ends the thread. */
parentPort?.on('message', (call: Call | null) => {
  if (call === null) {
    handle.close();
    parentPort?.close();
  } else {
    const reply = replyTo(call);
    // The text of an export moves to the other thread without a copy.
    const moved = call.exported === undefined ? [] : bytesOf(reply);
    parentPort?.postMessage(reply, moved);
  }
});

function replyTo(call: Call): ReadingReply {
  try {
    const found = handle.execute(call).rows;
    const rows = (
      call.exported === undefined ? found : [pieceOf(found as ExportRow[], call.exported)]
    ) as Row[];
    const hasBytes = rows.some((row) => Object.values(row).some((value) => ArrayBuffer.isView(value)));
    return { kind: 'rows', rows, hasBytes };
  } catch (error) {
    const { name, message, code } = error as Error & { readonly code?: unknown };
    return { kind: 'failed', name, message, code };
  }
}

function pieceOf(rows: readonly ExportRow[], options: ExportOptions): ExportPiece {
  return exportPiece(rows, exportText(rows, options));
}

function bytesOf(reply: ReadingReply): ArrayBuffer[] {
  if (reply.kind === 'failed') return [];
  return (reply.rows as unknown as ExportPiece[]).map(({ text }) => text.buffer);
}

/** Lets the thread that answers calls go first where both want a core. On Linux a thread has a priority of its own. */
function yieldToCalls(): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A system may forbid it. The thread then reads beside calls as an equal.
  }
}

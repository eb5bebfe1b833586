/**
 * Program of the thread that reads for lists (reader.ts). Its own connection reads the same file, and cannot write. In WAL mode it
 * sees each commit at once and holds no commit up.
 */
import Database from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import type { Call } from '../operation.js';
import { createSqliteHandle } from './handle.js';
import type { ReadingData, ReadingReply } from './reader.js';

const { path, busyTimeoutMs } = workerData as ReadingData;
const database = new Database(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
database.pragma('query_only = on');
const handle = createSqliteHandle(database);

/** Null ends the thread. */
parentPort?.on('message', (call: Call | null) => {
  if (call === null) {
    handle.close();
    parentPort?.close();
  } else {
    parentPort?.postMessage(replyTo(call));
  }
});

function replyTo(call: Call): ReadingReply {
  try {
    const rows = handle.execute(call).rows as Record<string, unknown>[];
    const hasBytes = rows.some((row) => Object.values(row).some((value) => ArrayBuffer.isView(value)));
    return { kind: 'rows', rows, hasBytes };
  } catch (error) {
    const { name, message, code } = error as Error & { readonly code?: unknown };
    return { kind: 'failed', name, message, code };
  }
}

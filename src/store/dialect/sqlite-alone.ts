import Database from 'better-sqlite3';
import { CardwayError } from '../../errors.js';
import { isBusy } from './sqlite-errors.js';
import { createSqliteHandle, type SqliteHandle } from './sqlite-handle.js';

/**
 * Opens a database file for this handle alone: while anybody else has it open it is refused, and as long as it is open everybody
 * else is. Every connection in WAL mode holds a shared lock on the file for as long as it is open, which is what tells.
 *
 * Errors: UNAVAILABLE when the file is in use.
 */
export function openAlone(path: string): SqliteHandle {
  const database = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.exec('begin immediate; commit');
    return createSqliteHandle(database);
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new CardwayError('UNAVAILABLE', {
      message: `${path} is in use: stop every gateway on it, and every other program that has it open.`,
      cause: error,
    });
  }
}

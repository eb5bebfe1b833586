import Database from 'better-sqlite3';
import { closeSync, existsSync, fsyncSync, linkSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CardwayError } from '../../platform/errors.js';
import { sqlitePath } from '../settings.js';

interface BackupOptions {
  /** `sqlite:…` */
  readonly databaseUrl: string;
  /** Path of the new file. */
  readonly to: string;
}

/**
 * Copies an SQLite database, as it is at this moment, into one new file beside a running gateway, and checks the copy. The file
 * gets its name once it is whole and durable. Resolves with its bytes.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator. Nothing stays of a backup that fails.
 */
export function backUp({ databaseUrl, to }: BackupOptions): number {
  if (existsSync(to)) throw backupProblem(`${to} exists. A backup never replaces another one.`);
  const folder = makeDraftFolder(to);
  try {
    const draft = join(folder, `${basename(to)}.part`);
    closeSync(openSync(draft, 'wx', 0o600));
    copySnapshot(sqlitePath(databaseUrl), draft);
    const problem = finishCopy(draft);
    if (problem !== null) throw backupProblem(`The database cannot be copied: ${problem}`);
    makeDurable(draft);
    // Unlike a rename, a link never replaces a file that appeared meanwhile.
    linkSync(draft, to);
    makeDurable(dirname(to));
    return statSync(to).size;
  } catch (error) {
    throw asBackupProblem(error, `${to} cannot be written.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a folder for the draft, so that two backups to one file have drafts of their own. */
function makeDraftFolder(to: string): string {
  try {
    return mkdtempSync(`${to}.part-`);
  } catch (error) {
    throw backupProblem(`${to} cannot be made.`, error);
  }
}

/** Commits of a gateway continue meanwhile. Its write-ahead log cannot be emptied until the copy has ended. */
function copySnapshot(from: string, to: string): void {
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
}

/** Makes the copy a single file, without the mark of one that has a log. Returns what is wrong with it, or null. */
export function finishCopy(path: string): string | null {
  const copy = new Database(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
    copy.pragma('user_version = 0');
    const found = copy.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') return `it is damaged (${String(found)})`;
    const isGateway = copy.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
    return isGateway === undefined ? 'it is no backup of a gateway' : null;
  } catch (error) {
    return `it is damaged (${error instanceof Error ? error.message : 'it is no database'})`;
  } finally {
    copy.close();
  }
}

/** Syncs a file's bytes, or a folder's new names, so that they survive a power cut. */
export function makeDurable(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Returns an error of the system or of SQLite, such as a full disk, as one with a sentence for the operator; others unchanged. */
export function asBackupProblem(error: unknown, message: string): unknown {
  return typeof error === 'object' && error !== null && 'code' in error && !(error instanceof CardwayError)
    ? backupProblem(message, error)
    : error;
}

/** Creates the error, with a sentence for the operator. */
export function backupProblem(message: string, cause?: unknown): CardwayError {
  return new CardwayError('UNAVAILABLE', { message, cause });
}

import Database from 'better-sqlite3';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CardwayError } from '../../platform/errors.js';
import { sqlitePath } from '../settings.js';
import { type BackupManifest, fileDigest, manifestPath, readContents, readTables } from './manifest.js';
import { schemaProblem } from './migrations/migrate.js';
import { openSide } from './side.js';

interface BackupOptions {
  /** `sqlite:…` */
  readonly databaseUrl: string;
  /** Path of the new file. */
  readonly to: string;
  /** Check of the key that opens the database. */
  readonly masterKeyCheck: string;
  readonly version: string;
  readonly takenAt: string;
  readonly onProgress: (line: string) => void;
}

/**
 * Copies an SQLite database into one new file beside a running gateway, checks the copy, and writes its manifest. The file gets
 * its name after all of that.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator.
 */
export async function backUp(options: BackupOptions): Promise<BackupManifest> {
  const { to, onProgress } = options;
  for (const path of [to, manifestPath(to)]) {
    if (existsSync(path)) throw backupProblem(`${path} exists. A backup never replaces another one.`);
  }
  let isDescribed = false;
  return writeDraft(to, async (draft) => {
    await copySnapshot(sqlitePath(options.databaseUrl), draft, (percent) => {
      onProgress(`Copying: ${String(percent)}%`);
    });
    onProgress('Checking the copy');
    const problem = finishCopy(draft);
    if (problem !== null) throw backupProblem(`The database is damaged: ${problem}`);
    const manifest = await describe(draft, options);
    writeManifest(to, manifest);
    isDescribed = true;
    return manifest;
  }).catch((error: unknown) => {
    if (isDescribed) rmSync(manifestPath(to), { force: true });
    throw asBackupProblem(error, `${to} cannot be written.`);
  });
}

/**
 * Makes a file that only its owner may read, as a draft in a folder of its own. Two runs for one file thus write no draft
 * together. The file gets its own name once it is whole and durable. Nothing stays of one that fails.
 *
 * Errors: UNAVAILABLE where it cannot be made; those of `write`.
 */
export async function writeDraft<T>(to: string, write: (draft: string) => Promise<T>): Promise<T> {
  const folder = makeDraftFolder(to);
  try {
    const draft = join(folder, `${basename(to)}.part`);
    makePrivate(draft);
    const written = await write(draft);
    makeDurable(draft);
    // Unlike a rename, a link never replaces a file that appeared meanwhile.
    linkSync(draft, to);
    makeDurable(dirname(to));
    return written;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeDraftFolder(to: string): string {
  try {
    return mkdtempSync(`${to}.part-`);
  } catch (error) {
    throw backupProblem(`${to} cannot be made.`, error);
  }
}

/** Writes the manifest, and leaves no part of it. Errors: UNAVAILABLE where another one is there; those of the system. */
function writeManifest(to: string, manifest: BackupManifest): void {
  const path = manifestPath(to);
  makePrivate(path);
  try {
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
    makeDurable(path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

async function describe(draft: string, options: BackupOptions): Promise<BackupManifest> {
  const side = await openSide(`sqlite:${draft}`, 'read');
  try {
    const { binding, migrations } = await readContents(side);
    const { masterKeyCheck } = options;
    if (binding.check !== masterKeyCheck)
      throw backupProblem('The database changed its master key while it was copied. Begin anew.');
    const problem = schemaProblem(migrations);
    if (problem !== null) throw backupProblem(problem.sentence);
    const tables = await readTables(side, (table) => options.onProgress(`Counting ${table}`));
    const { version, takenAt } = options;
    const contents = { masterKeyCheck, migrations, tables };
    return { format: 1, version, takenAt, ...(await fileDigest(draft)), ...contents };
  } finally {
    await side.close();
  }
}

/** Pages of one step; the process does other work between two steps. */
const STEP_PAGES = 1000;

/**
 * Copies a database file as it is at this moment, beside its users. A read transaction fixes the moment. Without it SQLite would
 * begin anew with every commit of a busy gateway, and never end. Commits continue meanwhile. The write-ahead log cannot be
 * emptied until the copy has ended.
 */
async function copySnapshot(from: string, to: string, onProgress: (percent: number) => void): Promise<void> {
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

/** Makes the copy a single file, without the mark of one that has a log; returns the first problem that SQLite finds, or null. */
export function finishCopy(path: string): string | null {
  const copy = new Database(path, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
    copy.pragma('user_version = 0');
    const found = copy.pragma('integrity_check(1)', { simple: true });
    return found === 'ok' ? null : String(found);
  } catch (error) {
    return error instanceof Error ? error.message : 'it is no database';
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

/** Creates an empty file for SQLite that only its owner may read. Errors: UNAVAILABLE where it cannot be created. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    throw backupProblem(`${path} cannot be made.`, error);
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

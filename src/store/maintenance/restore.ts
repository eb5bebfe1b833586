import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../platform/clock.js';
import { makeFolder } from '../../platform/files.js';
import { lockServing } from '../engine/sqlite/lock.js';
import { realPathOf } from '../engine/sqlite/watch.js';
import { sqlitePath } from '../settings.js';
import { openStore } from '../store.js';
import { maintenanceUrl } from './alone.js';
import { asBackupProblem, backupProblem, finishCopy, makeDurable } from './backup.js';

interface RestoreOptions {
  /** Path of the backup. */
  readonly from: string;
  /** `sqlite:…` */
  readonly databaseUrl: string;
  readonly masterKey: Buffer | string;
  /** Puts an existing database aside. */
  readonly isForced: boolean;
  /** Installs nothing. */
  readonly isTrial: boolean;
  readonly clock: Clock;
}

/**
 * Replaces the configured database by a backup. Checks first that the backup is whole, of a readable version, and sealed with the
 * configured master key. Works on a copy: the backup does not change, and the database is replaced at the very end. Resolves with the
 * new place of the previous database, or null.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator; then nothing changes.
 */
export async function restore(options: RestoreOptions): Promise<string | null> {
  // A link stays: the backup goes to where it leads, which may be another disk.
  const target = realPathOf(sqlitePath(options.databaseUrl));
  return restoreTo(target, options).catch((error: unknown) => {
    throw asBackupProblem(error, `${options.from} cannot be restored to ${target}.`);
  });
}

async function restoreTo(target: string, options: RestoreOptions): Promise<string | null> {
  if (!existsSync(options.from)) throw backupProblem(`There is no backup at ${options.from}.`);
  if (!statSync(options.from).isFile()) throw backupProblem(`${options.from} is no file.`);
  if (existsSync(target) && !options.isForced && !options.isTrial)
    throw backupProblem(`There is a database at ${target}. With --force it is put aside.`);
  const draft = `${target}.restoring`;
  removeDatabase(draft);
  try {
    makeFolder(dirname(target), 0o700);
    copyFileSync(options.from, draft, constants.COPYFILE_EXCL);
    chmodSync(draft, 0o600);
    const problem = finishCopy(draft);
    if (problem !== null) throw backupProblem(`${options.from} cannot be restored: ${problem}.`);
    await prepareDraft(draft, options);
    return options.isTrial ? null : await installBackup(draft, target, options.clock.nowMs());
  } finally {
    removeDatabase(draft);
  }
}

/** Brings the copy to this version's schema, and prepares it for what happened after the backup. */
async function prepareDraft(draft: string, { masterKey, clock }: RestoreOptions): Promise<void> {
  const store = await openStore({ databaseUrl: `sqlite:${draft}`, masterKey, clock });
  try {
    await store.migrate();
    await store.prepareRestored();
  } finally {
    await store.close();
  }
}

/**
 * Prepares a PostgreSQL database that `pg_restore` filled, before anybody serves it. Errors: UNAVAILABLE, with a sentence for the
 * operator, for one that a gateway uses, of another version, or sealed with another master key.
 */
export async function prepareLoaded({
  databaseUrl,
  masterKey,
  clock,
}: Pick<RestoreOptions, 'databaseUrl' | 'masterKey' | 'clock'>): Promise<void> {
  const store = await openStore({ databaseUrl: maintenanceUrl(databaseUrl), masterKey, clock });
  try {
    const { reason } = await store.status();
    if (reason !== undefined) throw backupProblem(reason);
    await store.prepareRestored();
  } finally {
    await store.close();
  }
}

/**
 * Returns the new place of the previous database with its log, or null. Works under the lock of a gateway. Errors: UNAVAILABLE while
 * one serves the database.
 */
async function installBackup(draft: string, target: string, nowMs: number): Promise<string | null> {
  if (existsSync(`${draft}-wal`)) throw backupProblem(`${draft} keeps its log: it cannot be written whole.`);
  makeDurable(draft);
  const lock = await lockServing(target, { pid: 0, waitMs: 0, retryMs: 1 });
  try {
    const aside = `${target}.replaced-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
    const [isReplaced] = FILES.map((file) => {
      const isThere = existsSync(`${target}${file}`);
      if (isThere) renameSync(`${target}${file}`, `${aside}${file}`);
      return isThere;
    });
    renameSync(draft, target);
    makeDurable(dirname(target));
    return isReplaced === true ? aside : null;
  } finally {
    lock.release();
  }
}

/** Endings of the files of a database. */
const FILES = ['', '-wal', '-shm', '-journal'];

function removeDatabase(path: string): void {
  for (const file of FILES) rmSync(`${path}${file}`, { force: true });
}

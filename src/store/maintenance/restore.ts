import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { createSealer } from '../../core/access/seal.js';
import { makeFolder } from '../../platform/files.js';
import type { TransactionState } from '../../use-cases/transactions/ledger-port.js';
import { findHashKey } from '../access/key-ring.js';
import { readMasterKey } from '../access/master-key.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, runOnce } from '../engine/operation.js';
import { lockServing, realPathOf } from '../engine/sqlite/lock.js';
import { sqlitePath } from '../settings.js';
import { asBackupProblem, backupProblem, finishCopy, makeDurable } from './backup.js';
import { KNOWN_MIGRATIONS, schemaProblem } from './migrations/migrate.js';
import { NUMBERED_TABLES } from './rows.js';
import { migrationsOf, openSide, requireCurrentSchema, type Side } from './side.js';

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
  /** Time for the name of the replaced database. */
  readonly nowMs: number;
}

export interface RestoreReport {
  /** The database must be migrated; `serve` does so. */
  readonly isBehind: boolean;
  /** Present place of the previous database. */
  readonly putAside: string | null;
}

/**
 * Replaces the configured database by a backup. Checks first that the backup is whole, of a readable version, and sealed with the
 * configured master key. Works on a copy: the backup does not change, and the database is replaced at the very end.
 *
 * Errors: UNAVAILABLE, with a sentence for the operator; then nothing changes.
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  // A link stays: the backup goes to where it leads, which may be another disk.
  const target = realPathOf(sqlitePath(options.databaseUrl));
  return restoreTo(target, options).catch((error: unknown) => {
    throw asBackupProblem(error, `${options.from} cannot be restored to ${target}.`);
  });
}

async function restoreTo(target: string, options: RestoreOptions): Promise<RestoreReport> {
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
    const damage = finishCopy(draft);
    if (damage !== null) throw backupProblem(`The backup is damaged: ${damage}`);
    const isBehind = await prepareDraft(draft, options.masterKey);
    const putAside = options.isTrial ? null : await installBackup(draft, target, options.nowMs);
    return { isBehind, putAside };
  } finally {
    removeDatabase(draft);
  }
}

/** Returns whether the schema is behind. */
async function prepareDraft(draft: string, masterKey: Buffer | string): Promise<boolean> {
  const side = await openSide(`sqlite:${draft}`, 'read');
  try {
    const migrations = await migrationsOf(side);
    if (!migrations.includes(KNOWN_MIGRATIONS[0] ?? ''))
      throw backupProblem('The file is no backup of a gateway.');
    const problem = schemaProblem(migrations);
    if (problem?.kind === 'newer') throw backupProblem(problem.sentence);
    await prepare(side, masterKey);
    return problem !== null;
  } finally {
    await side.close();
  }
}

/**
 * Prepares a PostgreSQL database that `pg_restore` filled, before anybody serves it. Errors: UNAVAILABLE, with a sentence for the
 * operator, for one that a gateway uses, of another version, or sealed with another master key.
 */
export async function prepareRestored(databaseUrl: string, masterKey: Buffer | string): Promise<void> {
  const side = await openSide(databaseUrl, 'read');
  try {
    await requireCurrentSchema(side);
    await prepare(side, masterKey);
  } finally {
    await side.close();
  }
}

/** Prepares a restored database for what happened after its backup. */
async function prepare(side: Side, masterKey: Buffer | string): Promise<void> {
  const hashKey = await side.run(findHashKey(side.dialect));
  const sealer = createSealer({ masterKey: readMasterKey(masterKey), random: randomBytes });
  if (hashKey === null || !sealer.knows(hashKey)) {
    throw backupProblem(
      'The backup was sealed with another master key. Set CARDWAY_MASTER_KEY, or put the key file that belongs to it beside the database.',
    );
  }
  await side.run(countAsSent(side.dialect));
  await leaveGaps(side);
  await side.commit();
}

const WAITING: readonly TransactionState[] = ['queued', 'unmatched'];

/**
 * Counts waiting advices as perhaps sent: they may have been sent after the backup. Only a wallet service that recognises request
 * ids gets them again by itself.
 */
function* countAsSent({ compiler }: StoreDialect): Operation<void> {
  yield* runOnce(
    compiler
      .updateTable('transactions')
      .set({ sent_at_ms: sql`coalesce(sent_at_ms, received_at_ms)` })
      .where(
        'state',
        'in',
        WAITING.map((state) => sql.lit(state)),
      ),
  );
}

/**
 * Leaves gaps in the numbers. Subscribers and pages know numbers from after the backup. The next rows get numbers that none of
 * them has seen. Otherwise a subscriber that continues after its last event would miss new ones.
 */
async function leaveGaps(side: Side): Promise<void> {
  for (const table of NUMBERED_TABLES) {
    if (!(await side.hasTable(table))) continue;
    const last = await side.run(side.dialect.lastNumber(table));
    await side.run(side.continueAfter(table, last + NUMBERS_SKIPPED));
  }
}

const NUMBERS_SKIPPED = 1_000_000_000;

/**
 * Returns the new place of the previous database with its log, or null. Works under the lock of a gateway. Errors: UNAVAILABLE while
 * one serves the database.
 */
async function installBackup(draft: string, target: string, nowMs: number): Promise<string | null> {
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

import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { makeFolder } from '../../platform/files.js';
import type { TransactionState } from '../../use-cases/transactions/ledger-port.js';
import { isBoundTo } from '../access/key-ring.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, runOnce } from '../engine/operation.js';
import { openExclusive, realPathOf } from '../engine/sqlite/lock.js';
import { sqlitePath } from '../settings.js';
import { asBackupProblem, finishCopy, makeDurable, backupProblem } from './backup.js';
import { type BackupManifest, fileDigest, readContents, readManifest, readTables } from './manifest.js';
import { KNOWN_MIGRATIONS, schemaProblem } from './migrations/migrate.js';
import { FILLED_FROM } from './move-metadata.js';
import { createMetadataTable } from '../engine/metadata.js';
import { MOVED_TABLES, NUMBERED_TABLES } from './rows.js';
import { openSide, type Side } from './side.js';
import type { TableComparison } from './verify.js';

interface RestoreOptions {
  /** Path of the backup. */
  readonly from: string;
  /** `sqlite:…` */
  readonly databaseUrl: string;
  readonly masterKey: Buffer | string;
  /** Counts every row and compares with the backup's manifest. */
  readonly isVerified: boolean;
  /** Puts an existing database aside. */
  readonly isForced: boolean;
  /** Installs nothing. */
  readonly isTrial: boolean;
  /** Time for the name of the replaced database. */
  readonly nowMs: number;
  readonly onProgress: (line: string) => void;
}

export interface RestoreReport {
  /** Null where the backup had no manifest beside it. */
  readonly takenAt: string | null;
  readonly version: string | null;
  /** The database must be migrated; `serve` does so. */
  readonly isBehind: boolean;
  /** Null where they were not compared. */
  readonly tables: readonly TableComparison[] | null;
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
  const manifest = readManifest(options.from);
  if (manifest === null && options.isVerified)
    throw backupProblem(`--verify needs ${options.from}.json, which was written with the backup.`);
  if (manifest !== null) await requireSameBytes(options, manifest);
  const draft = `${target}.restoring`;
  removeDatabase(draft);
  try {
    makeFolder(dirname(target), 0o700);
    copyFileSync(options.from, draft, constants.COPYFILE_EXCL);
    chmodSync(draft, 0o600);
    const found = await examine(draft, manifest, options);
    const putAside = options.isTrial ? null : installBackup(draft, target, options.nowMs);
    return { takenAt: manifest?.takenAt ?? null, version: manifest?.version ?? null, ...found, putAside };
  } finally {
    removeDatabase(draft);
  }
}

async function requireSameBytes({ from, onProgress }: RestoreOptions, manifest: BackupManifest) {
  onProgress('Reading the backup');
  const { bytes, sha256 } = await fileDigest(from);
  if (bytes !== manifest.bytes || sha256 !== manifest.sha256)
    throw backupProblem(`${from} is not the file that was written (SHA-256 differs). Take another backup.`);
}

async function examine(
  draft: string,
  manifest: BackupManifest | null,
  options: RestoreOptions,
): Promise<Pick<RestoreReport, 'isBehind' | 'tables'>> {
  const damage = finishCopy(draft);
  if (damage !== null) throw backupProblem(`The backup is damaged: ${damage}`);
  const side = await openSide(`sqlite:${draft}`, 'read');
  try {
    const isBehind = await requireUsable(side, options.masterKey);
    const tables = options.isVerified
      ? await readTables(side, (table) => options.onProgress(`Counting ${table}`))
      : null;
    if (tables !== null && manifest !== null) requireSameTables(tables, manifest.tables);
    await finishRestore(side);
    return { isBehind, tables };
  } finally {
    await side.close();
  }
}

/** Checks the backup and returns whether its schema is behind. */
async function requireUsable(side: Side, masterKey: Buffer | string): Promise<boolean> {
  const { binding, migrations } = await readContents(side);
  if (binding.check === null || !migrations.includes(KNOWN_MIGRATIONS[0] ?? ''))
    throw backupProblem('The file is no backup of a gateway.');
  const problem = schemaProblem(migrations);
  if (problem?.kind === 'newer') throw backupProblem(problem.sentence);
  if ((await side.read(createMetadataTable(side.dialect).find(FILLED_FROM))) !== null)
    throw backupProblem('The backup is of a copy that was not complete.');
  if (!(await isBoundTo(masterKey, binding))) {
    throw backupProblem(
      'The backup was sealed with another master key. Set CARDWAY_MASTER_KEY, or put the key file that belongs to it beside the database.',
    );
  }
  return problem !== null;
}

function requireSameTables(found: readonly TableComparison[], noted: readonly TableComparison[]): void {
  for (const { table, rows, checksum } of noted) {
    const here = found.find((report) => report.table === table);
    if (here?.rows === rows && here.checksum === checksum) continue;
    // A later version dropped the table. The SHA-256 of the file covers its rows.
    if (here === undefined && !MOVED_TABLES.some(({ name }) => name === table)) continue;
    throw backupProblem(
      `The backup's ${table} differs from what was noted: ${String(here?.rows ?? 0)} rows, noted ${String(rows)}.`,
    );
  }
}

/** Prepares a restored database for what happened after its backup, before anybody can use it. */
export async function finishRestore(side: Side): Promise<void> {
  await leaveGaps(side);
  if (await side.hasTable('transactions')) await side.commit(() => countAsSent(side.dialect));
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
    const last = await side.read(side.dialect.lastNumber(table));
    await side.commit(() => side.continueAfter(table, last + NUMBERS_SKIPPED));
  }
}

const NUMBERS_SKIPPED = 1_000_000_000;

/** Returns the new place of the previous database, or null. */
function installBackup(draft: string, target: string, nowMs: number): string | null {
  makeDurable(draft);
  let putAside: string | null = null;
  if (existsSync(target)) {
    // Proves that nobody uses it, and empties the log beside it.
    openExclusive(target, true).close();
    putAside = `${target}.replaced-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
    renameSync(target, putAside);
  }
  for (const side of SIDE_FILES) rmSync(`${target}${side}`, { force: true });
  renameSync(draft, target);
  makeDurable(dirname(target));
  return putAside;
}

const SIDE_FILES = ['-wal', '-shm', '-journal'];

function removeDatabase(path: string): void {
  for (const side of ['', ...SIDE_FILES]) rmSync(`${path}${side}`, { force: true });
}

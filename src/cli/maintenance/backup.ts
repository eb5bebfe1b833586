import { Command } from 'commander';
import { VERSION } from '../../platform/build.js';
import { readPostgresUrl } from '../../store/engine/postgres/url.js';
import { loadMasterKey } from '../../store/access/master-key.js';
import { asBackupProblem, backUp, writeDraft } from '../../store/maintenance/backup.js';
import type { BackupManifest } from '../../store/maintenance/manifest.js';
import { beginLoad, endLoad } from '../../store/engine/postgres/serving.js';
import { finishRestore, restore, type RestoreReport } from '../../store/maintenance/restore.js';
import { DUMPER, openSide } from '../../store/maintenance/side.js';
import { isPostgres, sqlitePath } from '../../store/settings.js';
import { counted, createProgress, tableLines } from '../output.js';
import { CliError, messageOf, type Shell, UsageError } from '../shell.js';
import { configOption, loadConfig, withStore } from '../with-store.js';
import { printText } from '../print.js';

interface BackupCliOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export function backupCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('backup')
    .description('Copies the database into a new file. The gateway may run meanwhile.')
    .argument('<file>', 'the new file; what it holds is written down in <file>.json')
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string, options: BackupCliOptions) => {
      const { settings } = loadConfig(shell, { ...options, isOffline: true });
      if (isPostgres(settings.databaseUrl)) {
        await dumpPostgres(shell, { databaseUrl: settings.databaseUrl, file });
        printText(shell, options, { file }, `Written: ${file}.\n`);
      } else {
        const manifest = await backUpFile(shell, file, { ...options, databaseUrl: settings.databaseUrl });
        printText(shell, options, { file, ...manifest }, textOf(file, manifest));
      }
      done(0);
    });
}

const BACKUP_HELP = `
The master key is not in it. Keep both, apart from each other.
With PostgreSQL it runs pg_dump; see docs/operations.md for what to do instead.

Examples:
  cardway backup /backups/cardway-2026-11-21.db
  cardway restore --verify --trial /backups/cardway-2026-11-21.db`;

async function backUpFile(
  shell: Shell,
  file: string,
  options: BackupCliOptions & { readonly databaseUrl: string },
): Promise<BackupManifest> {
  const { databaseUrl } = options;
  // Opening the store would create a missing database.
  const path = sqlitePath(databaseUrl);
  if (!shell.fileExists(path)) throw new CliError(`There is no database at ${path}.`);
  const takenAt = new Date(shell.runtime.clock.nowMs()).toISOString();
  const masterKeyCheck = await withStore(shell, options, (store) =>
    Promise.resolve(store.sealer.masterKeyCheck()),
  );
  const progress = createProgress(shell);
  const manifest = await backUp({
    databaseUrl,
    to: file,
    masterKeyCheck,
    version: VERSION,
    takenAt,
    onProgress: (line) => progress.show(line),
  });
  progress.end();
  return manifest;
}

function textOf(file: string, { tables, bytes, sha256, takenAt }: BackupManifest): string {
  return [
    ...tableLines(tables),
    `Written: ${file}, ${counted(bytes)} bytes, SHA-256 ${sha256}.`,
    `It holds everything that was acknowledged before ${takenAt}. The master key is not in it: keep both, apart.`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

interface RestoreCliOptions {
  readonly verify?: boolean;
  readonly force?: boolean;
  readonly trial?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

export function restoreCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('restore')
    .description('Checks a backup and puts it in place of the configured database.')
    .argument('<file>', 'what cardway backup wrote')
    .option('--verify', 'counts every row and compares with the backup’s manifest')
    .option('--force', 'renames an existing database')
    .option('--trial', 'only checks, and replaces nothing')
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string, options: RestoreCliOptions) => {
      const { settings } = loadConfig(shell, { ...options, isOffline: true });
      const { databaseUrl } = settings;
      if (isPostgres(databaseUrl)) await restoreDump(shell, file, { ...options, databaseUrl });
      else await restoreFile(shell, file, { ...options, databaseUrl, masterKey: settings.masterKey });
      done(0);
    });
}

const RESTORE_HELP = `
Checked always: SQLite's integrity check, the version of the schema, and that the configured master key opens it. With the
manifest (FILE.json) beside the file also: that the file is the one that was written. Without it, a changed value does not show.

Examples:
  cardway restore --verify /backups/cardway-2026-11-21.db
  cardway restore --verify --trial /backups/cardway-2026-11-21.db`;

async function restoreFile(
  shell: Shell,
  file: string,
  options: RestoreCliOptions & { readonly databaseUrl: string; readonly masterKey: string | undefined },
): Promise<void> {
  const progress = createProgress(shell);
  const report = await restore({
    from: file,
    databaseUrl: options.databaseUrl,
    masterKey: keyOf(options),
    isVerified: options.verify === true,
    isForced: options.force === true,
    isTrial: options.trial === true,
    nowMs: shell.runtime.clock.nowMs(),
    onProgress: (line) => progress.show(line),
  });
  progress.end();
  printText(shell, options, report, restoredText(report, options));
}

function keyOf(options: {
  readonly databaseUrl: string;
  readonly masterKey: string | undefined;
}): Buffer | string {
  const file = `${sqlitePath(options.databaseUrl)}.key`;
  const masterKey = options.masterKey ?? loadMasterKey(file);
  if (masterKey === null)
    throw new CliError(`The master key is missing: put it at ${file}, or set CARDWAY_MASTER_KEY.`);
  return masterKey;
}

function restoredText(report: RestoreReport, { trial }: RestoreCliOptions): string {
  const { takenAt, tables, putAside, isBehind } = report;
  const rows = tables?.reduce((sum, table) => sum + table.rows, 0);
  return [
    ...(takenAt === null
      ? WITHOUT_MANIFEST
      : [
          `Taken at ${takenAt}.`,
          rows === undefined
            ? 'Rows were not counted (--verify).'
            : `${String(rows)} rows in ${String(tables?.length)} tables, counts and checksums as noted.`,
        ]),
    ...(isBehind ? ['The schema is of an older version: serve and migrate bring it up to date.'] : []),
    ...(putAside === null ? [] : [`The previous database is at ${putAside}.`]),
    trial === true
      ? `${takenAt === null ? 'These checks found no fault.' : 'The backup is good.'} Nothing was put in place.`
      : `Restored.\n${lossText(takenAt)} Then start the gateway.`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** A page that another one overwrote shows. A byte in a text or a number does not. */
const WITHOUT_MANIFEST = [
  'The backup has no manifest (FILE.json) beside it, so its time is unknown.',
  'Checked: SQLite’s integrity check, the version of the schema, and the master key.',
  'Not checked: whether somebody or a disk changed values in the rows.',
];

/** Tells the operator what is missing. A repeated call from that time would be paid twice. */
function lossText(takenAt: string | null): string {
  return `What was acknowledged after ${takenAt ?? 'the backup'} is missing, and a repeated call from then would be sent again. Reconcile that time with the wallet service.`;
}

async function restoreDump(
  shell: Shell,
  file: string,
  options: RestoreCliOptions & { readonly databaseUrl: string },
): Promise<void> {
  for (const name of ['trial', 'force'] as const) {
    if (options[name] === true)
      throw new UsageError(`--${name} is for SQLite. With PostgreSQL restore into an empty database.`);
  }
  if (options.verify === true)
    throw new UsageError(
      '--verify is for SQLite: a dump has no manifest. pg_restore reports a damaged dump by itself.',
    );
  await loadDump(shell, { databaseUrl: options.databaseUrl, file });
  await finishRestoreOf(options.databaseUrl);
  const schema = await withStore(shell, options, (store) => store.status());
  const restored = `Restored: the schema is up to date, and the master key opens it.\n${lossText(null)} Then start the gateways.\n`;
  printText(shell, options, { file, schema }, restored);
}

/** Prepares the restored database. Errors: CliError, because without this nobody may use it. */
async function finishRestoreOf(databaseUrl: string): Promise<void> {
  try {
    const side = await openSide(databaseUrl, 'read');
    try {
      await finishRestore(side);
      await side.commit(endLoad);
    } finally {
      await side.close();
    }
  } catch (error) {
    throw new CliError(
      `The dump was loaded, but not prepared for what happened after it: do not use the database. Restore into another empty one. (${messageOf(error)})`,
    );
  }
}

interface Dump {
  readonly databaseUrl: string;
  readonly file: string;
}

/**
 * Runs `pg_dump`, which copies one moment of the database beside running gateways. Errors: CliError with advice where it is
 * missing or older than the server.
 */
async function dumpPostgres(shell: Shell, { databaseUrl, file }: Dump): Promise<void> {
  if (shell.fileExists(file)) throw new CliError(`${file} exists. A backup never replaces another one.`);
  const flags = ['--format=custom', '--no-owner', '--no-privileges'];
  await writeDraft(file, (draft) => run(shell, 'pg_dump', [...flags, `--file=${draft}`], databaseUrl)).catch(
    (error: unknown) => {
      throw asBackupProblem(error, `${file} cannot be written.`);
    },
  );
}

/** Loads a dump into an empty database, whole or not at all. */
async function loadDump(shell: Shell, { databaseUrl, file }: Dump): Promise<void> {
  if (!shell.fileExists(file)) throw new CliError(`There is no backup at ${file}.`);
  await begin(databaseUrl);
  const { PGDATABASE = '' } = connectionOf(databaseUrl);
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await run(shell, 'pg_restore', [...flags, `--dbname=${PGDATABASE}`, file], databaseUrl);
}

/** Keeps gateways away until the restore ends. Errors: CliError for a database of a gateway; UNAVAILABLE. */
async function begin(databaseUrl: string): Promise<void> {
  const side = await openSide(databaseUrl, 'read');
  try {
    if (!(await side.hasTable('kysely_migration'))) {
      await side.read(beginLoad());
      return;
    }
  } finally {
    await side.close();
  }
  throw new CliError(
    'The database is not empty: a gateway has its tables there. Make an empty database, name it in databaseUrl, and restore again.',
  );
}

async function run(
  shell: Shell,
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  databaseUrl: string,
): Promise<void> {
  const { status, err } = await shell.runProgram(program, args, connectionOf(databaseUrl));
  if (status === 0) return;
  if (status === null) throw new CliError(`${program} cannot be run here. ${ADVICE}`);
  throw new CliError(`${program} ended with status ${String(status)}: ${err.trim()}`);
}

const ADVICE =
  'Install the client programs of PostgreSQL, in the version of your server or later, or take backups with what your server has: ' +
  'a managed service’s snapshots, or pgBackRest with the write-ahead log (docs/operations.md, Backups).';

/**
 * Returns the connection as environment variables. All users of the machine can read arguments, and the URL holds a password.
 */
function connectionOf(databaseUrl: string): Readonly<Record<string, string>> {
  return { ...readPostgresUrl(databaseUrl).environment, PGAPPNAME: DUMPER };
}

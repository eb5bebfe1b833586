import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { loadMasterKey } from '../../store/access/master-key.js';
import { backUp } from '../../store/maintenance/backup.js';
import { prepareLoaded, restore } from '../../store/maintenance/restore.js';
import { isPostgres, sqlitePath } from '../../store/settings.js';
import { counted } from '../output.js';
import { printText } from '../print.js';
import { CliError, type Shell, UsageError } from '../shell.js';
import { type ConfiguredOptions, loadConfig, ofConfiguration, withStore } from '../with-store.js';

export function backupCommand(shell: Shell): Command {
  return ofConfiguration(new Command('backup'))
    .description('Copies the SQLite database into a new file. The gateway may run meanwhile.')
    .argument('<file>', 'the new file')
    .addHelpText('after', BACKUP_HELP)
    .action((file: string, options: ConfiguredOptions) => backup(shell, file, options));
}

const BACKUP_HELP = `
The master key is not in it. Keep both, apart from each other.
With PostgreSQL use pg_dump; docs/operations.md shows how.

Examples:
  cardway backup /backups/cardway-2026-11-21.db
  cardway restore --trial /backups/cardway-2026-11-21.db`;

async function backup(shell: Shell, file: string, options: ConfiguredOptions): Promise<void> {
  const { databaseUrl } = loadConfig(shell, { ...options, isOffline: true }).settings;
  if (isPostgres(databaseUrl))
    throw new CliError(
      'cardway backup is for SQLite. With PostgreSQL use pg_dump (docs/operations.md, Backups).',
    );
  // Opening the store would create a missing database.
  const path = sqlitePath(databaseUrl);
  if (!existsSync(path)) throw new CliError(`There is no database at ${path}.`);
  const takenAt = new Date(shell.runtime.clock.nowMs()).toISOString();
  // The open store shows that the file is the database, whole and of this version.
  const bytes = await withStore(shell, options, () => Promise.resolve(backUp({ databaseUrl, to: file })));
  const text =
    `Written: ${file}, ${counted(bytes)} bytes.\n` +
    `It holds everything that was acknowledged before ${takenAt}. The master key is not in it: keep both, apart.\n`;
  printText(shell, options, { file, bytes, takenAt }, text);
}

interface RestoreOptions extends ConfiguredOptions {
  readonly force?: boolean;
  readonly trial?: boolean;
  readonly prepare?: boolean;
}

export function restoreCommand(shell: Shell): Command {
  return ofConfiguration(new Command('restore'))
    .description('Checks a backup and puts it in place of the configured database.')
    .argument('[file]', 'what cardway backup wrote')
    .option('--force', 'renames an existing database')
    .option('--trial', 'only checks, and replaces nothing')
    .option('--prepare', 'without a file: prepares the PostgreSQL database that pg_restore filled')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string | undefined, options: RestoreOptions) => {
      const { databaseUrl, masterKey } = loadConfig(shell, { ...options, isOffline: true }).settings;
      const restoring = isPostgres(databaseUrl) ? prepareDatabase : restoreFile;
      await restoring(shell, file, { ...options, databaseUrl, masterKey });
    });
}

const RESTORE_HELP = `
Checked: SQLite's integrity check, the version of the schema, and that the configured master key opens it.

Examples:
  cardway restore /backups/cardway-2026-11-21.db
  cardway restore --trial /backups/cardway-2026-11-21.db
  cardway restore --prepare`;

interface Located extends RestoreOptions {
  readonly databaseUrl: string;
  readonly masterKey: string | undefined;
}

async function restoreFile(shell: Shell, file: string | undefined, options: Located): Promise<void> {
  if (options.prepare === true)
    throw new UsageError('--prepare is for PostgreSQL. With SQLite name the file of the backup.');
  if (file === undefined) throw new UsageError('Name the file of the backup: cardway restore <file>.');
  const putAside = await restore({
    from: file,
    databaseUrl: options.databaseUrl,
    masterKey: keyOf(options),
    isForced: options.force === true,
    isTrial: options.trial === true,
    clock: shell.runtime.clock,
  });
  const aside = putAside === null ? '' : `The previous database is at ${putAside}.\n`;
  const done =
    options.trial === true
      ? 'The checks found no fault. Nothing was put in place.\n'
      : `Restored.\n${LOSS} Then start the gateway.\n`;
  printText(shell, options, { putAside }, aside + done);
}

function keyOf({ databaseUrl, masterKey }: Located): Buffer | string {
  const file = `${sqlitePath(databaseUrl)}.key`;
  const key = masterKey ?? loadMasterKey(file);
  if (key === null)
    throw new CliError(`The master key is missing: put it at ${file}, or set CARDWAY_MASTER_KEY.`);
  return key;
}

/** Tells the operator what is missing. A repeated call from that time would be paid twice. */
const LOSS =
  'What was acknowledged after the backup is missing, and a repeated call from then would be sent again. ' +
  'Reconcile that time with the wallet service.';

async function prepareDatabase(shell: Shell, file: string | undefined, options: Located): Promise<void> {
  if (options.prepare !== true || file !== undefined)
    throw new UsageError(
      'With PostgreSQL load the backup with pg_restore into an empty database, and run cardway restore --prepare (docs/operations.md, Backups).',
    );
  for (const name of ['trial', 'force'] as const)
    if (options[name] === true) throw new UsageError(`--${name} is for SQLite.`);
  const { databaseUrl, masterKey } = options;
  if (masterKey === undefined) throw new CliError('The master key is missing: set CARDWAY_MASTER_KEY.');
  await prepareLoaded({ databaseUrl, masterKey, clock: shell.runtime.clock });
  printText(shell, options, { prepared: true }, `Prepared.\n${LOSS} Then start the gateways.\n`);
}

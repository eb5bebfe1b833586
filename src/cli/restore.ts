import { Command } from 'commander';
import { restore, type RestoreReport } from '../store/backup/restore.js';
import { isPostgres, sqlitePath } from '../store/database-url.js';
import { loadMasterKey } from '../store/master-key.js';
import { configOption, loadConfig } from './configuration.js';
import { loadDump } from './postgres-dump.js';
import { createProgress } from './progress.js';
import { CliError, type Shell } from './shell.js';
import { withStore } from './with-store.js';

interface RestoreCliOptions {
  readonly verify?: boolean;
  readonly force?: boolean;
  readonly trial?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

export function restoreCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('restore')
    .description('Puts a backup in the place of the database of the configuration, once it was found good.')
    .argument('<file>', 'what cardway backup wrote')
    .option('--verify', 'counts every row, and compares with what was noted when the backup was made')
    .option('--force', 'puts an existing database aside, under another name')
    .option('--trial', 'checks only, and puts nothing in place')
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .addHelpText('after', HELP)
    .action(async (file: string, options: RestoreCliOptions) => {
      const { settings } = loadConfig(shell, { ...options, isOffline: true });
      const { databaseUrl } = settings;
      if (isPostgres(databaseUrl)) await restoreDump(shell, file, { ...options, databaseUrl });
      else await restoreFile(shell, file, { ...options, databaseUrl, masterKey: settings.masterKey });
      done(0);
    });
}

const HELP = `
Checked always: that the file is the one that was written, SQLite's integrity check, the version of the schema, and that the
configured master key opens it.

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
    nowMs: shell.world.clock.nowMs(),
    onProgress: (line) => progress.show(line),
  });
  progress.end();
  shell.out(options.json === true ? `${JSON.stringify(report)}\n` : textOf(report, options));
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

function textOf(report: RestoreReport, { trial }: RestoreCliOptions): string {
  const { takenAt, tables, putAside, isBehind } = report;
  const rows = tables?.reduce((sum, table) => sum + table.rows, 0);
  return [
    takenAt === null
      ? 'There is no manifest beside the backup: when it was taken is not known.'
      : `Taken at ${takenAt}.`,
    rows === undefined
      ? 'Rows were not counted (--verify).'
      : `${String(rows)} rows in ${String(tables?.length)} tables, counts and checksums as noted.`,
    ...(isBehind ? ['The schema is of an older version: serve and migrate bring it up to date.'] : []),
    ...(putAside === null ? [] : [`The former database is at ${putAside}.`]),
    trial === true ? 'The backup is good. Nothing was put in place.' : 'Restored. Start the gateway.',
  ]
    .map((line) => `${line}\n`)
    .join('');
}

async function restoreDump(
  shell: Shell,
  file: string,
  options: RestoreCliOptions & { readonly databaseUrl: string },
): Promise<void> {
  for (const name of ['trial', 'force'] as const) {
    if (options[name] === true)
      throw new CliError(`--${name} is for SQLite. With PostgreSQL restore into an empty database.`);
  }
  await loadDump(shell, { databaseUrl: options.databaseUrl, file });
  const schema = await withStore(shell, options, (store) => store.status());
  shell.out(
    options.json === true
      ? `${JSON.stringify({ file, schema })}\n`
      : 'Restored: the schema is up to date, and the master key opens it. Start the gateways.\n',
  );
}

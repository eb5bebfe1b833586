import { Command } from 'commander';
import { backUp } from '../store/backup/backup.js';
import type { BackupManifest } from '../store/backup/manifest.js';
import { isPostgres, sqlitePath } from '../store/database-url.js';
import { configOption, loadConfig } from './configuration.js';
import { dumpPostgres } from './postgres-dump.js';
import { counted, createProgress } from './progress.js';
import { CliError, type Shell } from './shell.js';
import { VERSION } from '../version.js';
import { withStore } from './with-store.js';

interface BackupCliOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export function backupCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('backup')
    .description('Copies the database of the configuration into a new file, beside a running gateway.')
    .argument('<file>', 'the new file; what it holds is written down in <file>.json')
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .addHelpText('after', HELP)
    .action(async (file: string, options: BackupCliOptions) => {
      const { settings } = loadConfig(shell, { ...options, isOffline: true });
      if (isPostgres(settings.databaseUrl)) {
        await dumpPostgres(shell, { databaseUrl: settings.databaseUrl, file });
        shell.out(options.json === true ? `${JSON.stringify({ file })}\n` : `Written: ${file}.\n`);
      } else {
        const manifest = await backUpFile(shell, file, { ...options, databaseUrl: settings.databaseUrl });
        shell.out(
          options.json === true ? `${JSON.stringify({ file, ...manifest })}\n` : textOf(file, manifest),
        );
      }
      done(0);
    });
}

const HELP = `
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
  // Opening it would make one.
  const path = sqlitePath(databaseUrl);
  if (!shell.fileExists(path)) throw new CliError(`There is no database at ${path}.`);
  const takenAt = new Date(shell.world.clock.nowMs()).toISOString();
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
  const lines = tables.map(
    ({ table, rows, checksum }) => `${table.padEnd(22)} ${counted(rows).padStart(12)}  ${checksum}`,
  );
  return [
    ...lines,
    `Written: ${file}, ${counted(bytes)} bytes, SHA-256 ${sha256}.`,
    `It holds everything that was acknowledged before ${takenAt}. The master key is not in it: keep both, apart.`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

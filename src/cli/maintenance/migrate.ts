import { Command } from 'commander';
import { printText } from '../print.js';
import type { Shell } from '../shell.js';
import { type ConfiguredOptions, loadConfig, ofConfiguration, withOpenStore } from '../with-store.js';

export function migrateCommand(shell: Shell): Command {
  return ofConfiguration(new Command('migrate'))
    .description('Migrates the database to the schema of this version. Several processes may run it at once.')
    .option(
      '--new',
      'makes a new database although the key, lock or log file of an earlier one exists, or its tables in another schema',
    )
    .action((options: MigrateOptions) => migrate(shell, options));
}

interface MigrateOptions extends ConfiguredOptions {
  readonly new?: boolean;
}

async function migrate(shell: Shell, options: MigrateOptions): Promise<void> {
  // Settings that only serving needs (downstream, signing key) are not required.
  const config = loadConfig(shell, { ...options, isOffline: true });
  const opening = { isNew: options.new === true };
  const applied = await withOpenStore(shell, config, (store) => store.migrate(), opening);
  const text = applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`;
  printText(shell, options, { applied }, `${text}\n`);
}

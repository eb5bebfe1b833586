import { Command } from 'commander';
import { openStoreOf } from '../wiring/store.js';
import { configOption, loadConfig } from './configuration.js';
import type { Shell } from './shell.js';

interface MigrateOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export function migrateCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('migrate')
    .description('Brings the database to the schema of this version. Safe to run while others do the same.')
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .action(async (options: MigrateOptions) => {
      // What concerns serving only (downstream, signing key) is not asked for here.
      const config = loadConfig(shell, { ...options, isOffline: true });
      const store = await openStoreOf(config, shell.world);
      try {
        const applied = await store.migrate();
        const text = applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`;
        shell.out(options.json === true ? `${JSON.stringify({ applied })}\n` : `${text}\n`);
      } finally {
        await store.close();
      }
      done(0);
    });
}

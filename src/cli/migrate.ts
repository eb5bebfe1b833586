import { Command } from 'commander';
import { openStoreOf } from '../wiring/store.js';
import { configOption, loadConfig } from './configuration.js';
import { move, type MoveOptions } from './migrate-move.js';
import type { Shell } from './shell.js';

export function migrateCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('migrate')
    .description('Brings the database to the schema of this version. Safe to run while others do the same.')
    .addOption(configOption())
    .option('--from <url>', 'copies everything of this database, which no gateway uses, …')
    .option(
      '--to <url>',
      '… into this one, which is empty, and compares the two; goes on where it was interrupted',
    )
    .option('--new', 'makes a new database although one was there: its key, lock or log file is left')
    .option(
      '--take-back',
      'uses this database again, which was moved away; nobody may use the one that it was moved to',
    )
    .option('--json', 'prints JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: MoveOptions & MigrateOptions) => {
      if (options.from === undefined && options.to === undefined) await migrate(shell, options);
      else await move(shell, options);
      done(0);
    });
}

const EXAMPLES = `
Examples:
  cardway migrate
  cardway migrate --from sqlite:./data/cardway.db --to postgres://cardway:…@db.internal/cardway`;

interface MigrateOptions {
  readonly config?: string;
  readonly json?: boolean;
  readonly new?: boolean;
  readonly takeBack?: boolean;
}

async function migrate(shell: Shell, options: MigrateOptions): Promise<void> {
  // What concerns serving only (downstream, signing key) is not asked for here.
  const config = loadConfig(shell, { ...options, isOffline: true });
  const store = await openStoreOf(config, shell.world, { isNew: options.new === true });
  try {
    const applied = await store.migrate({ takesBack: options.takeBack === true });
    const text = applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`;
    shell.out(options.json === true ? `${JSON.stringify({ applied })}\n` : `${text}\n`);
  } finally {
    await store.close();
  }
}

import { Command } from 'commander';
import { realPathOf } from '../../store/engine/sqlite/lock.js';
import { moveDatabase } from '../../store/maintenance/move.js';
import { isPostgres, sqlitePath } from '../../store/settings.js';
import { counted, createProgress } from '../output.js';
import { printText } from '../print.js';
import { type Shell, UsageError } from '../shell.js';

export function moveCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('move')
    .description('Moves an installation to another database. Stop every gateway on both first.')
    .requiredOption('--from <url>', 'the database to copy')
    .requiredOption('--to <url>', 'an empty database')
    .option('--json', 'prints JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: MoveOptions) => {
      await move(shell, options);
      done(0);
    });
}

const EXAMPLES = `
Examples:
  cardway move --from sqlite:./data/cardway.db --to postgres://cardway:…@db.internal/cardway`;

interface MoveOptions {
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
}

async function move(shell: Shell, options: MoveOptions): Promise<void> {
  const { from, to } = options;
  for (const [option, url] of [
    ['--from', from],
    ['--to', to],
  ] as const)
    if (!isPostgres(url) && !/^sqlite:./i.test(url))
      throw new UsageError(`${option} must be sqlite:PATH or postgres://user:password@host:port/database.`);
  if (placeOf(from) === placeOf(to)) throw new UsageError('--from and --to must differ.');
  const progress = createProgress(shell);
  try {
    const tables = await moveDatabase({
      from,
      to,
      onProgress: ({ table, rows, total }) => {
        progress.show(`Copying ${table}: ${counted(rows)} of ${counted(total)} rows`);
      },
    });
    progress.end();
    const lines = tables.map(({ table, rows }) => `${table.padEnd(22)} ${counted(rows).padStart(12)}\n`);
    printText(shell, options, { tables }, `${lines.join('')}Moved. ${KEY_ADVICE}\n`);
  } catch (error) {
    progress.end();
    throw error;
  }
}

/** Returns the real path of a file, which has many spellings, and any other URL as it is. */
function placeOf(databaseUrl: string): string {
  return isPostgres(databaseUrl) ? databaseUrl : `sqlite:${realPathOf(sqlitePath(databaseUrl))}`;
}

const KEY_ADVICE =
  'The copy needs the same master key: set CARDWAY_MASTER_KEY_FILE to a copy of <file>.key beside the SQLite file, if it was not set before.';

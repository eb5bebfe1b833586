import { Command } from 'commander';
import { moveDatabase } from '../../store/maintenance/move.js';
import { isPostgres } from '../../store/settings.js';
import { counted, withProgress } from '../output.js';
import { printText } from '../print.js';
import { type Shell, UsageError } from '../shell.js';

export function moveCommand(shell: Shell): Command {
  return new Command('move')
    .description('Moves an installation from SQLite to PostgreSQL. Stop every gateway on both first.')
    .requiredOption('--from <url>', 'the SQLite database, sqlite:PATH')
    .requiredOption('--to <url>', 'an empty database, postgres://user:password@host:port/database')
    .option('--json', 'prints JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: MoveOptions) => move(shell, options));
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
  if (!/^sqlite:./i.test(from)) throw new UsageError('--from must be sqlite:PATH.');
  if (!isPostgres(to)) throw new UsageError('--to must be postgres://user:password@host:port/database.');
  const tables = await withProgress(shell, (show) =>
    moveDatabase({
      from,
      to,
      onProgress: ({ table, rows, total }) => {
        show(`Copying ${table}: ${counted(rows)} of ${counted(total)} rows`);
      },
    }),
  );
  const lines = tables.map(({ table, rows }) => `${table.padEnd(22)} ${counted(rows).padStart(12)}\n`);
  printText(shell, options, { tables }, `${lines.join('')}Moved. ${KEY_ADVICE}\n`);
}

const KEY_ADVICE =
  'The copy needs the same master key: set CARDWAY_MASTER_KEY_FILE to a copy of <file>.key beside the SQLite file, if it was not set before.';

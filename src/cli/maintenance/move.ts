import { Command } from 'commander';
import { realPathOf } from '../../store/engine/sqlite/lock.js';
import { moveDatabase, type MoveProgress, type MoveResult } from '../../store/maintenance/move.js';
import { isPostgres, sqlitePath } from '../../store/settings.js';
import { counted, createProgress, tableLines } from '../output.js';
import { printText } from '../print.js';
import { type Shell, UsageError } from '../shell.js';
import { configOption, loadConfig } from '../with-store.js';

export function moveCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('move')
    .description('Moves an installation to another database: copies everything, and compares the two.')
    .addOption(configOption())
    .requiredOption('--from <url>', 'the database to copy, which no gateway uses')
    .requiredOption('--to <url>', 'an empty database, or the one of a move that was interrupted')
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
  readonly config?: string;
  readonly json?: boolean;
}

/** Copies a whole database into another. It uses only the master key of the configuration. */
async function move(shell: Shell, options: MoveOptions): Promise<void> {
  const { from, to } = options;
  for (const [option, url] of [
    ['--from', from],
    ['--to', to],
  ] as const)
    if (!isPostgres(url) && !/^sqlite:./i.test(url))
      throw new UsageError(`${option} must be sqlite:PATH or postgres://user:password@host:port/database.`);
  if (placeOf(from) === placeOf(to)) throw new UsageError('--from and --to must differ.');
  const { settings } = loadConfig(shell, { ...options, isOffline: true });
  const stopping = new AbortController();
  void shell.untilStopped().then(() => stopping.abort());
  const progress = createProgress(shell);
  try {
    const report = await moveDatabase({
      from,
      to,
      masterKey: settings.masterKey,
      newId: shell.runtime.newId,
      stopping: stopping.signal,
      onProgress: (now) => progress.show(lineOf(now)),
    });
    progress.end();
    printText(shell, options, report, textOf(report));
    if (settings.masterKey === undefined && /^sqlite:/i.test(from)) shell.err(keyAdvice(from));
  } catch (error) {
    progress.end();
    throw error;
  }
}

/** Returns the real path of a file, which has many spellings, and any other URL as it is. */
function placeOf(databaseUrl: string): string {
  return isPostgres(databaseUrl) ? databaseUrl : `sqlite:${realPathOf(sqlitePath(databaseUrl))}`;
}

function lineOf({ step, table, rows, total }: MoveProgress): string {
  return `${step === 'copying' ? 'Copying' : 'Checking'} ${table}: ${counted(rows)} of ${counted(total)} rows`;
}

function textOf({ resumed, tables }: MoveResult): string {
  const end = `Complete${resumed ? ', after an interrupted start' : ''}: counts and checksums agree.`;
  return [...tableLines(tables), end].map((line) => `${line}\n`).join('');
}

/** Returns advice that never shows the key itself. */
function keyAdvice(from: string): string {
  const file = `${from.replace(/^sqlite:/i, '')}.key`;
  return `The copy needs the same master key: CARDWAY_MASTER_KEY="hex:$(cat ${file})".\n`;
}

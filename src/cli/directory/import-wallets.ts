import type { Command } from 'commander';
import { maskText } from '../../core/wire/scrub.js';
import type { Store } from '../../store/store.js';
import type { WalletImports } from '../../use-cases/directory/administration-port.js';
import { counted, createProgress } from '../output.js';
import { isJson } from '../print.js';
import type { Shell } from '../shell.js';
import { cliActor, configOption, type ConfigOptions, withStore } from '../with-store.js';
import { refuseForeign, showRejected, writeRejected } from './rejected-lines.js';
import { readWalletFile } from './wallet-file.js';

interface ImportCommandOptions extends ConfigOptions {
  readonly json?: boolean;
  readonly programme?: string;
  readonly rejects?: string;
  readonly check?: boolean;
  readonly move?: boolean;
}

/** Adds `wallets import`. */
export function addImportCommand(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('import <file>')
    .description('Imports wallets from CSV. Run it again to finish an interrupted import.')
    .option('--programme <name>', 'programme of lines that name none')
    .option(
      '--rejects <file>',
      'file for rejected lines (default: <file>.rejects.ndjson); it replaces only that of an earlier import',
    )
    .option('--move', 'lets lines give a wallet another customer, and take a card from another wallet')
    .option('--check', 'checks every line, prints the first problems, and changes nothing')
    .addOption(configOption())
    .option('--json', 'prints JSON, on a terminal too')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ImportCommandOptions) => {
      const isCheck = options.check === true;
      const rejects = options.rejects ?? (isCheck ? null : `${file}.rejects.ndjson`);
      const work = (store: Store): Promise<ImportResult> =>
        importWallets(shell, store.administration.walletImports, {
          file,
          rejects,
          programme: options.programme ?? '',
          isMove: options.move === true,
          isCheck,
          actor: cliActor(shell),
        });
      const result = await withStore(shell, options, work);
      printResult(shell, options, result, rejects);
      done(result.rejected === 0 ? 0 : 1);
    });
}

const HELP = `
Columns: reference, customer_id; also programme, blocked, card_id, tracking_number, default, card_blocked. A wallet with several cards
takes several lines. Empty or missing values keep the old ones. Cards that the file does not name stay. Lines that contradict each other
are rejected, and so are those that give a wallet another customer, or take a card from another wallet, without --move.

Examples:
  cardway wallets import wallets.csv --programme shop
  cardway wallets import wallets.csv --programme shop --check

Exit status 1 when lines were rejected: --rejects holds each with its line, field, problem and text. --check writes that file only where
--rejects names it.`;

function printResult(
  shell: Shell,
  options: ImportCommandOptions,
  result: ImportResult,
  /** Null where none is written. */
  rejects: string | null,
): void {
  const { lines, added, changed, moved, rejected } = result;
  const rejectFile = rejected === 0 ? null : rejects;
  if (isJson(shell, options)) {
    shell.out(`${JSON.stringify({ lines, added, changed, moved, rejected, rejects: rejectFile })}\n`);
    return;
  }
  shell.out(
    `${String(lines)} lines: ${String(added)} wallets added, ${String(changed)} changed, ` +
      `${String(moved)} moved, ${String(rejected)} lines rejected.\n`,
  );
  if (rejectFile !== null) shell.err(`The rejected lines are in ${rejectFile}.\n`);
}

interface ImportOptions {
  readonly file: string;
  /** Programme of lines that name none; empty where none was given. */
  readonly programme: string;
  /** Null prints the first problems instead. */
  readonly rejects: string | null;
  /** True lets lines move wallets and cards. */
  readonly isMove: boolean;
  /** True only reads and checks, and writes nothing to the database. */
  readonly isCheck: boolean;
  readonly actor: string;
}

interface ImportResult {
  /** Lines of the file, with its header. */
  readonly lines: number;
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly rejected: number;
}

/** Lines in one commit. */
const BATCH_LINES = 500;

/**
 * Imports the wallets of a file, one batch of lines for each commit. Lines describe the final state, so the same command completes
 * an interrupted run. Errors: CliError.
 */
export async function importWallets(
  shell: Pick<Shell, 'isErrTerminal' | 'err' | 'runtime'>,
  imports: WalletImports,
  options: ImportOptions,
): Promise<ImportResult> {
  const { file, rejects, isMove, isCheck, actor } = options;
  if (rejects !== null) refuseForeign(rejects);
  const { lineCount, lines, rejected, textOf } = readWalletFile(file, options.programme);
  const total = { added: 0, changed: 0, moved: 0 };
  const progress = createProgress(shell);
  try {
    for (let from = 0; from < lines.length; from += BATCH_LINES) {
      const batch = lines.slice(from, from + BATCH_LINES);
      const done = await imports.take({ subject: maskText(file), lines: batch, actor, isMove, isCheck });
      total.added += done.added;
      total.changed += done.changed;
      total.moved += done.moved;
      rejected.push(...done.rejected);
      progress.show(`${counted(from + batch.length)} lines, ${counted(rejected.length)} rejected`);
    }
  } finally {
    progress.end();
  }
  const inOrder = rejected.toSorted((a, b) => a.line - b.line);
  if (rejects === null) showRejected(shell, inOrder);
  else writeRejected(rejects, inOrder, textOf);
  return { lines: lineCount, ...total, rejected: rejected.length };
}

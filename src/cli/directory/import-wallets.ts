import { cutCardNumbers } from '../../core/wire/card-numbers.js';
import { ImportWalletsDocument, type ImportWalletsMutation } from '../../generated/operations.js';
import { IMPORT_LINES_MAX } from '../../use-cases/directory/administer-wallets.js';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import type { Parts } from '../entities/entity.js';
import { counted, withProgress } from '../output.js';
import { isJson, printOutcome } from '../print.js';
import { CliError, Fault, type Shell } from '../shell.js';
import { readWalletFile, type RejectedLine, type WalletLine } from './wallet-file.js';

interface ImportOptions extends AskOptions {
  readonly programme?: string;
  readonly check?: boolean;
  readonly move?: boolean;
}

/** Adds `wallets import`. */
export function addImportCommand({ shell, group }: Parts): void {
  ofGateway(group.command('import <file>'))
    .description('Imports wallets from CSV. Run it again to finish an interrupted import.')
    .option('--programme <name>', 'programme of lines that name none')
    .option('--move', 'lets lines give a wallet another customer, and take a card from another wallet')
    .option('--check', 'checks every line, prints the problems, and changes nothing')
    .addHelpText('after', HELP)
    .action(
      acting(async (ask, options: ImportOptions, file) => {
        const { programme = '', move = false, check = false } = options;
        const importLines: ImportLines = async (lines) =>
          (await ask(ImportWalletsDocument, { input: { file, lines, move, check } })).importWallets;
        const result = await importWallets(shell, importLines, { file, programme });
        printResult(shell, options, result);
        if (result.rejected > 0) throw new Fault();
      }),
    );
}

const HELP = `
Columns: reference, customer_id; also programme, blocked, card_id, tracking_number, default, card_blocked. A wallet with several cards
takes several lines. Empty or missing values keep the old ones. Cards that the file does not name stay. Lines that contradict each other
are rejected, and so are those that give a wallet another customer, or take a card from another wallet, without --move.

Examples:
  cardway wallets import wallets.csv --programme shop
  cardway wallets import wallets.csv --programme shop --check

Exit status 1 when lines were rejected: standard error names each with its problem, and JSON has them as problems.`;

/** Imports some lines, all of them at once. Errors: CliError. */
export type ImportLines = (lines: WalletLine[]) => Promise<ImportWalletsMutation['importWallets']>;

interface ImportResult {
  /** Lines of the file, with its header. */
  readonly lines: number;
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly rejected: number;
  readonly problems: readonly RejectedLine[];
}

/**
 * Imports the wallets of a file. Lines describe the final state, so the same command completes an interrupted run. Lines that a second
 * person must approve count as rejected, and are imported by the run after that. Errors: CliError.
 */
export async function importWallets(
  shell: Pick<Shell, 'isErrTerminal' | 'err' | 'runtime'>,
  importLines: ImportLines,
  { file, programme }: { readonly file: string; readonly programme: string },
): Promise<ImportResult> {
  const { lineCount, lines, rejected } = readWalletFile(file, programme);
  const total = { added: 0, changed: 0, moved: 0 };
  await withProgress(shell, async (show) => {
    for (let from = 0; from < lines.length; from += IMPORT_LINES_MAX) {
      const batch = lines.slice(from, from + IMPORT_LINES_MAX);
      const done = await importLines(batch).catch((error: unknown) => unapproved(batch, error));
      total.added += done.added;
      total.changed += done.changed;
      total.moved += done.moved;
      rejected.push(...done.rejected);
      show(`${counted(from + batch.length)} lines, ${counted(rejected.length)} rejected`);
    }
  });
  const problems = rejected
    .map((each) => ({ ...each, problem: cutCardNumbers(each.problem) }))
    .sort((one, other) => one.line - other.line);
  return { lines: lineCount, ...total, rejected: problems.length, problems };
}

/** Returns lines that wait for a second person as rejected. Errors: every other one. */
function unapproved(batch: readonly WalletLine[], error: unknown): ImportWalletsMutation['importWallets'] {
  if (!(error instanceof CliError) || !error.message.endsWith('(APPROVAL_REQUIRED)')) throw error;
  const rejected = batch.map(({ line }) => ({ line, field: 'line', problem: error.message }));
  return { added: 0, changed: 0, moved: 0, rejected };
}

function printResult(shell: Shell, options: AskOptions, result: ImportResult): void {
  const { lines, added, changed, moved, rejected, problems } = result;
  printOutcome(shell, options, result, [
    `${String(lines)} lines: ${String(added)} wallets added, ${String(changed)} changed, ` +
      `${String(moved)} moved, ${String(rejected)} lines rejected.`,
  ]);
  if (isJson(shell, options)) return;
  for (const { line, problem } of problems) shell.err(`Line ${String(line)}: ${problem}\n`);
}

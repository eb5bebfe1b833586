import { Option, type Command } from 'commander';
import type { AskOptions } from '../ask.js';
import type { Shell } from '../shell.js';
import type { Store } from '../../store/store.js';
import { isJson } from '../tell.js';
import { cliActor, withStore } from '../with-store.js';
import { importWallets, type ImportResult } from './run.js';

interface Options extends AskOptions {
  readonly programme?: string;
  readonly format?: 'csv' | 'ndjson';
  readonly rejects?: string;
  readonly check?: boolean;
}

/** `wallets import`. */
export function addImportCommand(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('import <file>')
    .description('Imports wallets from CSV or NDJSON; the same command makes good a run that was cut off.')
    .option('--programme <name>', 'of lines that name none')
    .addOption(
      new Option('--format <name>', 'by default by the end of the file’s name').choices(['csv', 'ndjson']),
    )
    .option('--rejects <file>', 'where lines go that cannot be taken (default: <file>.rejects.ndjson)')
    .option('--check', 'reads and checks every line, and changes nothing')
    .addHelpText('after', HELP)
    .action(async (file: string, _options: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const rejects = options.rejects ?? `${file}.rejects.ndjson`;
      const work = (store: Store): Promise<ImportResult> =>
        importWallets(shell, store.administration.walletImports, {
          file,
          rejects,
          format: options.format ?? (/\.(?:nd)?jsonl?$/i.test(file) ? 'ndjson' : 'csv'),
          programme: options.programme ?? '',
          isCheck: options.check === true,
          actor: cliActor(shell),
        });
      const result = await withStore(shell, options, work, { pageCacheBytes: PAGE_CACHE_BYTES });
      tellResult(shell, options, result, rejects);
      done(result.rejected === 0 ? 0 : 1);
    });
}

/** SQLite: the indexes of a million wallets, which references in random order touch all over. */
const PAGE_CACHE_BYTES = 128 * 1024 * 1024;

const HELP = `
Columns of CSV, members of NDJSON: reference, customer_id; also programme, blocked, card_id, tracking_number, default, card_blocked. A wallet with
several cards takes several lines; in NDJSON they may be a list cards: [{card_id, tracking_number, default, blocked}]. What is
empty or left out stays as it was; cards that the file does not name stay too.

Examples:
  cardway wallets import wallets.csv --programme shop
  cardway wallets import wallets.ndjson --check --json

Exit status 1 when lines were rejected: --rejects holds each with its line, field, problem and text.`;

function tellResult(shell: Shell, options: Options, result: ImportResult, rejects: string): void {
  const { lines, added, changed, rejected } = result;
  const rejectFile = rejected === 0 ? null : rejects;
  if (isJson(shell, options)) {
    shell.out(`${JSON.stringify({ lines, added, changed, rejected, rejects: rejectFile })}\n`);
    return;
  }
  shell.out(
    `${String(lines)} lines: ${String(added)} wallets added, ${String(changed)} changed, ` +
      `${String(rejected)} lines rejected.\n`,
  );
  if (rejectFile !== null) shell.err(`The rejected lines are in ${rejectFile}.\n`);
}

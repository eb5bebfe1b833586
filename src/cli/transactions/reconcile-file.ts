import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { type GatewayRow, rangeOfDay, receivedAround } from '../../core/transactions/booked-row.js';
import {
  DayComparison,
  type DayDifference,
  type DayFile,
  type DaySummary,
} from '../../core/transactions/compare-day.js';
import { moneyText } from '../../core/transactions/money.js';
import { acting, type Ask, type AskOptions, ofGateway } from '../ask.js';
import { SettleTransactionDocument } from '../../generated/operations.js';
import { counted, withProgress } from '../output.js';
import { isJson } from '../print.js';
import { CliError, Fault, messageOf, readOf, type Shell, UsageError } from '../shell.js';
import { type Columns, right, tableText } from '../table.js';
import { dayOf } from '../values.js';
import { decodeDayFile, readDayFile } from './day-file.js';
import { CUT, openExport } from './export.js';

interface Options extends AskOptions {
  readonly file: string;
  readonly day: string;
  readonly settle?: boolean;
  readonly reason?: string;
  readonly exitCode?: boolean;
}

/** Returns `reconcile`: it compares a day with the file of a wallet service or processor. */
export function reconcileFileCommand(shell: Shell): Command {
  return ofGateway(new Command('reconcile'))
    .description(
      'Compares a day with the CSV file of a wallet service or processor, and settles doubts by it.',
    )
    .requiredOption('--file <file>', 'CSV file with a line of column names (docs/reconciliation.md)')
    .requiredOption('--day <date>', 'yyyy-MM-dd, in UTC')
    .option(
      '--settle',
      'settles the doubts that the file of the wallet service has as booked; needs --reason',
    )
    .option('--reason <reason>', 'why; kept in the audit log')
    .option('--exit-code', 'exits with 1 where something differs')
    .addHelpText('after', HELP)
    .action(acting((ask, options: Options) => reconcileFile(shell, ask, options)));
}

const HELP = `
It reads the processor's Mark-off file as it comes. The columns of another file are request_id, or terminal_id, transaction_id
and transaction_date; and amount (minor units) and currency. On a terminal it prints a table; in a pipe one line of JSON for
each difference, one of the kind summary, and one of the kind settled for each settled doubt.
Exit status 0 also where something differs, unless --exit-code is given. Only the file of the wallet service proves an outcome: settle by no other.

Examples:
  cardway reconcile --file 2026-11-20.csv --day 2026-11-20
  cardway reconcile --file 2026-11-20.csv --day 2026-11-20 --settle --reason "day file of 20 November"`;

async function reconcileFile(shell: Shell, ask: Ask, options: Options): Promise<void> {
  const { reason = '', settle = false } = options;
  if (settle && reason.trim() === '') throw new UsageError('--settle needs --reason.');
  const range = rangeOfDay(dayOf('--day', options.day));
  if (range === null) throw new UsageError('--day must be a date, yyyy-MM-dd.');
  const file = readFile(options.file);
  const comparison = new DayComparison(range, file);
  const { url, key } = options;
  const time = receivedAround(range, file.keyBy);
  const texts = await openExport({ url, key, format: 'ndjson', time });
  await withProgress(shell, async (show) => {
    let rows = 0;
    await forEachLine(texts, (line) => {
      comparison.addGatewayRow(JSON.parse(line) as GatewayRow);
      rows += 1;
      show(`${counted(rows)} transactions read`);
    });
  });
  const { differences, summary } = comparison.finish();
  await print(shell, options, { summary, differences });
  const refused = settle ? await settleProposals(shell, ask, options, differences) : 0;
  if (refused > 0 || (options.exitCode === true && differences.length > 0)) throw new Fault();
}

/** Reads the file. Errors: CliError. */
function readFile(path: string): DayFile {
  const result = readDayFile(decodeDayFile(readOf(path, () => readFileSync(path))));
  if (result.kind === 'wrong') throw new CliError(`${path}: ${result.problem}`);
  return result.file;
}

/** Calls back for each line. Errors: CliError where the text ends too early. */
async function forEachLine(texts: AsyncIterable<string>, take: (line: string) => void): Promise<void> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
  if (rest !== '') throw new CliError(CUT);
}

interface Outcome {
  readonly summary: DaySummary;
  readonly differences: readonly DayDifference[];
}

async function print(shell: Shell, options: Options, { summary, differences }: Outcome): Promise<void> {
  if (isJson(shell, options)) {
    const whole = { kind: 'summary', day: options.day, ...summary };
    for (const line of [...differences, whole])
      if (!(await shell.outSlowly(`${JSON.stringify(line)}\n`))) return;
    return;
  }
  shell.out(
    `${counted(summary.matched)} matched of ${counted(summary.fileRows)} in the file and ${counted(summary.gatewayRows)} at the gateway` +
      ` (${counted(summary.notMoved)} moved nothing, ${counted(summary.open)} are open).\n`,
  );
  if (differences.length === 0) {
    shell.out('Nothing differs.\n');
    return;
  }
  shell.out(`${counted(differences.length)} differ:\n\n`);
  await shell.outSlowly(tableText(COLUMNS, differences, shell.terminalWidth));
  if (summary.proposals > 0 && options.settle !== true)
    shell.err(
      `The file has ${counted(summary.proposals)} that are in doubt at the gateway. To settle them: --settle --reason "…"\n`,
    );
}

const COLUMNS: Columns = {
  Difference: 'kind',
  Line: right('line'),
  'Request id': ({ requestId, transactionId, date }: DayDifference) =>
    requestId ?? `${transactionId ?? ''} ${date ?? ''}`.trim(),
  Method: 'methodName',
  Wallet: 'reference',
  State: 'state',
  Gateway: right(({ gatewayAmount, currency }: DayDifference) =>
    gatewayAmount === null || currency === null ? gatewayAmount : moneyText(gatewayAmount, currency),
  ),
  File: right('fileAmount'),
  Proposal: 'proposal',
  Note: 'note',
};

/** Settles what the file proves. Returns the number of those that the gateway refused. */
async function settleProposals(
  shell: Shell,
  ask: Ask,
  options: Options,
  differences: readonly DayDifference[],
): Promise<number> {
  let refused = 0;
  for (const { requestId, proposal, state: seen } of differences) {
    if (requestId === null || proposal === null) continue;
    const input = { requestId, resultCode: 1, reason: options.reason ?? '', state: seen };
    try {
      const { settleTransaction } = await ask(SettleTransactionDocument, { input });
      const { state } = settleTransaction.transaction;
      if (isJson(shell, options))
        shell.out(`${JSON.stringify({ kind: 'settled', requestId, proposal, state })}\n`);
      else shell.out(`${requestId} is settled as ${proposal}.\n`);
    } catch (error) {
      // Somebody may have settled it meanwhile. The others are still to be settled.
      refused += 1;
      shell.err(`${requestId} is not settled: ${messageOf(error)}\n`);
    }
  }
  return refused;
}

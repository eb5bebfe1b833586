import { type Command, Option } from 'commander';
import { createProgress, openOutput } from '../output.js';
import type { ExportFormat } from '../../core/transactions/export-text.js';
import type { Shell } from '../shell.js';
import { timeOption } from '../values.js';
import { configOption, withStore } from '../with-store.js';

interface ExportOptions {
  readonly since: string;
  readonly until?: string;
  readonly format: ExportFormat;
  readonly out?: string;
  readonly config?: string;
}

/** Adds `transactions export`. It reads the database directly, without the gateway. */
export function addExport(transactions: Command, shell: Shell, done: (status: number) => void): void {
  transactions
    .command('export')
    .description('Writes the transactions of a time range to a file or standard output, oldest first.')
    .requiredOption('--since <time>', 'received at this time or later (ISO 8601)')
    .option('--until <time>', 'received before this time (ISO 8601); now by default')
    .addOption(
      new Option('--format <format>', 'one JSON object a line, or a table')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .addOption(new Option('--json', 'one JSON object a line').conflicts('format'))
    .option('--out <file>', 'the output file; it appears when it is complete')
    .addOption(configOption())
    .action(async (options: ExportOptions) => {
      await exportTransactions(shell, options);
      done(0);
    });
}

async function exportTransactions(shell: Shell, options: ExportOptions): Promise<void> {
  const filter = {
    receivedFromMs: timeOption('--since', options.since),
    receivedToMs:
      options.until === undefined ? shell.runtime.clock.nowMs() : timeOption('--until', options.until),
  };
  const progress = createProgress(shell);
  await withStore(shell, options, async (store) => {
    const output = openOutput(shell, options.out);
    try {
      let bytes = 0;
      for await (const piece of store.history.exportText({
        filter,
        format: options.format,
        withTexts: true,
      })) {
        if (!(await output.write(piece.toString('utf8')))) break;
        bytes += piece.length;
        progress.show(`${(bytes / 1_000_000).toFixed(1)} MB`);
      }
      await output.close();
    } catch (error) {
      await output.abandon();
      throw error;
    } finally {
      progress.end();
    }
  });
}

import { type Command, Option } from 'commander';
import type { Transaction } from '../../app/operator.js';
import { counted, createProgress, csvRecord, openOutput } from '../output.js';
import type { Shell } from '../shell.js';
import { timeOption } from '../values.js';
import { configOption, withStore } from '../with-store.js';

interface ExportOptions {
  readonly since: string;
  readonly until?: string;
  readonly format: 'ndjson' | 'csv';
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
  const range = {
    fromMs: timeOption('--since', options.since),
    toMs: options.until === undefined ? shell.runtime.clock.nowMs() : timeOption('--until', options.until),
  };
  // Loaded here, so that other commands do not wait for it.
  const { transactionOf } = await import('../../app/operator.js');
  const { head, lineOf } = FORMATS[options.format];
  const progress = createProgress(shell);
  await withStore(shell, options, async (store) => {
    const output = openOutput(shell, options.out);
    try {
      let total = 0;
      let isRead = await output.write(head);
      for await (const rows of store.history.read(range)) {
        if (!isRead) break;
        isRead = await output.write(rows.map((row) => lineOf(transactionOf(row))).join(''));
        total += rows.length;
        progress.show(
          `${counted(total)} transactions, ${new Date(rows.at(-1)?.receivedAtMs ?? 0).toISOString()}`,
        );
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

interface Format {
  readonly head: string;
  readonly lineOf: (transaction: Transaction) => string;
}

const COLUMNS = [
  'requestId',
  'receivedAt',
  'state',
  'default',
  'replyReason',
  'methodName',
  'effect',
  'channel',
  'programme',
  'terminalId',
  'reference',
  'customerId',
  'cardId',
  'requestAmount',
  'transactionId',
  'transactionDate',
  'referenceId',
  'referenceDate',
  'originalRequestId',
  'route',
  'attempt',
  'resultCode',
  'repliedResultCode',
  'errorCode',
  'claimedAt',
  'sentAt',
  'answeredAt',
  'settledAt',
  'request',
  'answer',
  'rawAnswer',
] as const;

/** Both formats show the data of GraphQL: masked, and without checksums. */
const FORMATS: Readonly<Record<ExportOptions['format'], Format>> = {
  ndjson: {
    head: '',
    lineOf(transaction) {
      const named = COLUMNS.map((name) => [name, valueOf(transaction, name)]);
      return `${JSON.stringify(Object.fromEntries(named))}\n`;
    },
  },
  csv: {
    head: csvRecord(COLUMNS),
    lineOf: (transaction) => csvRecord(COLUMNS.map((name) => cellOf(valueOf(transaction, name)))),
  },
};

function valueOf(transaction: Transaction, name: (typeof COLUMNS)[number]) {
  return (name === 'default' ? transaction.isDefault : transaction[name]) ?? null;
}

function cellOf(value: ReturnType<typeof valueOf>): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

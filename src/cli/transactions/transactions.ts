import { Option } from 'commander';
import type { ExportFormat } from '../../core/transactions/export-text.js';
import { csvRecord } from '../../core/wire/csv.js';
import { ReconciliationDocument, type ReconciliationQuery } from '../../generated/operations.js';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import type { Entity, Parts } from '../entities/entity.js';
import { keyOption } from '../gateway-options.js';
import { amountText, writeOutput } from '../output.js';
import type { Shell } from '../shell.js';
import { right } from '../table.js';
import { dayOf, timeOption } from '../values.js';
import { openExport } from './export.js';

/** Fields of a transaction that lists print. */
const ROW = `
  requestId state methodName terminalId reference programme customerId cardId
  requestAmount requestMoney { text minorUnits currency } originalTransactionAmount originalCurrencyCode
  resultCode replyReason errorCode repliedResultCode callerResultCode narrative receivedAt answeredAt`;

interface Row {
  readonly replyReason: string | null;
  readonly errorCode: string | null;
}

export const TRANSACTIONS: Entity = {
  command: 'transactions',
  about: 'Lists, shows, settles and exports transactions.',
  type: 'Transaction',
  key: { field: 'requestId', name: 'request_id' },
  columns: {
    Received: 'receivedAt',
    'Request id': 'requestId',
    Method: 'methodName',
    Terminal: 'terminalId',
    Amount: right(amountText),
    Merchant: 'narrative',
    State: 'state',
    Result: right('resultCode'),
    'Caller got': right('callerResultCode'),
    Reason: ({ replyReason, errorCode }: Row) => replyReason ?? errorCode,
  },
  selection: ROW,
  list: {
    query: 'transactions',
    whenEmpty: 'No transactions yet. To make one in the sandbox: cardway send Deduct request_amount=100',
    grows: true,
  },
  show: {
    query: 'transaction',
    also: `default answer route channel attempt claimedAt sentAt httpStatus failure rawAnswer
      settledAt nextAttemptAt originalRequestId linked { ${ROW} }`,
    missing:
      'transaction has this request_id; a call that was refused before it was saved is in `cardway refusals`',
  },
  changes: {
    settle: { mutation: 'settleTransaction', isBare: true },
    send: { mutation: 'sendTransaction', isBare: true },
    purge: {
      mutation: 'purgeTransactions',
      argument: undefined,
      sentences: ({ before }: { readonly before: string }) => [
        `Gateways delete finished transactions that were received before ${before}.`,
      ],
    },
  },
  more(parts) {
    addExport(parts);
    addReconcile(parts);
  },
  examples: `
Examples:
  cardway transactions --state in_doubt
  cardway transactions show 5001_20260101220405_1
  cardway transactions settle 5001_20260101220405_1 --state in_doubt --result-code 1 --reason "the issuer has booked it"
  cardway transactions send 5001_20260101220405_1
  cardway transactions export --since 2026-01-01 --until 2026-02-01 --format csv --out january.csv
  cardway transactions purge --before 2025-01-01 --reason "kept for a year"`,
};

interface ExportOptions extends AskOptions {
  readonly since: string;
  readonly until?: string;
  readonly format: ExportFormat;
  readonly out?: string;
}

/** Adds `transactions export`. */
function addExport({ shell, group }: Parts): void {
  ofGateway(group.command('export'), keyOption('operator', 'Bearer key of an auditor, settler or operator'))
    .description('Writes the transactions of a time range to a file or standard output, oldest first.')
    .requiredOption('--since <time>', 'received at this time or later (ISO 8601)')
    .option('--until <time>', 'received before this time (ISO 8601); now by default')
    .addOption(
      new Option('--format <format>', 'one JSON object a line, or a table')
        .choices(['ndjson', 'csv'])
        .default('ndjson')
        .conflicts('json'),
    )
    .option('--out <file>', 'the output file; it appears when it is complete')
    .action(async (options: ExportOptions) => {
      await exportTransactions(shell, options);
    });
}

async function exportTransactions(shell: Shell, options: ExportOptions): Promise<void> {
  const { url, key, format, since, until } = options;
  const toMs = until === undefined ? shell.runtime.clock.nowMs() : timeOption('--until', until);
  const time = { fromMs: timeOption('--since', since), toMs };
  await writeOutput(shell, options.out, await openExport({ url, key, format, time, withTexts: true }));
}

type Line = ReconciliationQuery['reconciliation'][number];

/** Adds `transactions reconcile`: the file of a day. */
function addReconcile({ shell, group }: Parts): void {
  ofGateway(group.command('reconcile'))
    .description('Prints the reconciliation file of a day.')
    .requiredOption('--day <date>', 'yyyy-MM-dd, in UTC')
    .addHelpText('after', HELP)
    .action(
      acting(async (ask, { day, json }: AskOptions & { readonly day: string }) => {
        const { reconciliation: lines } = await ask(ReconciliationDocument, { day: dayOf('--day', day) });
        shell.out(json === true ? ndjson(day, lines) : csv(day, lines));
      }),
    );
}

const HELP = `
One line for each programme, terminal, route and method. Amounts are sums of request_amount, in minor units of the currency of the programme.
A partial approval counts with its approved amount in approved_amount and contradicted_amount.
open counts what is pending, queued or unmatched, refused what was certainly not processed, with reversals that the gateway accepted and did not send.

Example:
  cardway transactions reconcile --day 2026-11-20 > 2026-11-20.csv`;

const DAY_COLUMNS = {
  programme: 'programme',
  terminal_id: 'terminalId',
  route: 'route',
  method_name: 'methodName',
  currency: 'currency',
  count: 'count',
  amount: 'amount',
  approved: 'approved',
  approved_amount: 'approvedAmount',
  declined: 'declined',
  declined_amount: 'declinedAmount',
  refused: 'refused',
  in_doubt: 'inDoubt',
  in_doubt_amount: 'inDoubtAmount',
  contradicted: 'contradicted',
  contradicted_amount: 'contradictedAmount',
  open: 'open',
} as const satisfies Readonly<Record<string, keyof Line>>;

/** Returns CSV with the line ends of Unix. */
function csv(day: string, lines: readonly Line[]): string {
  const rows = lines.map((line) => [day, ...Object.values(DAY_COLUMNS).map((name) => line[name])]);
  return [['day', ...Object.keys(DAY_COLUMNS)], ...rows].map((row) => csvRecord(row, '\n')).join('');
}

function ndjson(day: string, lines: readonly Line[]): string {
  const objects = lines.map((line) => ({
    day,
    ...Object.fromEntries(Object.entries(DAY_COLUMNS).map(([column, name]) => [column, line[name]])),
  }));
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

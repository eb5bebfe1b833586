import { Command, Option } from 'commander';
import { ERRORS } from '../../platform/errors.js';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import {
  type Channel,
  type ErrorCode,
  SendTransactionDocument,
  SettleTransactionDocument,
  TransactionInFullDocument,
  type TransactionRowFragment,
  TransactionsDocument,
  type TransactionState,
  ReconciliationDocument,
  type ReconciliationQuery,
} from '../../generated/operations.js';
import { keyOption, urlOption } from '../gateway-options.js';
import { amountText, writeOutput } from '../output.js';
import { printEntry, printList } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, long, right } from '../table.js';
import { countOf, dayOf, integerOf, timeRangeOf, timeOption } from '../values.js';
import { openExport } from './export.js';
import { addPurge } from './purge.js';
import type { ExportFormat } from '../../core/transactions/export-text.js';
import { csvRecord } from '../../core/wire/csv.js';

interface ListOptions extends AskOptions {
  readonly programme?: string;
  readonly state?: TransactionState;
  readonly terminal?: string;
  readonly reference?: string;
  readonly card?: string;
  readonly customer?: string;
  readonly method?: string;
  readonly resultCode?: string;
  readonly error?: ErrorCode;
  readonly channel?: Channel;
  readonly keyId?: string;
  readonly transactionId?: string;
  readonly amountFrom?: string;
  readonly amountTo?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

interface SettleOptions extends AskOptions {
  readonly resultCode: string;
  readonly reason: string;
  readonly state?: TransactionState;
}

const STATES: readonly TransactionState[] = [
  'pending',
  'answered',
  'refused',
  'in_doubt',
  'failed',
  'queued',
  'unmatched',
  'contradicted',
];

const CHANNELS: readonly Channel[] = ['graphql', 'json', 'xmlrpc', 'gateway'];

export function transactionsCommand(shell: Shell, done: (status: number) => void): Command {
  const transactions = new Command('transactions')
    .alias('transaction')
    .description('Lists, shows, settles and exports transactions.')
    .addHelpText('after', EXAMPLES);
  const sub = (usage: string, description: string, isDefault = false): Command =>
    transactions.command(usage, { isDefault }).description(description);
  const action = acting(done);

  filtered(ofGateway(sub('list', 'Lists transactions, newest first.', true))).action(
    action(async (ask, options: ListOptions) => {
      await list(shell, ask, options);
    }),
  );
  ofGateway(
    sub('show <request_id>', 'Shows one transaction with its answer, times, reversals and adjustments.'),
  ).action(
    action(async (ask, options: AskOptions, requestId) => {
      const { transaction } = await ask(TransactionInFullDocument, { requestId });
      const whole = found(
        transaction,
        'transaction has this request_id; a call that was refused before it was saved is in `cardway refusals`',
      );
      printEntry(shell, options, whole);
    }),
  );
  ofGateway(
    sub('settle <request_id>', 'Settles a transaction that is in doubt, queued, unmatched or contradicted.'),
  )
    .requiredOption('--result-code <code>', 'the real outcome: 1 approved, negative declined')
    .requiredOption('--reason <reason>', 'why; kept in the audit log')
    .addOption(
      new Option('--state <state>', 'the state that you saw; settles nothing in another one').choices(STATES),
    )
    .action(
      action(async (ask, { reason, state, ...options }: SettleOptions, requestId) => {
        const resultCode = integerOf('--result-code', options.resultCode);
        const input = { requestId, resultCode, reason, state };
        const { settleTransaction } = await ask(SettleTransactionDocument, { input });
        printEntry(shell, options, settleTransaction.transaction);
      }),
    );
  ofGateway(
    sub('send <request_id>', 'Sends a queued or unmatched advice now, once its wallet is known.'),
  ).action(
    action(async (ask, options: AskOptions, requestId) => {
      const { sendTransaction } = await ask(SendTransactionDocument, { input: { requestId } });
      printEntry(shell, options, sendTransaction.transaction);
    }),
  );
  addExport(transactions, shell, done);
  addPurge(transactions, shell, done);
  reconcileCommand(ofGateway(sub('reconcile', 'Prints the reconciliation file of a day.')), shell, done);
  return transactions;
}

const EXAMPLES = `
Examples:
  cardway transactions --state in_doubt
  cardway transactions show 5001_20260101220405_1
  cardway transactions settle 5001_20260101220405_1 --state in_doubt --result-code 1 --reason "the issuer has booked it"
  cardway transactions send 5001_20260101220405_1
  cardway transactions export --since 2026-01-01 --until 2026-02-01 --format csv --out january.csv
  cardway transactions purge --before 2025-01-01`;

function filtered(command: Command): Command {
  return command
    .addOption(new Option('--state <state>', 'in this state').choices(STATES))
    .option('--programme <programme>', 'of this programme')
    .option('--terminal <terminal>', 'of this terminal')
    .option('--reference <reference>', 'of this wallet')
    .option('--card <id>', 'of this card')
    .option('--customer <id>', 'of this customer')
    .option('--method <name>', 'of this method, for example Deduct')
    .option('--transaction-id <id>', 'with this transactionID')
    .option('--amount-from <amount>', 'of this amount or more, in minor units')
    .option('--amount-to <amount>', 'of this amount or less, in minor units')
    .addOption(new Option('--channel <channel>', 'that came through this interface').choices(CHANNELS))
    .option('--key-id <key>', 'made with the key of this name')
    .option('--result-code <code>', 'with this resultCode')
    .addOption(new Option('--error <code>', 'with this error').choices(Object.keys(ERRORS)))
    .option('--from <time>', 'received at this time or later (ISO 8601)')
    .option('--to <time>', 'received before this time (ISO 8601)')
    .option('--limit <count>', 'at most this number', '50');
}

async function list(shell: Shell, ask: Ask, options: ListOptions): Promise<void> {
  const filter = {
    programme: options.programme,
    state: options.state,
    terminalId: options.terminal,
    reference: options.reference,
    cardId: integerOf('--card', options.card),
    customerId: integerOf('--customer', options.customer),
    method: options.method,
    transactionId: options.transactionId,
    amount: {
      from: integerOf('--amount-from', options.amountFrom),
      to: integerOf('--amount-to', options.amountTo),
    },
    channel: options.channel,
    keyId: options.keyId,
    resultCode: integerOf('--result-code', options.resultCode),
    errorCode: options.error,
    time: timeRangeOf(options),
  };
  await printList(shell, options, {
    what: 'transactions',
    columns: COLUMNS,
    filter,
    whenEmpty: 'No transactions yet. To make one in the sandbox: cardway send Deduct request_amount=100',
    limit: countOf('--limit', options.limit),
    pageOf: async (page) => (await ask(TransactionsDocument, { filter, ...page })).transactions,
  });
}

const COLUMNS: Columns<TransactionRowFragment> = {
  Received: 'receivedAt',
  'Request id': 'requestId',
  Method: 'methodName',
  Terminal: 'terminalId',
  Amount: { of: amountText, isRight: true },
  State: 'state',
  Result: right(({ resultCode, repliedResultCode }) => resultCode ?? repliedResultCode),
  Reason: long(({ replyReason, errorCode }) => replyReason ?? errorCode),
};

interface ExportOptions {
  readonly since: string;
  readonly until?: string;
  readonly format: ExportFormat;
  readonly out?: string;
  readonly url: string;
  readonly key: string;
}

/** Adds `transactions export`. */
function addExport(transactions: Command, shell: Shell, done: (status: number) => void): void {
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
    .addOption(urlOption())
    .addOption(keyOption('operator', 'Bearer key of an auditor, settler or operator'))
    .action(async (options: ExportOptions) => {
      await exportTransactions(shell, options);
      done(0);
    });
}

async function exportTransactions(shell: Shell, options: ExportOptions): Promise<void> {
  const { url, key, format, since, until } = options;
  const toMs = until === undefined ? shell.runtime.clock.nowMs() : timeOption('--until', until);
  const time = { fromMs: timeOption('--since', since), toMs };
  await writeOutput(shell, options.out, await openExport({ url, key, format, time, withTexts: true }));
}

interface Options extends AskOptions {
  readonly day: string;
  readonly format: 'csv' | 'ndjson';
}

type Line = ReconciliationQuery['reconciliation'][number];

/** Returns `transactions reconcile`: the file of a day. */
function reconcileCommand(command: Command, shell: Shell, done: (status: number) => void): Command {
  const action = acting(done);
  return command
    .requiredOption('--day <date>', 'yyyy-MM-dd, in UTC')
    .addOption(new Option('--format <name>', 'of the file').choices(['csv', 'ndjson']).default('csv'))
    .addHelpText('after', HELP)
    .action(
      action(async (ask, { day, json, format }: Options) => {
        const { reconciliation: lines } = await ask(ReconciliationDocument, { day: dayOf('--day', day) });
        if (json === true) shell.out(`${JSON.stringify({ day, lines })}\n`);
        else shell.out(format === 'csv' ? csv(day, lines) : ndjson(day, lines));
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

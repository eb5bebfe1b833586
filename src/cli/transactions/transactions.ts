import { Command, Option } from 'commander';
import { ERRORS } from '../../platform/errors.js';
import { acting, type Ask, askingGateway, type AskOptions, found, ofGateway } from '../ask.js';
import {
  type Channel,
  type ErrorCode,
  SendTransactionDocument,
  SettleTransactionDocument,
  TransactionInFullDocument,
  type TransactionLineFragment,
  TransactionsDocument,
  type TransactionState,
} from '../generated/operations.js';
import { amountText } from '../output.js';
import { printEntry, printList } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, long, right } from '../table.js';
import { countOf, integerOf, timeRangeOf } from '../values.js';
import { addExport } from './export.js';
import { addPurge } from './purge.js';
import { reconcileCommand } from './reconcile.js';

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
  const action = acting(shell, done);

  filtered(askingGateway(sub('list', 'Lists transactions, newest first.', true))).action(
    action(async (ask, options: ListOptions) => {
      await list(shell, ask, options);
    }),
  );
  askingGateway(
    sub('show <request_id>', 'Shows one transaction with its answer, times, reversals and adjustments.'),
  ).action(
    action(async (ask, options: AskOptions, requestId) => {
      const { transaction } = await ask(TransactionInFullDocument, { requestId });
      const whole = found(transaction, 'transaction has this request_id');
      printEntry(shell, options, whole);
    }),
  );
  // These need a gateway: it also reports and reverses contradictions, and calls wallet services.
  ofGateway(
    sub('settle <request_id>', 'Settles a transaction that is in doubt, queued, unmatched or contradicted.'),
  )
    .requiredOption('--result-code <code>', 'the real outcome: 1 approved, negative declined')
    .requiredOption('--reason <reason>', 'why; kept in the audit log')
    .action(
      action(async (ask, options: SettleOptions, requestId) => {
        const resultCode = integerOf('--result-code', options.resultCode);
        const input = { requestId, resultCode, reason: options.reason };
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
  reconcileCommand(askingGateway(sub('reconcile', 'Prints the reconciliation file of a day.')), shell, done);
  return transactions;
}

const EXAMPLES = `
Examples:
  cardway transactions --state in_doubt
  cardway transactions show 5001_20260101220405_1
  cardway transactions settle 5001_20260101220405_1 --result-code 1 --reason "the issuer has booked it"
  cardway transactions send 5001_20260101220405_1
  cardway transactions export --since 2026-01-01 --until 2026-02-01 --format csv --out january.csv
  cardway transactions purge --before 2025-01-01 --dry-run`;

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

const COLUMNS: Columns<TransactionLineFragment> = {
  Received: 'receivedAt',
  'Request id': 'requestId',
  Method: 'methodName',
  Terminal: 'terminalId',
  Amount: { of: amountText, isRight: true },
  State: 'state',
  Result: right(({ resultCode, repliedResultCode }) => resultCode ?? repliedResultCode),
  Reason: long(({ replyReason, errorCode }) => replyReason ?? errorCode),
};

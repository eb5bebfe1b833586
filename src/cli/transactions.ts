import { Command, Option } from 'commander';
import {
  SendTransactionDocument,
  SettleTransactionDocument,
  TransactionInFullDocument,
  TransactionsDocument,
  type TransactionLineFragment,
  type TransactionState,
} from '../generated/operations.js';
import { ask, countOf, show, withGatewayOptions, type GatewayOptions } from './gateway.js';
import { CliError, type Shell, UsageError } from './shell.js';
import { reconcileCommand } from './reconcile.js';
import { columns } from './table.js';
import { addExport } from './transactions-export.js';
import { addPurge } from './transactions-purge.js';

interface ListOptions extends GatewayOptions {
  readonly state?: TransactionState;
  readonly terminal?: string;
  readonly reference?: string;
  readonly card?: string;
  readonly customer?: string;
  readonly method?: string;
  readonly resultCode?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

interface SettleOptions extends GatewayOptions {
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

export function transactionsCommand(shell: Shell, done: (status: number) => void): Command {
  const transactions = new Command('transactions')
    .alias('transaction')
    .description('What went through the gateway, and what waits for an operator.')
    .addHelpText('after', EXAMPLES);
  const sub = (usage: string, description: string, isDefault = false): Command =>
    withGatewayOptions(transactions.command(usage, { isDefault }).description(description));

  filtered(sub('list', 'Lists transactions, newest first.', true)).action(async (options: ListOptions) => {
    const found = await list(options);
    show(shell, options, { transactions: found }, columns(found.map(lineOf)));
    done(0);
  });
  sub('show <request_id>', 'Shows one with its answer, its times, its reversals and adjustments.').action(
    async (requestId: string, options: GatewayOptions) => {
      const { transaction } = await ask(options, TransactionInFullDocument, { requestId });
      if (transaction === null) throw new CliError('No transaction has this request_id (NOT_FOUND).');
      show(shell, options, transaction, [JSON.stringify(transaction, null, 2)]);
      done(0);
    },
  );
  sub('settle <request_id>', 'Settles what nobody else can: in doubt, queued, unmatched, contradicted.')
    .requiredOption('--result-code <code>', 'what was found out: 1 approved, negative declined')
    .requiredOption('--reason <reason>', 'why; kept in the audit log')
    .action(async (requestId: string, options: SettleOptions) => {
      const resultCode = integerOf('--result-code', options.resultCode);
      const { reason } = options;
      const decision = { requestId, resultCode, reason };
      const { settleTransaction } = await ask(options, SettleTransactionDocument, decision);
      show(shell, options, settleTransaction, columns([lineOf(settleTransaction)]));
      done(0);
    });
  sub('send <request_id>', 'Sends a queued or unmatched advice now, once its wallet is known.').action(
    async (requestId: string, options: GatewayOptions) => {
      const { sendTransaction } = await ask(options, SendTransactionDocument, { requestId });
      show(shell, options, sendTransaction, columns([lineOf(sendTransaction)]));
      done(0);
    },
  );
  addExport(transactions, shell, done);
  addPurge(transactions, shell, done);
  reconcileCommand(sub('reconcile', 'Prints the reconciliation file of a day.'), shell, done);
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
    .option('--terminal <terminal>', 'of this terminal')
    .option('--reference <reference>', 'of this wallet')
    .option('--card <id>', 'of this card')
    .option('--customer <id>', 'of this customer')
    .option('--method <name>', 'of this method, e.g. Deduct')
    .option('--result-code <code>', 'with this resultCode')
    .option('--from <time>', 'received at this time or later (ISO 8601)')
    .option('--to <time>', 'received before this time (ISO 8601)')
    .option('--limit <count>', 'at most so many', '50');
}

async function list(options: ListOptions): Promise<TransactionLineFragment[]> {
  const filter = {
    state: options.state,
    terminalId: options.terminal,
    reference: options.reference,
    cardId: optionalInteger('--card', options.card),
    customerId: optionalInteger('--customer', options.customer),
    method: options.method,
    resultCode: optionalInteger('--result-code', options.resultCode),
    time: { from: options.from, to: options.to },
  };
  const first = countOf('--limit', options.limit);
  const { transactions } = await ask(options, TransactionsDocument, { filter, first });
  return transactions.edges.map(({ node }) => node);
}

function lineOf(transaction: TransactionLineFragment): string[] {
  const { receivedAt, requestId, methodName, terminalId, state, defaultReason, errorCode } = transaction;
  const amount = transaction.requestAmount === null ? '' : String(transaction.requestAmount);
  const resultCode = transaction.resultCode ?? transaction.toldResultCode;
  const why = defaultReason ?? errorCode ?? '';
  return [receivedAt, requestId, methodName, terminalId, amount, state, String(resultCode ?? ''), why];
}

function optionalInteger(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : integerOf(option, text);
}

function integerOf(option: string, text: string): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new UsageError(`${option} must be an integer.`);
  return value;
}

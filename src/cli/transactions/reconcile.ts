import { type Command, Option } from 'commander';
import { acting, type AskOptions } from '../ask.js';
import { ReconciliationDocument, type ReconciliationQuery } from '../generated/operations.js';
import { csvRecord } from '../../core/wire/csv.js';
import { type Shell, UsageError } from '../shell.js';

interface Options extends AskOptions {
  readonly day: string;
  readonly format: 'csv' | 'ndjson';
}

type Line = ReconciliationQuery['reconciliation'][number];

/** Returns `transactions reconcile`: the file of a day. */
export function reconcileCommand(command: Command, shell: Shell, done: (status: number) => void): Command {
  const action = acting(shell, done);
  return command
    .requiredOption('--day <date>', 'yyyy-MM-dd, in UTC')
    .addOption(new Option('--format <name>', 'of the file').choices(['csv', 'ndjson']).default('csv'))
    .addHelpText('after', HELP)
    .action(
      action(async (ask, { day, json, format }: Options) => {
        if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new UsageError('--day must be a date, yyyy-MM-dd.');
        const { reconciliation: lines } = await ask(ReconciliationDocument, { day });
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

const COLUMNS = {
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
  const rows = lines.map((line) => [day, ...Object.values(COLUMNS).map((name) => line[name])]);
  return [['day', ...Object.keys(COLUMNS)], ...rows].map((row) => csvRecord(row, '\n')).join('');
}

function ndjson(day: string, lines: readonly Line[]): string {
  const objects = lines.map((line) => ({
    day,
    ...Object.fromEntries(Object.entries(COLUMNS).map(([column, name]) => [column, line[name]])),
  }));
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

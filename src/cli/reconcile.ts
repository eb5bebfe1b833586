import { Option, type Command } from 'commander';
import { ReconciliationDocument, type ReconciliationQuery } from '../generated/operations.js';
import { acting, type AskOptions } from './ask.js';
import { type Shell, UsageError } from './shell.js';

interface Options extends AskOptions {
  readonly day: string;
  readonly format: 'csv' | 'ndjson';
}

type Line = ReconciliationQuery['reconciliation'][number];

/** `transactions reconcile`: a day's file. */
export function reconcileCommand(command: Command, shell: Shell, done: (status: number) => void): Command {
  return command
    .requiredOption('--day <date>', 'yyyy-MM-dd, in UTC')
    .addOption(new Option('--format <name>', 'of the file').choices(['csv', 'ndjson']).default('csv'))
    .addHelpText('after', HELP)
    .action(
      acting(
        shell,
        done,
      )(async (ask, { day, json, format }: Options) => {
        if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new UsageError('--day must be a date, yyyy-MM-dd.');
        const { reconciliation: lines } = await ask(ReconciliationDocument, { day });
        if (json === true) shell.out(`${JSON.stringify({ day, lines })}\n`);
        else shell.out(format === 'csv' ? csv(day, lines) : ndjson(day, lines));
      }),
    );
}

const HELP = `
One line for each terminal, route, method and currency. Amounts are sums of request_amount, in minor units; open counts what is pending, queued or
unmatched, refused what was certainly not processed.

Example:
  cardway transactions reconcile --day 2026-11-20 > 2026-11-20.csv`;

const COLUMNS = {
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

/** RFC 4180, but for line ends as the system has them. */
function csv(day: string, lines: readonly Line[]): string {
  const header = ['day', ...Object.keys(COLUMNS)].join(',');
  const rows = lines.map((line) =>
    [day, ...Object.values(COLUMNS).map((name) => cell(line[name]))].join(','),
  );
  return [header, ...rows].map((row) => `${row}\n`).join('');
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  // What a spreadsheet would take for a formula is text.
  const safe = /^[=+@\t\r-]/.test(text) && typeof value === 'string' ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function ndjson(day: string, lines: readonly Line[]): string {
  const objects = lines.map((line) => ({
    day,
    ...Object.fromEntries(Object.entries(COLUMNS).map(([column, name]) => [column, line[name]])),
  }));
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

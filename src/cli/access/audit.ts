import type { Command } from 'commander';
import { acting, type AskOptions, commandGroup } from '../ask.js';
import { AuditLogDocument, type AuditLogQuery } from '../generated/operations.js';
import { printList } from '../print.js';
import type { Shell } from '../shell.js';
import { type Columns, long } from '../table.js';
import { countOf, isoTimeOption } from '../values.js';

interface Options extends AskOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

/** Returns `audit list`: changes, with their actors. */
export function auditCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup('audit', 'Lists changes from the audit log').addHelpText('after', EXAMPLES);
  const act = acting(shell, done);
  group
    .command('list', { isDefault: true })
    .description('Lists changes, newest first, without secrets.')
    .option('--actor <who>', 'of this actor: the id of a key, cli:<user> or system')
    .option('--action <name>', 'for example rotate_terminal_password')
    .option('--subject <name>', 'of this terminal, key, wallet, request_id …')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most this number', '50')
    .action(
      act(async (ask, options: Options) => {
        const { actor, action, subject } = options;
        const time = { from: isoTimeOption('--from', options.from), to: isoTimeOption('--to', options.to) };
        const filter = { actor, action, subject, time };
        await printList(shell, options, {
          what: 'changes',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No changes yet.',
          limit: countOf('--limit', options.limit),
          pageOf: async (page) => (await ask(AuditLogDocument, { filter, ...page })).auditLog,
        });
      }),
    );
  return group;
}

type Entry = AuditLogQuery['auditLog']['edges'][number]['node'];

const COLUMNS: Columns<Entry> = {
  Time: 'at',
  Actor: 'actor',
  Action: 'action',
  Subject: 'subject',
  Reason: long('reason'),
  Before: long(({ before }) => changeText(before)),
  After: long(({ after }) => changeText(after)),
};

function changeText(values: Entry['before']): string | null {
  return values === null ? null : JSON.stringify(values);
}

const EXAMPLES = `
Examples:
  cardway audit --subject 0068766621
  cardway audit list --actor cli:root --from 2026-11-01 --json`;

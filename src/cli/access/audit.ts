import type { Command } from 'commander';
import { acting, type AskOptions, commandGroup, listed } from '../ask.js';
import { AuditLogDocument } from '../generated/operations.js';
import { printRows } from '../output.js';
import type { Shell } from '../shell.js';
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
    .option('--actor <who>', 'by this key, or cli:<user>')
    .option('--action <name>', 'for example rotate_terminal_password')
    .option('--subject <name>', 'of this terminal, key, wallet, request_id …')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most this number', '50')
    .action(
      act(async (ask, options: Options) => {
        const { actor, action, subject } = options;
        const time = { from: isoTimeOption('--from', options.from), to: isoTimeOption('--to', options.to) };
        const { nodes } = await listed(countOf('--limit', options.limit), async (page) => {
          return (await ask(AuditLogDocument, { filter: { actor, action, subject, time }, ...page }))
            .auditLog;
        });
        const rows = nodes.map(({ reason: _reason, before, after, ...entry }) => ({
          ...entry,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
        }));
        printRows(shell, options, { entries: nodes, rows });
      }),
    );
  return group;
}

const EXAMPLES = `
Examples:
  cardway audit --subject 0068766621
  cardway audit list --actor cli:root --from 2026-11-01 --json`;

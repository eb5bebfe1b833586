import type { Command } from 'commander';
import type { AuditRecord } from '../../usecase/ports.js';
import { commandGroup, type GroupOptions } from '../command-group.js';
import { countOf } from '../gateway.js';
import { type Shell, UsageError } from '../shell.js';
import { administering, PAGE_ROWS, tell } from './session.js';

interface Options extends GroupOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

/** `audit list`: who changed what. */
export function auditCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup(
    'audit',
    'Who changed what, from the audit log in the database of the configuration.',
  ).addHelpText('after', EXAMPLES);
  group
    .command('list', { isDefault: true })
    .description('Newest first; secrets are never in it.')
    .option('--actor <who>', 'by this key, or cli:<user>')
    .option('--action <name>', 'for example rotate_terminal_password')
    .option('--subject <name>', 'of this terminal, key, wallet, request_id …')
    .option('--from <time>', 'from this time on (ISO 8601)')
    .option('--to <time>', 'before this time (ISO 8601)')
    .option('--limit <count>', 'at most so many', '50')
    .action(async (_options: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const wanted = { filter: filterOf(options), first: limitOf(options) };
      const { rows } = await administering(shell, options, ({ audit }) => audit(wanted));
      tell(shell, options, { entries: rows.map(shown), rows: rows.map(line) });
      done(0);
    });
  return group;
}

const EXAMPLES = `
Examples:
  cardway audit --subject 0068766621
  cardway audit list --actor cli:root --from 2026-11-01 --json`;

function limitOf({ limit }: Options): number {
  const first = countOf('--limit', limit);
  if (first > PAGE_ROWS) throw new UsageError(`--limit must be at most ${String(PAGE_ROWS)}.`);
  return first;
}

function filterOf({ actor, action, subject, from, to }: Options) {
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(subject === undefined ? {} : { subject }),
    ...(from === undefined ? {} : { fromMs: timeOf('--from', from) }),
    ...(to === undefined ? {} : { toMs: timeOf('--to', to) }),
  };
}

function timeOf(option: string, written: string): number {
  const epochMs = /^\d{4}-\d{2}-\d{2}/.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(epochMs)) throw new UsageError(`${option} must be an ISO 8601 time.`);
  return epochMs;
}

function shown(row: AuditRecord) {
  const { actor, action, subject, reason } = row;
  const before = JSON.parse(row.before) as unknown;
  const after = JSON.parse(row.after) as unknown;
  return { at: new Date(row.atMs).toISOString(), actor, action, subject, reason, before, after };
}

function line(row: AuditRecord) {
  const { actor, action, subject, before, after } = row;
  return { at: new Date(row.atMs).toISOString(), actor, action, subject, before, after };
}

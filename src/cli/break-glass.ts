import { Option } from 'commander';
import { scrub } from '../core/wire/scrub.js';
import type { Config } from '../platform/config.js';
import type { Store } from '../store/store.js';
import type { GuardedChange } from '../use-cases/access/approval-port.js';
import { REASON_MAX } from '../use-cases/access/approvals.js';
import { CliError, type Shell, UsageError } from './shell.js';
import { cliActor } from './with-store.js';

/** The database of a command, and its configuration. */
export interface Broken {
  readonly store: Store;
  readonly config: Config;
}

export interface BreakGlassOptions {
  readonly breakGlass?: string;
}

/** Returns `--break-glass`, for commands on the database that change what otherwise needs a second person. */
export function breakGlassOption(): Option {
  return new Option(
    '--break-glass <reason>',
    'on the database: changes at once what needs a second person (setting approvals); the audit log keeps the reason, and gateways raise an alert',
  );
}

/**
 * Lets a change pass that needs a second person where approvals are on, and records that. They are on if the configuration or the
 * last gateway that started says so. Errors: CliError without a reason, UsageError for one that is empty or too long.
 */
export async function breakGlass(
  shell: Shell,
  { store, config }: Broken,
  change: GuardedChange & { readonly reason: string | undefined; readonly isOnGateway: boolean },
): Promise<void> {
  if (!config.settings.approvals && !(await store.approvals.isRequired())) return;
  const { reason, isOnGateway, ...guarded } = change;
  const what = `${change.field} ${change.arguments}`;
  if (reason === undefined) {
    const other = isOnGateway ? 'Run it on a gateway with --url, which asks that person, or give' : 'Give';
    throw new CliError(
      `This would bypass the second person who must approve it: ${what}. ${other} --break-glass <reason>. The audit log keeps the reason, and gateways raise an alert.`,
    );
  }
  if (reason.trim() === '' || [...reason].length > REASON_MAX)
    throw new UsageError(`--break-glass must have a reason of at most ${String(REASON_MAX)} characters.`);
  await store.approvals.bypass({ ...guarded, actor: cliActor(shell), reason: scrub(reason) });
  shell.err(`Bypassed the second person: ${what}. The audit log keeps it, and gateways raise an alert.\n`);
}

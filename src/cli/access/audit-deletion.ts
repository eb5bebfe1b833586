import type { Command } from 'commander';
import { scrub } from '../../core/wire/scrub.js';
import type { AuditPurged, Erased, EraseOrder } from '../../use-cases/access/audit-chain.js';
import { AUDIT_KEPT_MS } from '../../use-cases/access/purges.js';
import { asking, type AskOptions } from '../ask.js';
import { PurgeAuditLogDocument } from '../../generated/operations.js';
import { counted } from '../output.js';
import { printOutcome } from '../print.js';
import { CliError, type Shell, UsageError } from '../shell.js';
import { isoTimeOf, timeOption } from '../values.js';
import { breakGlass, breakGlassOption, type OpenedDatabase, cliActor, withStore } from '../with-store.js';

interface EraseOptions extends AskOptions {
  readonly actor?: string;
  readonly subject?: string;
  readonly customer?: string;
  readonly reason: string;
  readonly dryRun?: boolean;
}

/** Adds `audit erase`. */
export function addErase(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('erase')
    .description(
      'Erases personal values of entries for ever. The entries stay, and the chain stays whole. Works on the database.',
    )
    .option('--actor <who>', 'this name, wherever it stands')
    .option('--subject <name>', 'values of entries about this subject, but not the actor')
    .option('--customer <id>', 'values of entries that name this customer id, but not the actor')
    .requiredOption('--reason <reason>', 'why; kept in the audit log, so it must not name the person')
    .option('--dry-run', 'erases nothing, counts only')
    .addOption(breakGlassOption())
    .action(async (_options: unknown, command: Command) => {
      const options: EraseOptions = command.optsWithGlobals();
      const isDryRun = options.dryRun === true;
      const reason = scrub(options.reason);
      const order = { of: erasedOf(options), actor: cliActor(shell), reason, isDryRun };
      const erased: Erased = await withStore(shell, options, async (store, config) => {
        // The name of the person is what is to be erased.
        if (!isDryRun)
          await pass(
            shell,
            { store, config },
            { field: 'audit erase', permission: 'readAuditLog', shown: { of: order.of.kind }, options },
          );
        while ((await store.auditChain.chain()).isMore);
        return store.auditChain.erase(order);
      });
      const verb = isDryRun ? 'Would erase' : 'Erased';
      printOutcome(shell, options, { ...erased, dryRun: isDryRun }, [
        `${verb}: ${counted(erased.values)} values of ${counted(erased.entries)} entries.`,
        ...(isDryRun ? [] : ['Backups and exports that are older still hold them.']),
      ]);
      done(0);
    });
}

function erasedOf({ actor, subject, customer }: EraseOptions): EraseOrder['of'] {
  const given = [actor, subject, customer].filter((value) => value !== undefined);
  if (given.length !== 1) throw new UsageError('Give one of --actor, --subject and --customer.');
  if (actor !== undefined) return { kind: 'actor', name: actor };
  if (subject !== undefined) return { kind: 'subject', name: subject };
  const customerId = Number(customer);
  if (!/^-?\d{1,16}$/.test(customer ?? '') || !Number.isSafeInteger(customerId))
    throw new UsageError('--customer must be a customer id: an integer.');
  return { kind: 'customer', customerId };
}

interface PurgeOptions extends AskOptions {
  readonly before: string;
  readonly reason: string;
  readonly dryRun?: boolean;
  readonly acceptBreak?: boolean;
}

/** Adds `audit purge`. */
export function addPurge(group: Command, shell: Shell, done: (status: number) => void): void {
  group
    .command('purge')
    .description(
      'Deletes the oldest entries, and signs a checkpoint that the rest starts from. Refuses where they were changed. A gateway needs the setting approvals.',
    )
    .requiredOption('--before <time>', 'entries before this time (ISO 8601); a day ago or earlier')
    .requiredOption('--reason <reason>', 'why; kept in the audit log')
    .option('--accept-break', 'deletes changed entries too, after somebody has looked into them')
    .option('--dry-run', 'deletes nothing, counts only')
    .addOption(breakGlassOption())
    .action(async (_options: unknown, command: Command) => {
      const options: PurgeOptions = command.optsWithGlobals();
      const beforeMs = timeOption('--before', options.before);
      const isDryRun = options.dryRun === true;
      if (options.url !== undefined) {
        done(await purgeOnGateway(shell, options));
        return;
      }
      const purged: AuditPurged = await withStore(shell, options, async (store, config) => {
        const latestMs = (await store.nowMs()) - AUDIT_KEPT_MS;
        if (beforeMs > latestMs)
          throw new CliError(`--before must be ${new Date(latestMs).toISOString()} or earlier.`);
        if (!isDryRun)
          await pass(
            shell,
            { store, config },
            { field: 'audit purge', permission: 'purge', shown: { before: options.before }, options },
          );
        while ((await store.auditChain.chain()).isMore);
        const reason = scrub(options.reason);
        const acceptsBreaks = options.acceptBreak === true;
        return store.auditChain.purge({ actor: cliActor(shell), reason, isDryRun, beforeMs, acceptsBreaks });
      });
      const verb = isDryRun ? 'Would delete' : 'Deleted';
      printOutcome(shell, options, { ...purged, dryRun: isDryRun }, [
        `${verb}: ${counted(purged.deleted)} entries.`,
        ...(purged.deleted === 0 ? [] : [`The chain starts after entry ${String(purged.through)}.`]),
      ]);
      done(0);
    });
}

/** Resolves with the exit status. */
async function purgeOnGateway(shell: Shell, options: PurgeOptions): Promise<number> {
  if (options.dryRun === true || options.acceptBreak === true)
    throw new UsageError('--dry-run and --accept-break are for the database.');
  const input = { before: isoTimeOf('--before', options.before), reason: options.reason };
  const { purgeAuditLog: purged } = await asking(shell, options, (ask) =>
    ask(PurgeAuditLogDocument, { input }),
  );
  printOutcome(shell, options, purged, [`Deleted: ${counted(purged.deleted)} entries.`]);
  return 0;
}

/** Errors: CliError where approvals are on. */
function pass(
  shell: Shell,
  parts: OpenedDatabase,
  change: {
    readonly field: string;
    readonly permission: 'purge' | 'readAuditLog';
    readonly shown: object;
    readonly options: AskOptions;
  },
): Promise<void> {
  const { field, permission, shown, options } = change;
  return breakGlass(shell, parts, {
    permission,
    field,
    arguments: JSON.stringify(shown),
    reason: options.breakGlass,
    isOnGateway: permission === 'purge',
  });
}

import type { Command } from 'commander';
import { keptAtLeastMs, PURGE_PACE } from '../core/kept-at-least.js';
import type { Settings } from '../settings.js';
import { purgeTransactions, type PurgeTotal } from '../usecase/transactions/purge.js';
import { configOption, loadConfig } from './configuration.js';
import { counted, createProgress } from './progress.js';
import { CliError, type Shell } from './shell.js';
import { timeOption } from './values.js';
import { cliActor, withStore } from './with-store.js';

interface PurgeOptions {
  readonly before: string;
  readonly dryRun?: boolean;
  readonly reason: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** `transactions purge`: deletes beside a running gateway, in small pieces with pauses. */
export function addPurge(transactions: Command, shell: Shell, done: (status: number) => void): void {
  transactions
    .command('purge')
    .description('Deletes what was received before a time and nobody needs any more. May be interrupted.')
    .requiredOption('--before <time>', 'received before this time (ISO 8601)')
    .option('--dry-run', 'deletes nothing, counts only')
    .option('--reason <reason>', 'why; kept in the audit log', 'purged at the command line')
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .action(async (options: PurgeOptions) => {
      const total = await purge(shell, options);
      const isDryRun = options.dryRun === true;
      shell.out(
        options.json === true
          ? `${JSON.stringify({ ...total, dryRun: isDryRun })}\n`
          : textOf(total, isDryRun),
      );
      done(0);
    });
}

async function purge(shell: Shell, options: PurgeOptions): Promise<PurgeTotal> {
  const receivedBeforeMs = timeOption('--before', options.before);
  const { settings } = loadConfig(shell, { ...options, isOffline: true });
  requireOld(shell, settings, receivedBeforeMs);
  const stopping = new AbortController();
  void shell.untilStopped().then(() => stopping.abort());
  const progress = createProgress(shell);
  try {
    return await withStore(shell, options, ({ history }) =>
      purgeTransactions(
        {
          ...shell.world,
          history,
          ...PURGE_PACE,
        },
        {
          receivedBeforeMs,
          isDryRun: options.dryRun === true,
          actor: cliActor(shell),
          reason: options.reason,
          stopping: stopping.signal,
          onProgress: ({ deleted }) => progress.show(`${counted(deleted)} transactions`),
        },
      ),
    );
  } finally {
    progress.end();
  }
}

/** While a repetition of a call would be taken, its first one must be there, or money would move twice. */
function requireOld(shell: Shell, settings: Settings, receivedBeforeMs: number): void {
  const latestMs =
    shell.world.clock.nowMs() -
    keptAtLeastMs({
      maxAgeMs: settings.transaction.maxAge,
      maxAheadMs: settings.transaction.maxAhead,
    });
  if (receivedBeforeMs <= latestMs) return;
  throw new CliError(
    `--before must be ${new Date(latestMs).toISOString()} or earlier: younger transactions answer repeated calls ` +
      '(transaction.maxAge, transaction.maxAhead).',
  );
}

function textOf({ deleted, kept }: PurgeTotal, isDryRun: boolean): string {
  const lines = [`${isDryRun ? 'Would delete' : 'Deleted'}: ${counted(deleted)}.`];
  for (const [why, count] of Object.entries(kept)) lines.push(`Kept, ${WHY[why] ?? why}: ${counted(count)}.`);
  return lines.map((line) => `${line}\n`).join('');
}

const WHY: Readonly<Record<string, string>> = {
  in_doubt: 'in doubt',
  linked: 'linked to one that is open',
};

import type { Command } from 'commander';
import { PURGE_PACE } from '../../core/transactions/transaction.js';
import { scrub } from '../../core/wire/scrub.js';
import { keptAtLeastMs } from '../../core/transactions/transaction.js';
import type { Settings } from '../../platform/settings.js';
import { type PurgeTotal, purgeTransactions } from '../../use-cases/transactions/purge.js';
import { asking, type AskOptions } from '../ask.js';
import { keyOption, urlOption } from '../gateway-options.js';
import { PurgeTransactionsDocument } from '../../generated/operations.js';
import { counted, createProgress } from '../output.js';
import { CliError, type Shell } from '../shell.js';
import { isoTimeOf, timeOption } from '../values.js';
import {
  breakGlass,
  breakGlassOption,
  cliActor,
  configOption,
  loadConfig,
  withStore,
} from '../with-store.js';
import { printText } from '../print.js';

interface PurgeOptions extends AskOptions {
  readonly before: string;
  readonly dryRun?: boolean;
  readonly reason: string;
}

const ON_GATEWAY = 'a gateway with the setting approvals: a second person approves, and gateways delete';

/** Adds `transactions purge`: it deletes beside a running gateway, in small batches with pauses. */
export function addPurge(transactions: Command, shell: Shell, done: (status: number) => void): void {
  transactions
    .command('purge')
    .description('Deletes finished transactions that were received before a time. You may interrupt it.')
    .requiredOption('--before <time>', 'received before this time (ISO 8601)')
    .option('--dry-run', 'deletes nothing, counts only')
    .option('--reason <reason>', 'why; kept in the audit log', 'purged at the command line')
    .addOption(configOption())
    .addOption(urlOption(ON_GATEWAY).default(undefined).conflicts(['config', 'dryRun']))
    .addOption(
      keyOption('operator', 'Bearer key of an operator', { isNeeded: ({ url }) => url !== undefined }),
    )
    .addOption(breakGlassOption())
    .option('--json', 'prints JSON')
    .action(async (options: PurgeOptions) => {
      if (options.url !== undefined) {
        const input = { before: isoTimeOf('--before', options.before), reason: options.reason };
        const { purgeTransactions: ordered } = await asking(shell, options, (ask) =>
          ask(PurgeTransactionsDocument, { input }),
        );
        const sentence = `Gateways delete finished transactions that were received before ${ordered.before}.`;
        printText(shell, options, ordered, `${sentence}\n`);
        done(0);
        return;
      }
      const total = await purge(shell, options);
      const isDryRun = options.dryRun === true;
      printText(shell, options, { ...total, dryRun: isDryRun }, textOf(total, isDryRun));
      done(0);
    });
}

async function purge(shell: Shell, options: PurgeOptions): Promise<PurgeTotal> {
  const receivedBeforeMs = timeOption('--before', options.before);
  const { settings } = loadConfig(shell, { ...options, isOffline: true });
  const stopping = new AbortController();
  void shell.untilStopped().then(() => stopping.abort());
  const progress = createProgress(shell);
  const reason = scrub(options.reason);
  try {
    return await withStore(shell, options, async (store, config) => {
      requireOld(settings, { receivedBeforeMs, nowMs: await store.history.trustedNowMs() });
      if (options.dryRun !== true) {
        const { before, breakGlass: broken } = options;
        const change = { permission: 'purge', field: 'transactions purge', isOnGateway: true } as const;
        const shown = JSON.stringify({ before, reason });
        await breakGlass(shell, { store, config }, { ...change, arguments: shown, reason: broken });
      }
      return purgeTransactions(
        { ...shell.runtime, history: store.history, ...PURGE_PACE },
        {
          receivedBeforeMs,
          isDryRun: options.dryRun === true,
          actor: cliActor(shell),
          reason,
          stopping: stopping.signal,
          onProgress: ({ deleted }) => progress.show(`${counted(deleted)} transactions`),
        },
      );
    });
  } finally {
    progress.end();
  }
}

/**
 * Requires old transactions. While a repetition of a call is accepted, the first call must still be stored, or money would
 * move twice.
 */
function requireOld(
  settings: Settings,
  { receivedBeforeMs, nowMs }: { readonly receivedBeforeMs: number; readonly nowMs: number },
): void {
  const latestMs = nowMs - keptAtLeastMs(settings.transaction.maxAge);
  if (receivedBeforeMs <= latestMs) return;
  throw new CliError(
    `--before must be ${new Date(latestMs).toISOString()} or earlier: younger transactions answer repeated calls (transaction.maxAge).`,
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

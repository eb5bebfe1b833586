import type { Command } from 'commander';
import { acting, type AskOptions, ofGateway } from '../ask.js';
import { PurgeTransactionsDocument } from '../../generated/operations.js';
import { printOutcome } from '../print.js';
import type { Shell } from '../shell.js';
import { isoTimeOf } from '../values.js';

interface PurgeOptions extends AskOptions {
  readonly before: string;
  readonly reason: string;
}

/** Adds `transactions purge`: it orders the deletion, which gateways carry out in small batches with pauses. */
export function addPurge(transactions: Command, shell: Shell, done: (status: number) => void): void {
  ofGateway(transactions.command('purge'))
    .description('Orders gateways to delete finished transactions that were received before a time.')
    .requiredOption('--before <time>', 'received before this time (ISO 8601)')
    .option('--reason <reason>', 'why; kept in the audit log', 'purged at the command line')
    .action(
      acting(done)(async (ask, options: PurgeOptions) => {
        const input = { before: isoTimeOf('--before', options.before), reason: options.reason };
        const { purgeTransactions: ordered } = await ask(PurgeTransactionsDocument, { input });
        printOutcome(shell, options, ordered, [
          `Gateways delete finished transactions that were received before ${ordered.before}.`,
        ]);
        return 0;
      }),
    );
}

import { Command } from 'commander';
import { type Shell, UsageError } from '../shell.js';
import { type ConfiguredOptions, loadConfig, ofConfiguration, withStore } from '../with-store.js';
import { printText } from '../print.js';

/** Returns `reseal`: changes the master key beside gateways that have both keys. */
export function resealCommand(shell: Shell): Command {
  return ofConfiguration(new Command('reseal'))
    .description(
      'Encrypts with CARDWAY_MASTER_KEY the secrets that CARDWAY_OTHER_MASTER_KEY encrypted. Gateways may run meanwhile. Run it until it prints 0.',
    )
    .action(async (options: ConfiguredOptions) => {
      const { settings } = loadConfig(shell, { ...options, isOffline: true });
      if (settings.otherMasterKey === undefined)
        throw new UsageError('Set CARDWAY_OTHER_MASTER_KEY to the previous key.');
      const sealedValues = await withStore(shell, options, (store) => store.reseal());
      const next = sealedValues === 0 ? DONE : 'Run this again, until it prints 0.';
      printText(shell, options, { sealedValues }, `Sealed anew: ${String(sealedValues)}. ${next}\n`);
    });
}

const DONE = 'Nothing needs the other master key any more but backups from before.';

import { Command } from 'commander';
import { isTextKey } from '../store/stretching.js';
import { configOption, loadConfig } from './configuration.js';
import { CliError, UsageError, type Shell } from './shell.js';
import { withStore } from './with-store.js';

interface ResealOptions {
  readonly newMasterKeyFile?: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** `reseal`: the change of the master key, beside running gateways that have both keys, or at once with all of them stopped. */
export function resealCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('reseal')
    .description(
      'Encrypts under CARDWAY_MASTER_KEY what is still encrypted under CARDWAY_OTHER_MASTER_KEY, or under the same text as earlier releases derived a key of it, beside running gateways.',
    )
    .option(
      '--new-master-key-file <file>',
      'with every gateway stopped: encrypts everything under the key in this file (text, hex:… or base64:…, 32 bytes at best)',
    )
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .action(async (options: ResealOptions) => {
      const file = options.newMasterKeyFile;
      const masterKey = file === undefined ? null : keyIn(shell, file);
      const { settings } = loadConfig(shell, { ...options, isOffline: true });
      // A text may be sealed with as an earlier release derived a key of it: then nothing else is needed to move it.
      const isText = settings.masterKey !== undefined && isTextKey(settings.masterKey);
      if (masterKey === null && settings.otherMasterKey === undefined && !isText)
        throw new UsageError(
          'Set CARDWAY_OTHER_MASTER_KEY to the former key, or give --new-master-key-file.',
        );
      const sealedValues = await withStore(shell, options, (store) =>
        masterKey === null ? store.resealBeside() : store.reseal(masterKey),
      );
      const next = masterKey === null ? NEXT_BESIDE : NEXT;
      const text = `Sealed anew: ${String(sealedValues)} values. ${next}\n`;
      shell.out(options.json === true ? `${JSON.stringify({ sealedValues })}\n` : text);
      done(0);
    });
}

const NEXT_BESIDE = 'Nothing needs the other master key any more but backups that are older than this.';

const NEXT =
  'From now on the new key is needed: set CARDWAY_MASTER_KEY_FILE to its file, or put its 64 hex digits into the key ' +
  'file beside the database. The former one opens backups that are older than this.';

function keyIn(shell: Shell, path: string): string {
  try {
    return shell.readFile(path).replace(/\r?\n$/, '');
  } catch {
    throw new CliError(`--new-master-key-file: ${path} cannot be read.`);
  }
}

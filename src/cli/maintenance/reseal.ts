import { Command } from 'commander';
import { withoutLineEnds } from '../../core/access/secret.js';
import { secretText } from '../../platform/config-file.js';
import { isTextKey } from '../../store/engine/stretching.js';
import { CliError, readOf, type Shell, UsageError } from '../shell.js';
import { configOption, loadConfig, withStore } from '../with-store.js';
import { printText } from '../print.js';

interface ResealOptions {
  readonly newMasterKeyFile?: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** Returns `reseal`: changes the master key beside gateways that have both keys, or at once while all are stopped. */
export function resealCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('reseal')
    .description(
      'Encrypts all secrets with CARDWAY_MASTER_KEY that are still encrypted with CARDWAY_OTHER_MASTER_KEY, or with a key that an earlier release derived. Gateways may run meanwhile.',
    )
    .option(
      '--new-master-key-file <file>',
      'encrypts everything with the key in this file (text, hex:… or base64:…; best 32 bytes); stop every gateway first',
    )
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .action(async (options: ResealOptions) => {
      const file = options.newMasterKeyFile;
      const masterKey = file === undefined ? null : keyIn(shell, file);
      const { settings } = loadConfig(shell, { ...options, isOffline: true });
      // A text key may have been derived the old way. It then needs no other key to be sealed again.
      const isText = settings.masterKey !== undefined && isTextKey(settings.masterKey);
      if (masterKey === null && settings.otherMasterKey === undefined && !isText)
        throw new UsageError(
          'Set CARDWAY_OTHER_MASTER_KEY to the previous key, or give --new-master-key-file.',
        );
      const sealedValues = await withStore(shell, options, (store) =>
        masterKey === null ? store.resealBeside() : store.reseal(masterKey),
      );
      const next = masterKey === null ? NEXT_BESIDE : NEXT;
      const text = `Sealed anew: ${String(sealedValues)} ${sealedValues === 1 ? 'value' : 'values'}. The audit log has a new key. ${next}\n`;
      printText(shell, options, { sealedValues }, text);
      done(0);
    });
}

const NEXT_BESIDE = 'Nothing needs the other master key any more but backups that are older than this.';

const NEXT =
  'From now on the new key is needed: set CARDWAY_MASTER_KEY_FILE to its file, or put its 64 hex digits into the key ' +
  'file beside the database. The previous one opens older backups.';

/** Reads the key as the configuration reads it afterwards: another reading would lock everybody out. Errors: CliError. */
function keyIn(shell: Shell, path: string): string {
  const name = `--new-master-key-file: ${path}`;
  readOf(name, () => shell.readFile(path));
  const key = secretText(path, shell);
  if (key === null)
    throw new CliError(
      `${name} must be text in UTF-8 without a byte order mark. Write random bytes as hex: and their hex digits.`,
    );
  return withoutLineEnds(key);
}

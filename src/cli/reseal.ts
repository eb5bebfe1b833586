import { Command } from 'commander';
import { configOption } from './configuration.js';
import { CliError, type Shell } from './shell.js';
import { withStore } from './with-store.js';

interface ResealOptions {
  readonly newMasterKeyFile: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** `reseal`: the change of the master key. The present one is that of the configuration; the new one comes by a file. */
export function resealCommand(shell: Shell, done: (status: number) => void): Command {
  return new Command('reseal')
    .description(
      'Encrypts everything in the database under another master key. Stop every gateway on it first.',
    )
    .requiredOption(
      '--new-master-key-file <file>',
      'holds the new key: text, hex:… or base64:…, 32 bytes at best',
    )
    .addOption(configOption())
    .option('--json', 'prints JSON')
    .action(async (options: ResealOptions) => {
      const masterKey = keyIn(shell, options.newMasterKeyFile);
      const sealedValues = await withStore(shell, options, (store) => store.reseal(masterKey));
      const text = `Sealed anew: ${String(sealedValues)} values. ${NEXT}\n`;
      shell.out(options.json === true ? `${JSON.stringify({ sealedValues })}\n` : text);
      done(0);
    });
}

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

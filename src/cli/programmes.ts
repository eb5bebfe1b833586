import { Option, type Command } from 'commander';
import { DERIVATIONS, OTP_ALGORITHMS, type DerivationName, type OtpAlgorithm } from '../core/secret.js';
import { createAdministerProgrammes } from '../usecase/provisioning/administer-programmes.js';
import type { Programme } from '../usecase/ports.js';
import { tell } from './administration/session.js';
import { commandGroup, type GroupOptions } from './command-group.js';
import { CliError, UsageError, type Shell } from './shell.js';
import { cliActor, withStore } from './with-store.js';

interface SetOptions extends GroupOptions {
  readonly name?: string;
  readonly digits?: string;
  readonly algorithm?: OtpAlgorithm;
  readonly step?: string;
  readonly derivation?: DerivationName;
  readonly validity?: string;
  readonly verifier?: 'gateway' | 'external';
}

/** `programmes list`, `show`, `set`: card programmes and how their secrets are made. */
export function programmesCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup(
    'programmes',
    'Lists, makes and changes card programmes, in the database of the configuration.',
  );
  group
    .command('list', { isDefault: true })
    .description('Every programme with its settings.')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GroupOptions>();
      const rows = await withStore(shell, options, (store) =>
        createAdministerProgrammes(store.provisioningAdmin).list(),
      );
      const programmes = rows.map(shown);
      tell(shell, options, { programmes, rows: programmes });
      done(0);
    });
  group
    .command('show <programme>')
    .description('One programme.')
    .action(async (name: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GroupOptions>();
      const rows = await withStore(shell, options, (store) =>
        createAdministerProgrammes(store.provisioningAdmin).list(),
      );
      const programme = shown(named(rows, name));
      tell(shell, options, { programme, rows: [programme] });
      done(0);
    });
  setCommand(group).action(async (programme: string, _options, command: Command) => {
    const options = command.optsWithGlobals<SetOptions>();
    const input = { programme, actor: cliActor(shell), ...changes(options) };
    const put = await withStore(shell, options, (store) =>
      createAdministerProgrammes(store.provisioningAdmin).put(input),
    );
    tell(shell, options, { programme: shown(put), rows: [shown(put)] });
    done(0);
  });
  return group;
}

function named(rows: readonly Programme[], name: string): Programme {
  const row = rows.find(({ programme }) => programme === name);
  if (row !== undefined) return row;
  const known = rows.slice(0, NAMES_TOLD).map(({ programme }) => programme);
  const more = rows.length > NAMES_TOLD ? ' and more' : '';
  throw new CliError(`Programme ${name} is not known; known: ${known.join(', ') || 'none'}${more}.`);
}

const NAMES_TOLD = 5;

function setCommand(group: Command): Command {
  return group
    .command('set')
    .description('Makes a programme, or changes one; what is left out stays.')
    .argument('<programme>', '1 to 64 letters, digits, ., _ or -')
    .option('--name <name>', 'for people')
    .option('--digits <count>', 'digits of the one-time password, 1 to 8')
    .addOption(new Option('--algorithm <name>', 'of the HMAC').choices(OTP_ALGORITHMS))
    .option('--step <seconds>', 'time step')
    .addOption(new Option('--derivation <name>', 'how the card enters the key').choices(DERIVATIONS))
    .option('--validity <seconds>', 'how long a secret is valid')
    .addOption(new Option('--verifier <who>', 'who verifies secrets').choices(['gateway', 'external']));
}

function changes(options: SetOptions) {
  const { name, digits, algorithm, step, derivation, validity, verifier } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(digits === undefined ? {} : { digits: wholeNumber('--digits', digits) }),
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(step === undefined ? {} : { stepMs: wholeNumber('--step', step) * 1000 }),
    ...(derivation === undefined ? {} : { derivation }),
    ...(validity === undefined ? {} : { validityMs: wholeNumber('--validity', validity) * 1000 }),
    ...(verifier === undefined ? {} : { verifier }),
  };
}

function wholeNumber(option: string, written: string): number {
  if (!/^\d{1,9}$/.test(written)) throw new UsageError(`${option} must be a whole number.`);
  return Number(written);
}

function shown(row: Programme) {
  return {
    programme: row.programme,
    name: row.name,
    digits: row.digits,
    algorithm: row.algorithm,
    step: row.stepMs / 1000,
    derivation: row.derivation,
    validity: row.validityMs / 1000,
    verifier: row.verifier,
  };
}

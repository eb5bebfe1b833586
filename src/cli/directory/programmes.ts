import { type Command, Option } from 'commander';
import {
  type DerivationName,
  DERIVATIONS,
  OTP_ALGORITHMS,
  type OtpAlgorithm,
} from '../../core/access/secret.js';
import { acting, type Ask, type AskOptions, commandGroup, found } from '../ask.js';
import {
  type ProgrammeFieldsFragment,
  ProgrammesDocument,
  PutProgrammeDocument,
} from '../generated/operations.js';
import { printRows } from '../output.js';
import { type Shell, UsageError } from '../shell.js';

interface SetOptions extends AskOptions {
  readonly name?: string;
  readonly currency?: string;
  readonly digits?: string;
  readonly algorithm?: OtpAlgorithm;
  readonly step?: string;
  readonly derivation?: DerivationName;
  readonly validity?: string;
  readonly verifier?: 'gateway' | 'external';
}

/** Returns `programmes list`, `show`, `set`: card programmes and the settings of their secrets. */
export function programmesCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup('programmes', 'Lists, makes and changes card programmes');
  const action = acting(shell, done);
  group
    .command('list', { isDefault: true })
    .description('Every programme with its settings.')
    .option('--text <text>', 'whose name begins with this text')
    .action(
      action(async (ask, options: AskOptions & { text?: string }) => {
        const programmes = await all(ask, options.text);
        printRows(shell, options, { programmes, rows: programmes });
      }),
    );
  group
    .command('show <programme>')
    .description('One programme.')
    .action(
      action(async (ask, options: AskOptions, name) => {
        const programmes = await all(ask);
        const programme = found(
          programmes.find(({ programme }) => programme === name) ?? null,
          'programme has this name',
        );
        printRows(shell, options, { programme, rows: [programme] });
      }),
    );
  setCommand(group).action(
    action(async (ask, options: SetOptions, name) => {
      const input = { programme: name, ...changes(options) };
      const { programme } = (await ask(PutProgrammeDocument, { input })).putProgramme;
      printRows(shell, options, { programme, rows: [programme] });
    }),
  );
  return group;
}

async function all(ask: Ask, text?: string): Promise<ProgrammeFieldsFragment[]> {
  const { programmes } = await ask(ProgrammesDocument, { filter: { text } });
  return programmes.edges.map(({ node: { sharedKeys: _sharedKeys, ...programme } }) => programme);
}

function setCommand(group: Command): Command {
  return group
    .command('set')
    .description('Creates a programme, or changes one. Options that you leave out keep their values.')
    .argument('<programme>', '1 to 64 letters, digits, ., _ or -')
    .option('--name <name>', 'for people')
    .option('--currency <code>', 'of its amounts, ISO 4217, for example EUR')
    .option('--digits <count>', 'digits of the one-time password, 1 to 8')
    .addOption(new Option('--algorithm <name>', 'of the HMAC').choices(OTP_ALGORITHMS))
    .option('--step <seconds>', 'time step')
    .addOption(new Option('--derivation <name>', 'how the card enters the key').choices(DERIVATIONS))
    .option('--validity <seconds>', 'how long a secret is valid')
    .addOption(new Option('--verifier <who>', 'who verifies secrets').choices(['gateway', 'external']));
}

function changes({ name, currency, digits, algorithm, step, derivation, validity, verifier }: SetOptions) {
  return {
    name,
    currency,
    digits: wholeNumber('--digits', digits),
    algorithm,
    stepSeconds: wholeNumber('--step', step),
    derivation,
    validitySeconds: wholeNumber('--validity', validity),
    verifier,
  };
}

function wholeNumber(option: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (!/^\d{1,9}$/.test(written)) throw new UsageError(`${option} must be a whole number.`);
  return Number(written);
}

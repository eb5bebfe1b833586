import { Command, Option } from 'commander';
import {
  type DerivationName,
  DERIVATIONS,
  OTP_ALGORITHMS,
  type OtpAlgorithm,
} from '../../core/access/secret.js';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import {
  type ProgrammeFieldsFragment,
  ProgrammesDocument,
  PutProgrammeDocument,
} from '../../generated/operations.js';
import { printEntry, printWhole } from '../print.js';
import { type Shell, UsageError } from '../shell.js';
import { type Columns, right } from '../table.js';

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
  const group = new Command('programmes').description('Lists, makes and changes card programmes.');
  const action = acting(done);
  ofGateway(group.command('list', { isDefault: true }))
    .description('Lists programmes with their settings.')
    .option('--text <text>', 'whose name begins with this text')
    .action(
      action(async (ask, options: AskOptions & { text?: string }) => {
        await printWhole(shell, options, {
          what: 'programmes',
          columns: COLUMNS,
          filter: { text: options.text },
          whenEmpty: 'No programmes yet. Make one: cardway programmes set <programme>',
          nodes: await all(ask, options.text),
        });
      }),
    );
  ofGateway(group.command('show <programme>'))
    .description('Shows one programme.')
    .action(
      action(async (ask, options: AskOptions, name) => {
        const programmes = await all(ask);
        const programme = found(
          programmes.find(({ programme }) => programme === name) ?? null,
          'programme has this name',
        );
        printEntry(shell, options, programme);
      }),
    );
  setCommand(group).action(
    action(async (ask, options: SetOptions, name) => {
      const input = { programme: name, ...changes(options) };
      const { programme } = (await ask(PutProgrammeDocument, { input })).putProgramme;
      printEntry(shell, options, { programme }, programme);
    }),
  );
  return group;
}

const COLUMNS: Columns<ProgrammeFieldsFragment> = {
  Programme: 'programme',
  Name: 'name',
  Currency: 'currency',
  Digits: right('digits'),
  Algorithm: 'algorithm',
  Derivation: 'derivation',
  'Step (s)': right('stepSeconds'),
  'Validity (s)': right('validitySeconds'),
  Verifier: 'verifier',
};

async function all(ask: Ask, text?: string): Promise<ProgrammeFieldsFragment[]> {
  const { programmes } = await ask(ProgrammesDocument, { filter: { text } });
  return programmes.edges.map(({ node: { sharedKeys: _sharedKeys, ...programme } }) => programme);
}

function setCommand(group: Command): Command {
  return ofGateway(group.command('set'))
    .description('Creates a programme, or changes one. Options that you leave out keep their values.')
    .argument('<programme>', '1 to 64 letters, digits, ., _ or -')
    .option('--name <name>', 'its name for people')
    .option('--currency <code>', 'currency of its amounts (ISO 4217), for example EUR')
    .option('--digits <count>', 'digits of the one-time password, 1 to 8')
    .addOption(new Option('--algorithm <name>', 'hash function of the HMAC').choices(OTP_ALGORITHMS))
    .option('--step <seconds>', 'length of a time step')
    .addOption(new Option('--derivation <name>', 'how the key of a card is made').choices(DERIVATIONS))
    .option('--validity <seconds>', 'validity of a secret')
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

import { Command, Option } from 'commander';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import { readSecret } from '../gateway-options.js';
import {
  AddTerminalDocument,
  DisableTerminalDocument,
  EnableTerminalDocument,
  RotateTerminalPasswordDocument,
  SetTerminalDocument,
  TerminalDocument,
  type TerminalFieldsFragment,
  TerminalsDocument,
} from '../../generated/operations.js';
import { printEntry, printList } from '../print.js';
import { type Shell, UsageError } from '../shell.js';
import { type Columns, long } from '../table.js';
import { spanOf } from '../values.js';

interface Options extends AskOptions {
  readonly programme?: string;
  readonly checksum?: 'sha256' | 'sha1';
  readonly passwordFile?: string;
  readonly overlap?: string;
  readonly allow?: string;
  readonly text?: string;
}

type Work = (ask: Ask, terminalId: string, options: Options) => Promise<TerminalFieldsFragment>;

/** Returns `terminals add|list|show|set|enable|disable|rotate`. */
export function terminalsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = new Command('terminals')
    .description('Adds, lists and changes terminals.')
    .addHelpText('after', EXAMPLES);
  const action = acting(done);
  const one = (command: Command, work: Work): Command =>
    command.action(
      action(async (ask, options: Options, terminalId) => {
        const terminal = await work(ask, terminalId, options);
        printEntry(shell, options, { terminal }, terminal);
      }),
    );
  ofGateway(group.command('list', { isDefault: true }))
    .description('Lists terminals, without their passwords.')
    .option('--programme <name>', 'of this programme only')
    .option('--text <text>', 'whose id begins with this text')
    .action(
      action(async (ask, options: Options) => {
        const { programme, text } = options;
        const filter = { programme, text };
        await printList(shell, options, {
          what: 'terminals',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No terminals yet. Add one: cardway terminals add <terminal> --programme <name>',
          pageOf: async (page) => (await ask(TerminalsDocument, { filter, ...page })).terminals,
        });
      }),
    );
  ofGateway(group.command('show <terminal>'))
    .description('Shows one terminal.')
    .action(
      action(async (ask, options: Options, terminalId) => {
        printEntry(shell, options, await terminal(ask, terminalId));
      }),
    );
  one(addCommand(group), async (ask, terminalId, options) => {
    const password = await passwordOf(shell, options);
    const { programme = '', checksum: checksumAlgorithm } = options;
    const allowedAddresses = networksOf(options);
    const input = { terminalId, programme, password, checksumAlgorithm, allowedAddresses };
    return (await ask(AddTerminalDocument, { input })).addTerminal.terminal;
  });
  one(setCommand(group), async (ask, terminalId, options) => {
    const { programme, checksum: checksumAlgorithm } = options;
    const allowedAddresses = networksOf(options);
    const changes = { programme, checksumAlgorithm, allowedAddresses };
    if (Object.values(changes).every((change) => change === undefined))
      throw new UsageError('Give --programme, --checksum or --allow: nothing is to be changed.');
    const input = { terminalId, ...changes };
    return (await ask(SetTerminalDocument, { input })).setTerminal.terminal;
  });
  one(rotateCommand(group), async (ask, terminalId, options) => {
    const { overlap } = options;
    const overlapSeconds = overlap === undefined ? undefined : overlapOf(overlap);
    // Check that the terminal exists before the password prompt.
    await terminal(ask, terminalId);
    const password = await passwordOf(shell, options);
    const input = { terminalId, password, overlapSeconds };
    return (await ask(RotateTerminalPasswordDocument, { input })).rotateTerminalPassword.terminal;
  });
  for (const [name, description, work] of SWITCHES)
    one(ofGateway(group.command(`${name} <terminal>`)).description(description), work);
  return group;
}

const COLUMNS: Columns<TerminalFieldsFragment> = {
  Terminal: 'terminalId',
  Programme: 'programme',
  Enabled: 'enabled',
  Checksum: 'checksumAlgorithm',
  'Overlap until': 'previousPasswordUntil',
  Created: 'createdAt',
  Addresses: long(({ allowedAddresses }) => allowedAddresses ?? 'any'),
};

async function terminal(ask: Ask, terminalId: string): Promise<TerminalFieldsFragment> {
  return found((await ask(TerminalDocument, { terminalId })).terminal, 'terminal has this id');
}

const SWITCHES = [
  [
    'enable',
    'Enables a terminal again.',
    async (ask: Ask, terminalId: string) =>
      (await ask(EnableTerminalDocument, { input: { terminalId } })).enableTerminal.terminal,
  ],
  [
    'disable',
    'Disables a terminal. Its calls are refused like those of an unknown terminal.',
    async (ask: Ask, terminalId: string) =>
      (await ask(DisableTerminalDocument, { input: { terminalId } })).disableTerminal.terminal,
  ],
] as const;

const EXAMPLES = `
Examples:
  cardway terminals add 0068766621 --programme shop --password-file terminal.password
  cardway terminals rotate 0068766621 --overlap 48h < new.password
  cardway terminals set 0068766621 --checksum sha1
  cardway terminals set 0068766621 --allow 192.0.2.7,2001:db8:5::/48
  cardway terminals list --programme shop --json

A password is read from --password-file, from standard input, or asked for; it is never an argument and never printed.`;

function addCommand(group: Command): Command {
  return withPassword(
    ofGateway(group.command('add <terminal>'))
      .description('Adds a terminal. Its id has ten characters.')
      .requiredOption('--programme <name>', 'its programme')
      .addOption(checksumOption().default('sha256'))
      .option('--allow <networks>', ALLOW),
  );
}

function setCommand(group: Command): Command {
  return ofGateway(group.command('set <terminal>'))
    .description('Changes a terminal. Options that you leave out keep their values.')
    .option('--programme <name>', 'moves it to this programme')
    .addOption(checksumOption())
    .option('--allow <networks>', ALLOW);
}

const ALLOW = 'addresses and networks (CIDR) that it may call from, separated by commas; any allows all';

function networksOf({ allow }: Options): readonly string[] | undefined {
  return allow === 'any' ? [] : allow?.split(',');
}

function rotateCommand(group: Command): Command {
  return withPassword(
    ofGateway(group.command('rotate <terminal>'))
      .description('Gives a terminal a new password. The previous one works until the overlap ends.')
      .option('--overlap <span>', 'for example 48h, or 0 (default: 24h)'),
  );
}

/** GraphQL has no longer number of seconds. */
const OVERLAP_DAYS_MAX = 24_855;

function overlapOf(written: string): number {
  const seconds = spanOf('--overlap', written) / 1000;
  if (seconds <= OVERLAP_DAYS_MAX * 86_400) return seconds;
  throw new UsageError(`--overlap must be at most ${String(OVERLAP_DAYS_MAX)}d.`);
}

function withPassword(command: Command): Command {
  return command.option('--password-file <file>', 'holds the password; - for standard input');
}

function checksumOption(): Option {
  return new Option('--checksum <algorithm>', 'hash function of its checksums').choices(['sha256', 'sha1']);
}

function passwordOf(shell: Shell, { passwordFile }: Options): Promise<string> {
  return readSecret(shell, {
    file: passwordFile,
    option: '--password-file',
    prompt: 'Password',
    isNew: true,
  });
}

import { Option, type Command } from 'commander';
import type { AdministerTerminals } from '../../usecase/administration/administer-terminals.js';
import type { Administrator } from '../../usecase/administration/administrator.js';
import type { TerminalInfo } from '../../usecase/ports.js';
import { commandGroup, type GroupOptions } from '../command-group.js';
import { readSecret } from '../read-secret.js';
import { type Shell, UsageError } from '../shell.js';
import { administering, isoOrNull, PAGE_ROWS, spanOf, tell } from './session.js';

interface Options extends GroupOptions {
  readonly programme?: string;
  readonly checksum?: 'sha256' | 'sha1';
  readonly passwordFile?: string;
  readonly overlap?: string;
  readonly allow?: string;
}

type Work = (terminals: AdministerTerminals, who: Administrator, options: Options) => Promise<TerminalInfo>;

/** `terminals add|list|show|set|enable|disable|rotate`. */
export function terminalsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup(
    'terminals',
    'Adds, lists and changes terminals, in the database of the configuration.',
  ).addHelpText('after', EXAMPLES);
  const one = (command: Command, work: (terminalId: string) => Work): Command =>
    command.action(async (terminalId: string, _options: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const info = await administering(shell, options, ({ terminals }, who) =>
        work(terminalId)(terminals, who, options),
      );
      tell(shell, options, { terminal: shown(info), rows: [shown(info)] });
      done(0);
    });
  group
    .command('list', { isDefault: true })
    .description('Every terminal; never a password.')
    .option('--programme <name>', 'of this programme only')
    .action(async (_options: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const found = await administering(shell, options, ({ terminals }) => listAll(terminals, options));
      const terminals = found.map(shown);
      tell(shell, options, { terminals, rows: terminals });
      done(0);
    });
  one(
    group.command('show <terminal>').description('One terminal.'),
    (terminalId) => (terminals) => terminals.show(terminalId),
  );
  one(addCommand(group), (terminalId) => async (terminals, who, options) => {
    const password = await passwordOf(shell, options);
    const { programme = '', checksum: checksumAlgorithm } = options;
    const allowedAddresses = networksOf(options);
    return terminals.add(who, { terminalId, programme, password, checksumAlgorithm, allowedAddresses });
  });
  one(setCommand(group), (terminalId) => (terminals, who, options) => {
    const { programme, checksum: checksumAlgorithm } = options;
    const allowedAddresses = networksOf(options);
    if (programme === undefined && checksumAlgorithm === undefined && allowedAddresses === undefined)
      throw new UsageError('Give --programme, --checksum or --allow: nothing is to be changed.');
    return terminals.set(who, { terminalId, programme, checksumAlgorithm, allowedAddresses });
  });
  one(rotateCommand(group), (terminalId) => async (terminals, who, options) => {
    const overlapMs = options.overlap === undefined ? undefined : spanOf('--overlap', options.overlap);
    await terminals.show(terminalId);
    const password = await passwordOf(shell, options);
    return terminals.rotatePassword(who, { terminalId, password, overlapMs });
  });
  for (const [name, isEnabled, description] of SWITCHES) {
    one(
      group.command(`${name} <terminal>`).description(description),
      (terminalId) => (terminals, who) => terminals.setEnabled(who, terminalId, isEnabled),
    );
  }
  return group;
}

const SWITCHES = [
  ['enable', true, 'It is taken again.'],
  ['disable', false, 'From now on it is as unknown as one that is not there.'],
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
    group
      .command('add <terminal>')
      .description('Adds a terminal, by the ten characters of its id.')
      .requiredOption('--programme <name>', 'the programme that it belongs to')
      .addOption(checksumOption().default('sha256'))
      .option('--allow <networks>', ALLOW),
  );
}

function setCommand(group: Command): Command {
  return group
    .command('set <terminal>')
    .description('Changes a terminal; what is left out stays.')
    .option('--programme <name>', 'moves it to this programme')
    .addOption(checksumOption())
    .option('--allow <networks>', ALLOW);
}

const ALLOW =
  'where it may call from: addresses and networks (CIDR), separated by commas; any: from anywhere';

function networksOf({ allow }: Options): readonly string[] | undefined {
  return allow === 'any' ? [] : allow?.split(',');
}

function rotateCommand(group: Command): Command {
  return withPassword(
    group
      .command('rotate <terminal>')
      .description('Gives it a new password; the former one is taken too until the overlap ends.')
      .option('--overlap <span>', 'for example 48h, or 0 (default: setting terminals.passwordOverlap)'),
  );
}

function withPassword(command: Command): Command {
  return command.option('--password-file <file>', 'holds the password; - for standard input');
}

function checksumOption(): Option {
  return new Option('--checksum <algorithm>', 'of the HMAC that it proves itself with').choices([
    'sha256',
    'sha1',
  ]);
}

function passwordOf(shell: Shell, { passwordFile }: Options): Promise<string> {
  return readSecret(shell, {
    file: passwordFile,
    option: '--password-file',
    prompt: 'Password',
    isNew: true,
  });
}

async function listAll(
  terminals: AdministerTerminals,
  { programme = null }: { readonly programme?: string | null },
) {
  const found: TerminalInfo[] = [];
  for (let isMore = true; isMore;) {
    const after = found.at(-1)?.terminalId;
    const page = await terminals.list({
      filter: { programme },
      first: PAGE_ROWS,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.rows);
    isMore = page.hasNextPage;
  }
  return found;
}

function shown(info: TerminalInfo) {
  return {
    terminalId: info.terminalId,
    programme: info.programme,
    enabled: !info.isDisabled,
    checksumAlgorithm: info.checksumAlgorithm,
    allowedAddresses: info.allowedAddresses,
    formerPasswordUntil: isoOrNull(info.formerPasswordUntilMs),
    createdAt: isoOrNull(info.createdAtMs),
  };
}

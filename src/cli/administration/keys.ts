import { Option, type Command } from 'commander';
import type { AdministerKeys } from '../../usecase/administration/administer-keys.js';
import { operatorAs } from '../../usecase/administration/administrator.js';
import type { KeyInfo, Role } from '../../usecase/ports.js';
import { commandGroup, type GroupOptions } from '../command-group.js';
import { type Shell, UsageError } from '../shell.js';
import { administering, isJson, isoOrNull, momentOf, PAGE_ROWS, tell } from './session.js';

interface Options extends GroupOptions {
  readonly role: Role;
  readonly programme?: string;
  readonly terminal?: readonly string[];
  readonly expires?: string;
  readonly at?: string;
  readonly never?: boolean;
}

/** `keys create|list|show|expire|revoke`. */
export function keysCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup(
    'keys',
    'Makes, lists and revokes API keys, in the database of the configuration.',
  ).addHelpText('after', EXAMPLES);
  const one = (
    command: Command,
    work: (keys: AdministerKeys, keyId: string, options: Options, actor: string) => Promise<KeyInfo>,
  ): Command =>
    command.action(async (keyId: string, _options: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const info = await administering(shell, options, ({ keys }, { actor }) =>
        work(keys, keyId, options, actor),
      );
      tell(shell, options, { key: shown(info), rows: [shown(info)] });
      done(0);
    });
  group
    .command('list', { isDefault: true })
    .description('Every key with its role, expiry and last use; never the key itself.')
    .option('--programme <name>', 'of this programme only')
    .action(async (_options: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const found = await administering(shell, options, ({ keys }) => listAll(keys, options));
      const keys = found.map(shown);
      tell(shell, options, { keys, rows: keys });
      done(0);
    });
  createCommand(group).action(async (keyId: string, _options: unknown, self: Command) => {
    const options = self.optsWithGlobals<Options>();
    const { info, key } = await administering(shell, options, ({ keys }, who) =>
      keys.create(who, newKeyOf(shell, keyId, options)),
    );
    tell(shell, options, { key: shown(info), secret: key, rows: [shown(info)] });
    if (!isJson(shell, options)) shell.out(`\n${key}\n`);
    shell.err('The key is shown this once; keep it where its user reads it.\n');
    done(0);
  });
  one(group.command('show <key>').description('One key, by its id.'), (keys, keyId) => keys.show(keyId));
  one(
    group.command('revoke <key>').description('Ends a key for ever; a running gateway knows within 5 s.'),
    (keys, keyId, _options, actor) => keys.revoke(operatorAs(actor), keyId),
  );
  one(expireCommand(group), (keys, keyId, { at, never }, actor) => {
    if ((at === undefined) === (never === undefined)) throw new UsageError('Give either --at or --never.');
    const expiresAtMs = at === undefined ? null : momentOf('--at', at, shell.world.clock.nowMs());
    return keys.setExpiry(operatorAs(actor), keyId, expiresAtMs);
  });
  return group;
}

const EXAMPLES = `
Examples:
  cardway keys create shop-backend --role client --programme shop --expires 365d
  cardway keys create till-7 --role client --programme shop --terminal 0068766621
  cardway keys create ops --role operator
  cardway keys expire shop-backend --at 2027-01-01
  cardway keys revoke shop-backend`;

function createCommand(group: Command): Command {
  return group
    .command('create <key>')
    .description('Makes a key under this id, and prints it, this once.')
    .addOption(
      new Option('--role <role>', 'what it may do')
        .choices(['client', 'integrator', 'network', 'operator'])
        .makeOptionMandatory(),
    )
    .option('--programme <name>', 'the programme that it acts for; none for operators')
    .option('--terminal <id...>', 'client keys: binds it to these terminals')
    .option('--expires <when>', 'a time (ISO 8601), or a span such as 90d; never by default');
}

function expireCommand(group: Command): Command {
  return group
    .command('expire <key>')
    .description('Sets or removes the end of a key.')
    .option('--at <when>', 'a time (ISO 8601), or a span from now on such as 1h')
    .option('--never', 'it does not expire');
}

function newKeyOf(shell: Shell, keyId: string, { role, programme, terminal, expires }: Options) {
  const nowMs = shell.world.clock.nowMs();
  return {
    keyId,
    role,
    programme: programme ?? null,
    terminalIds: terminal ?? null,
    expiresAtMs: expires === undefined ? null : momentOf('--expires', expires, nowMs),
  };
}

async function listAll(
  keys: AdministerKeys,
  { programme = null }: { readonly programme?: string | null },
): Promise<KeyInfo[]> {
  const found: KeyInfo[] = [];
  for (let isMore = true; isMore;) {
    const after = found.at(-1)?.keyId;
    const page = await keys.list({
      filter: { programme },
      first: PAGE_ROWS,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.rows);
    isMore = page.hasNextPage;
  }
  return found;
}

function shown(info: KeyInfo) {
  return {
    keyId: info.keyId,
    role: info.role,
    programme: info.programme,
    terminalIds: info.terminalIds,
    createdAt: isoOrNull(info.createdAtMs),
    expiresAt: isoOrNull(info.expiresAtMs),
    lastUsedAt: isoOrNull(info.lastUsedAtMs),
    revoked: info.isRevoked,
  };
}

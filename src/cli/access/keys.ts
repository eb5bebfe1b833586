import { Command, Option } from 'commander';
import { ROLE_NAMES } from '../../core/access/permissions.js';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import {
  CreateKeyDocument,
  type DocumentPolicy,
  KeyDocument,
  type KeyFieldsFragment,
  KeysDocument,
  RevokeKeyDocument,
  type Role,
  SetKeyDocumentsDocument,
  SetKeyExpiryDocument,
} from '../../generated/operations.js';
import { isJson, printEntry, printList } from '../print.js';
import { type Shell, UsageError } from '../shell.js';
import { type Columns, long } from '../table.js';
import { momentOf } from '../values.js';
import { addBootstrap } from './bootstrap.js';

interface Options extends AskOptions {
  readonly role: Role;
  readonly programme?: string;
  readonly terminal?: readonly string[];
  readonly expires?: string;
  readonly at?: string;
  readonly never?: boolean;
  readonly documents?: DocumentPolicy;
  readonly text?: string;
}

const ROLES: readonly Role[] = ROLE_NAMES;

/** Returns `keys create|list|show|expire|revoke|bootstrap`. */
export function keysCommand(shell: Shell, done: (status: number) => void): Command {
  const group = new Command('keys')
    .description('Makes, lists and revokes API keys.')
    .addHelpText('after', EXAMPLES);
  const action = acting(done);
  const one = (
    command: Command,
    work: (ask: Ask, keyId: string, options: Options) => Promise<KeyFieldsFragment>,
  ): Command =>
    command.action(
      action(async (ask, options: Options, keyId) => {
        const key = await work(ask, keyId, options);
        printEntry(shell, options, { key }, key);
      }),
    );
  ofGateway(group.command('list', { isDefault: true }))
    .description('Lists keys with role, expiry and last use, never the keys themselves.')
    .option('--programme <name>', 'of this programme only')
    .addOption(new Option('--role <role>', 'of this role only').choices(ROLES))
    .option('--text <text>', 'whose name begins with this text')
    .action(
      action(async (ask, options: Partial<Options> & AskOptions) => {
        const { programme, role, text } = options;
        const filter = { programme, role, text };
        await printList(shell, options, {
          what: 'keys',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No keys yet. Make one: cardway keys create <key> --role <role>',
          pageOf: async (page) => (await ask(KeysDocument, { filter, ...page })).keys,
        });
      }),
    );
  createCommand(group).action(
    action(async (ask, options: Options, keyId) => {
      const { createKey } = await ask(CreateKeyDocument, { input: newKeyOf(shell, keyId, options) });
      const { key, secret } = createKey;
      printEntry(shell, options, { key, secret }, key);
      if (!isJson(shell, options)) shell.out(`\n${secret}\n`);
      shell.err('The key is shown this once; keep it where its user reads it.\n');
    }),
  );
  ofGateway(group.command('show <key>'))
    .description('Shows one key.')
    .action(
      action(async (ask, options: Options, keyId) => {
        printEntry(shell, options, found((await ask(KeyDocument, { keyId })).key, 'key has this id'));
      }),
    );
  one(
    ofGateway(group.command('revoke <key>')).description(
      'Revokes a key for good. A running gateway refuses it within 5 s.',
    ),
    async (ask, keyId) => (await ask(RevokeKeyDocument, { input: { keyId } })).revokeKey.key,
  );
  one(expireCommand(group), async (ask, keyId, { at, never }) => {
    if ((at === undefined) === (never === undefined)) throw new UsageError('Give either --at or --never.');
    const expiresAt = at === undefined ? null : momentOf('--at', at, shell.runtime.clock.nowMs());
    return (await ask(SetKeyExpiryDocument, { input: { keyId, expiresAt } })).setKeyExpiry.key;
  });
  one(
    ofGateway(group.command('documents <key>'))
      .description('Sets which GraphQL documents a key may send.')
      .addOption(documentsOption().makeOptionMandatory()),
    async (ask, keyId, { documents = 'any' }) =>
      (await ask(SetKeyDocumentsDocument, { input: { keyId, documents } })).setKeyDocuments.key,
  );
  addBootstrap(group, shell, done);
  return group;
}

const COLUMNS: Columns<KeyFieldsFragment> = {
  Key: 'keyId',
  Role: 'role',
  Programme: 'programme',
  Revoked: 'revoked',
  Expires: 'expiresAt',
  'Last used': 'lastUsedAt',
  Created: 'createdAt',
  Documents: 'documents',
  Terminals: long('terminalIds'),
};

const EXAMPLES = `
Examples:
  cardway keys create shop-backend --role client --programme shop --expires 365d
  cardway keys create till-7 --role client --programme shop --terminal 0068766621
  cardway keys create ops --role operator
  cardway keys create mary --role auditor --expires 90d
  cardway keys expire shop-backend --at 2027-01-01
  cardway keys revoke shop-backend
  cardway keys bootstrap ops --config cardway.yaml`;

function createCommand(group: Command): Command {
  return ofGateway(group.command('create <key>'))
    .description('Creates a key with this id, and prints it once.')
    .addOption(new Option('--role <role>', 'role of the key').choices(ROLES).makeOptionMandatory())
    .option('--programme <name>', 'programme of the key; none for roles of people')
    .option('--terminal <id...>', 'binds a client key to these terminals')
    .option('--expires <when>', 'a time (ISO 8601), or a span such as 90d; never by default')
    .addOption(documentsOption());
}

function expireCommand(group: Command): Command {
  return ofGateway(group.command('expire <key>'))
    .description('Sets or removes the expiry of a key.')
    .option('--at <when>', 'a time (ISO 8601), or a span from now such as 1h')
    .option('--never', 'it does not expire');
}

function documentsOption(): Option {
  const about = 'GraphQL documents that it may send; persisted allows those of the manifest only';
  return new Option('--documents <policy>', about).choices(['any', 'persisted']);
}

function newKeyOf(shell: Shell, keyId: string, options: Options) {
  const { role, programme, terminal, expires, documents } = options;
  const nowMs = shell.runtime.clock.nowMs();
  const expiresAt = expires === undefined ? undefined : momentOf('--expires', expires, nowMs);
  return { keyId, role, programme, terminalIds: terminal, expiresAt, documents };
}

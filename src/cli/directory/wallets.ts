import { Command } from 'commander';
import { namedCursor } from '../../core/directory/named-cursor.js';
import { acting, type Ask, type AskOptions, found, ofGateway } from '../ask.js';
import {
  BlockWalletDocument,
  type CardInput,
  MoveCardDocument,
  MoveWalletDocument,
  PutWalletDocument,
  type PutWalletInput,
  UnblockWalletDocument,
  WalletDocument,
  type WalletFieldsFragment,
  WalletsDocument,
} from '../../generated/operations.js';
import { printEntry, printList } from '../print.js';
import { CliError, type Shell, UsageError } from '../shell.js';
import { type Columns, long } from '../table.js';
import { countOf, integerOf } from '../values.js';
import { addImportCommand } from './import-wallets.js';

interface Options extends AskOptions {
  readonly programme?: string;
  readonly customer?: string;
  readonly card?: string | readonly string[];
  readonly blocked?: boolean;
  readonly text?: string;
  readonly limit: string;
  readonly after?: string;
}

type Work = (ask: Ask, reference: string, options: Options) => Promise<WalletFieldsFragment>;

/** Returns `wallets add|get|list|set|move|block|unblock|import`. */
export function walletsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = new Command('wallets')
    .description('Adds, shows, changes and imports wallets with their cards.')
    .addHelpText('after', EXAMPLES);
  const action = acting(done);
  const one = (command: Command, work: Work): Command =>
    command.action(
      action(async (ask, options: Options, reference) => {
        const wallet = await work(ask, reference, options);
        printEntry(shell, options, { wallet }, wallet);
      }),
    );
  listCommand(group).action(
    action(async (ask, options: Options) => {
      await list(shell, ask, options);
    }),
  );
  ofGateway(group.command('get <reference>'))
    .alias('show')
    .description('Shows one wallet with its cards.')
    .action(
      action(async (ask, options: Options, reference) => {
        printEntry(shell, options, found(await find(ask, reference), 'wallet has this reference'));
      }),
    );
  one(addCommand(group), async (ask, reference, options) => {
    if ((await find(ask, reference)) !== null)
      throw new CliError(`Wallet ${reference} is there already; change it with cardway wallets set.`);
    const customerId = integerOf('--customer', options.customer ?? '');
    return put(ask, { reference, programme: options.programme, customerId, cards: cardsOf(options) });
  });
  one(setCommand(group), async (ask, reference, options) => {
    const { programme, ...known } = found(await find(ask, reference), 'wallet has this reference');
    const customerId = integerOf('--customer', options.customer) ?? known.customerId;
    return put(ask, { reference, programme, customerId, cards: cardsOf(options) });
  });
  one(moveCommand(group), async (ask, reference, { programme, card }) => {
    if ((programme === undefined) === (card === undefined))
      throw new UsageError('Give either --programme or --card.');
    if (programme !== undefined)
      return (await ask(MoveWalletDocument, { input: { reference, programme } })).moveWallet.wallet;
    const cardId = integerOf('--card', String(card));
    return (await ask(MoveCardDocument, { input: { reference, cardId } })).moveCard.wallet;
  });
  one(
    blockCommand(group, 'block', 'Blocks a wallet for money. Balances and advices still pass.'),
    async (ask, reference, options) =>
      (await ask(BlockWalletDocument, { input: { reference, cardId: cardOf(options) } })).blockWallet.wallet,
  );
  one(blockCommand(group, 'unblock', 'Unblocks a wallet.'), async (ask, reference, options) => {
    return (await ask(UnblockWalletDocument, { input: { reference, cardId: cardOf(options) } })).unblockWallet
      .wallet;
  });
  addImportCommand(group, shell, action);
  return group;
}

const EXAMPLES = `
Examples:
  cardway wallets add 43172792905 --programme shop --customer 1001 --card 5001 --card 5002:0123456789
  cardway wallets get 43172792905
  cardway wallets block 43172792905 --card 5001
  cardway wallets move 43172792905 --card 5002      (the card comes into this wallet)
  cardway wallets move 43172792905 --programme club
  cardway wallets import wallets.csv --programme shop`;

function listCommand(group: Command): Command {
  return ofGateway(group.command('list', { isDefault: true }))
    .description('Lists wallets by their references.')
    .option('--programme <name>', 'of this programme only')
    .option('--customer <id>', 'of this customer only')
    .option('--card <id>', 'with this card only')
    .option('--blocked', 'blocked ones only')
    .option('--text <text>', 'whose reference begins with this text')
    .option('--after <reference>', 'continues after this one')
    .option('--limit <count>', 'at most this number', '50');
}

async function list(shell: Shell, ask: Ask, options: Options): Promise<void> {
  const { programme, blocked, text, after } = options;
  const customerId = integerOf('--customer', options.customer);
  const filter = { programme, customerId, cardId: cardOf(options), blocked, text };
  await printList(shell, options, {
    what: 'wallets',
    columns: COLUMNS,
    filter,
    whenEmpty:
      'No wallets yet. Add one: cardway wallets add <reference> --programme <name> --customer <id>, or many: cardway wallets import <file>',
    limit: countOf('--limit', options.limit),
    after: after === undefined ? null : namedCursor('wallet', after),
    continuing: ({ reference }) => `--after ${reference}`,
    pageOf: async (page) => (await ask(WalletsDocument, { filter, ...page })).wallets,
  });
}

const COLUMNS: Columns<WalletFieldsFragment> = {
  Wallet: 'reference',
  Programme: 'programme',
  Customer: 'customerId',
  Blocked: 'blocked',
  Cards: long(({ cards }) => cards.map(cardText)),
};

function cardText({ cardId, trackingNumber, ...card }: WalletFieldsFragment['cards'][number]): string {
  const tracking = trackingNumber === null ? '' : `:${trackingNumber}`;
  return `${String(cardId)}${tracking}${card.default ? ' default' : ''}${card.blocked ? ' blocked' : ''}`;
}

function addCommand(group: Command): Command {
  return withCards(
    ofGateway(group.command('add <reference>'))
      .description('Adds a wallet. Its first card is the default card.')
      .requiredOption('--programme <name>', 'its programme')
      .requiredOption('--customer <id>', 'customer_id of the owner'),
  );
}

function setCommand(group: Command): Command {
  return withCards(
    ofGateway(group.command('set <reference>'))
      .description('Changes a wallet. Options that you leave out keep their values.')
      .option('--customer <id>', 'customer_id of the owner'),
  );
}

function moveCommand(group: Command): Command {
  return ofGateway(group.command('move <reference>'))
    .description('Moves the wallet to another programme, or a card into the wallet.')
    .option('--programme <name>', 'moves the wallet and its cards to this programme')
    .option('--card <id>', 'moves this card of another wallet of the programme into the wallet');
}

function withCards(command: Command): Command {
  return command.option(
    '--card <id...>',
    'all of its cards, each as card_id or card_id:tracking number (KLV 002)',
  );
}

function blockCommand(group: Command, name: string, description: string): Command {
  const command = ofGateway(group.command(`${name} <reference>`)).description(description);
  return command.option('--card <id>', 'only this card of the wallet');
}

function cardOf({ card }: Options): number | undefined {
  return card === undefined ? undefined : integerOf('--card', String(card));
}

async function find(ask: Ask, reference: string): Promise<WalletFieldsFragment | null> {
  return (await ask(WalletDocument, { reference })).wallet;
}

async function put(ask: Ask, input: PutWalletInput): Promise<WalletFieldsFragment> {
  return (await ask(PutWalletDocument, { input })).putWallet.wallet;
}

function cardsOf({ card }: Options): CardInput[] | undefined {
  if (card === undefined || typeof card === 'string') return undefined;
  return card.map((written) => {
    const [id = '', ...tracking] = written.split(':');
    const cardId = integerOf('--card', id);
    return tracking.length === 0 ? { cardId } : { cardId, trackingNumber: tracking.join(':') };
  });
}

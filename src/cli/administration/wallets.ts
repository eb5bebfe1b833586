import type { Command } from 'commander';
import type { AdministerWallets } from '../../usecase/administration/administer-wallets.js';
import type { Administrator } from '../../usecase/administration/administrator.js';
import type { Card, Wallet } from '../../usecase/ports.js';
import { commandGroup, type GroupOptions } from '../command-group.js';
import { countOf } from '../gateway.js';
import { CliError, type Shell, UsageError } from '../shell.js';
import { administering, idOf, PAGE_ROWS, tell } from './session.js';
import { addImportCommand } from '../wallets-import/command.js';

interface Options extends GroupOptions {
  readonly programme?: string;
  readonly customer?: string;
  readonly card?: string | readonly string[];
  readonly blocked?: boolean;
  readonly limit: string;
  readonly after?: string;
}

type Work = (wallets: AdministerWallets, who: Administrator, options: Options) => Promise<Wallet>;

/** `wallets add|get|list|set|move|block|unblock|import`. */
export function walletsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup(
    'wallets',
    'Adds, shows, changes and imports wallets with their cards, in the database of the configuration.',
  ).addHelpText('after', EXAMPLES);
  const one = (command: Command, work: (reference: string) => Work): Command =>
    command.action(async (reference: string, _options: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const wallet = await administering(shell, options, ({ wallets }, who) =>
        work(reference)(wallets, who, options),
      );
      tell(shell, options, { wallet: shown(wallet), rows: [line(wallet)] });
      done(0);
    });
  listCommand(group).action(async (_options: unknown, self: Command) => {
    const options = self.optsWithGlobals<Options>();
    const { rows, hasNextPage } = await administering(shell, options, ({ wallets }, who) =>
      list(wallets, who, options),
    );
    const next = hasNextPage ? (rows.at(-1)?.reference ?? null) : null;
    tell(shell, options, { wallets: rows.map(shown), next, rows: rows.map(line) });
    if (next !== null && shell.isTerminal) shell.err(`More: --after ${next}\n`);
    done(0);
  });
  one(
    group.command('get <reference>').alias('show').description('One wallet with its cards.'),
    (reference) => (wallets, who) => wallets.show(who, reference),
  );
  one(addCommand(group), (reference) => (wallets, who, options) => add(wallets, who, { reference, options }));
  one(setCommand(group), (reference) => (wallets, who, options) => set(wallets, who, { reference, options }));
  one(moveCommand(group), (reference) => (wallets, who, { programme, card }) => {
    if ((programme === undefined) === (card === undefined))
      throw new UsageError('Give either --programme or --card.');
    return programme === undefined
      ? wallets.moveCard(who, { reference, cardId: idOf('--card', String(card)) })
      : wallets.move(who, { reference, programme });
  });
  for (const [name, isBlocked, description] of BLOCKS) {
    const command = group.command(`${name} <reference>`).description(description);
    one(command.option('--card <id>', 'only this card of it'), (reference) => (wallets, who, { card }) => {
      const cardId = card === undefined ? null : idOf('--card', String(card));
      return wallets.setBlocked(who, { reference, cardId, isBlocked });
    });
  }
  addImportCommand(group, shell, done);
  return group;
}

const BLOCKS = [
  ['block', true, 'Closes it for money; balances and advices go through.'],
  ['unblock', false, 'Opens it again.'],
] as const;

const EXAMPLES = `
Examples:
  cardway wallets add 43172792905 --programme shop --customer 1001 --card 5001 --card 5002:0123456789
  cardway wallets get 43172792905
  cardway wallets block 43172792905 --card 5001
  cardway wallets move 43172792905 --card 5002      (the card comes into this wallet)
  cardway wallets move 43172792905 --programme club
  cardway wallets import wallets.csv --programme shop`;

function listCommand(group: Command): Command {
  return group
    .command('list', { isDefault: true })
    .description('Wallets in the order of their references.')
    .option('--programme <name>', 'of this programme only')
    .option('--customer <id>', 'of this customer only')
    .option('--blocked', 'blocked ones only')
    .option('--after <reference>', 'goes on after this one')
    .option('--limit <count>', 'at most so many', '50');
}

async function list(wallets: AdministerWallets, who: Administrator, options: Options) {
  const { programme = null, customer, blocked, after } = options;
  const first = countOf('--limit', options.limit);
  if (first > PAGE_ROWS)
    throw new UsageError(`--limit must be at most ${String(PAGE_ROWS)}; go on with --after.`);
  const customerId = customer === undefined ? null : idOf('--customer', customer);
  const filter = { programme, customerId, isBlocked: blocked ?? null };
  return wallets.list(who, { filter, first, ...(after === undefined ? {} : { after }) });
}

function addCommand(group: Command): Command {
  return withCards(
    group
      .command('add <reference>')
      .description('Adds a wallet; the first card is the default one.')
      .requiredOption('--programme <name>', 'the programme that it belongs to')
      .requiredOption('--customer <id>', 'whose it is'),
  );
}

function setCommand(group: Command): Command {
  return withCards(
    group
      .command('set <reference>')
      .description('Changes a wallet; what is left out stays.')
      .option('--customer <id>', 'whose it is'),
  );
}

function moveCommand(group: Command): Command {
  return group
    .command('move <reference>')
    .description('Moves the wallet to another programme, or a card into the wallet.')
    .option('--programme <name>', 'where it goes, with its cards')
    .option('--card <id>', 'a card of another wallet of its programme, which comes into this one');
}

function withCards(command: Command): Command {
  return command.option(
    '--card <id...>',
    'its cards from now on, each with the tracking number (KLV 002) after a colon if it has one',
  );
}

interface Put {
  readonly reference: string;
  readonly options: Options;
}

async function add(wallets: AdministerWallets, who: Administrator, { reference, options }: Put) {
  if ((await wallets.find(who, { reference })) !== null)
    throw new CliError(`Wallet ${reference} is there already; change it with cardway wallets set.`);
  const customerId = idOf('--customer', options.customer ?? '');
  return wallets.put(who, { reference, programme: options.programme, customerId, ...cardsOf(options) });
}

async function set(wallets: AdministerWallets, who: Administrator, { reference, options }: Put) {
  const { programme, ...known } = await wallets.show(who, reference);
  const customerId = options.customer === undefined ? known.customerId : idOf('--customer', options.customer);
  return wallets.put(who, { reference, programme, customerId, ...cardsOf(options) });
}

function cardsOf({ card }: Options): { cards?: (Pick<Card, 'cardId'> & Partial<Card>)[] } {
  if (card === undefined || typeof card === 'string') return {};
  return {
    cards: card.map((written) => {
      const [id = '', ...tracking] = written.split(':');
      const cardId = idOf('--card', id);
      return tracking.length === 0 ? { cardId } : { cardId, trackingNumber: tracking.join(':') };
    }),
  };
}

function shown(wallet: Wallet) {
  return {
    reference: wallet.reference,
    programme: wallet.programme,
    customerId: wallet.customerId,
    blocked: wallet.isBlocked,
    cards: wallet.cards.map((card) => ({
      cardId: card.cardId,
      trackingNumber: card.trackingNumber,
      default: card.isDefault,
      blocked: card.isBlocked,
    })),
  };
}

/** For people: a card as its id, * the default one, ! a blocked one. */
function line(wallet: Wallet) {
  const cards = wallet.cards.map((card) => {
    const tracking = card.trackingNumber === null ? '' : `:${card.trackingNumber}`;
    return `${String(card.cardId)}${tracking}${card.isDefault ? '*' : ''}${card.isBlocked ? '!' : ''}`;
  });
  const { cards: _cards, ...rest } = shown(wallet);
  return { ...rest, cards };
}

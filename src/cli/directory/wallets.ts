import { acting, type AskOptions, found } from '../ask.js';
import {
  changeCommand,
  changerOf,
  type Entity,
  finderOf,
  type Parts,
  printResult,
} from '../entities/entity.js';
import { inputOf, type Word } from '../entities/field-options.js';
import { CliError, UsageError } from '../shell.js';
import { integerOf } from '../values.js';
import { addImportCommand } from './import-wallets.js';

interface CardRow {
  readonly cardId: number;
  readonly trackingNumber: string | null;
  readonly default: boolean;
  readonly blocked: boolean;
}

/** Wallets with their cards. */
export const WALLETS: Entity = {
  command: 'wallets',
  about: 'Adds, shows, changes and imports wallets with their cards.',
  type: 'Wallet',
  key: { field: 'reference', name: 'reference' },
  columns: {
    Wallet: 'reference',
    Programme: 'programme',
    Customer: 'customerId',
    Blocked: 'blocked',
    Cards: ({ cards }: { readonly cards: readonly CardRow[] }) => cards.map(cardText),
  },
  also: 'cards { cardId trackingNumber default blocked }',
  list: {
    query: 'wallets',
    whenEmpty:
      'No wallets yet. Add one: cardway wallets add <reference> --programme <name> --customer <id>, or many: cardway wallets import <file>',
    grows: true,
  },
  show: { query: 'wallet', missing: 'wallet has this reference' },
  changes: {
    block: { mutation: 'blockWallet' },
    unblock: { mutation: 'unblockWallet' },
  },
  more(parts) {
    addPut(parts);
    addMove(parts);
    addImportCommand(parts);
  },
  examples: `
Examples:
  cardway wallets add 43172792905 --programme shop --customer 1001 --card 5001 --card 5002:0123456789
  cardway wallets get 43172792905
  cardway wallets block 43172792905 --card 5001
  cardway wallets move 43172792905 --card 5002      (the card comes into this wallet)
  cardway wallets move 43172792905 --programme club
  cardway wallets import wallets.csv --programme shop`,
};

function cardText({ cardId, trackingNumber, ...card }: CardRow): string {
  const tracking = trackingNumber === null ? '' : `:${trackingNumber}`;
  return `${String(cardId)}${tracking}${card.default ? ' default' : ''}${card.blocked ? ' blocked' : ''}`;
}

const CARDS: Word = {
  name: 'card',
  about: 'All of its cards, each as card_id or card_id:tracking number (KLV 002).',
  read(written, { option }) {
    const [id = '', ...tracking] = written.split(':');
    const cardId = integerOf(option, id);
    return tracking.length === 0 ? { cardId } : { cardId, trackingNumber: tracking.join(':') };
  },
};

/** Adds `wallets add` and `wallets set`: the gateway has one operation for both. */
function addPut({ shell, group, entity }: Parts): void {
  const put = changerOf(entity, 'putWallet');
  const find = finderOf(entity);
  const words = { cards: CARDS, blocked: null };
  const add = changeCommand(group, 'add', {
    mutation: 'putWallet',
    argument: entity.key,
    words: { ...words, programme: { isNeeded: true } },
  }).description('Adds a wallet. Its first card is the default card.');
  add.action(
    acting(async (ask, options: AskOptions, reference) => {
      if ((await find(ask, reference)) !== null)
        throw new CliError(`Wallet ${reference} is there already; change it with cardway wallets set.`);
      printResult(shell, options, await put(ask, await inputOf(shell, add)));
    }),
  );
  const set = changeCommand(group, 'set', {
    mutation: 'putWallet',
    argument: entity.key,
    words: { ...words, programme: null, customerId: { isNeeded: false } },
  }).description('Changes a wallet. Options that you leave out keep their values.');
  set.action(
    acting(async (ask, options: AskOptions, reference) => {
      const { programme, customerId } = found(await find(ask, reference), 'wallet has this reference');
      const changed = { programme, customerId, ...(await inputOf(shell, set)) };
      printResult(shell, options, await put(ask, changed));
    }),
  );
}

/** Adds `wallets move`: the wallet into another programme, or a card into the wallet. */
function addMove({ shell, group, entity }: Parts): void {
  const [moveWallet, moveCard] = [changerOf(entity, 'moveWallet'), changerOf(entity, 'moveCard')];
  const move = changeCommand(group, 'move', {
    mutation: 'moveWallet',
    argument: entity.key,
    words: { programme: { isNeeded: false } },
  }).description('Moves the wallet to another programme, or a card into the wallet.');
  move.option('--card <id>', 'Moves this card of another wallet of the programme into the wallet.').action(
    acting(async (ask, { card, ...options }: AskOptions & { readonly card?: string }) => {
      const input = await inputOf(shell, move);
      if ((input['programme'] === undefined) === (card === undefined))
        throw new UsageError('Give either --programme or --card.');
      const moved =
        card === undefined
          ? await moveWallet(ask, input)
          : await moveCard(ask, { ...input, cardId: integerOf('--card', card) });
      printResult(shell, options, moved);
    }),
  );
}

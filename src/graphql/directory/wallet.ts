import { Int } from 'type-graphql';
import { badRequest } from '../../platform/errors.js';
import { IMPORT_LINES_MAX } from '../../use-cases/directory/administer-wallets.js';
import type { ImportLines } from '../../use-cases/directory/administration-port.js';
import { administrator, type GraphQLContext } from '../context.js';
import { namedConnection, namedPageOf } from '../paging.js';
import { list, mutation, query, resolverOf } from '../root-fields.js';
import { SafeInt } from '../scalars.js';
import { field, given, inputType, nodeType, nullable, objectType } from '../shapes.js';

export const Card = nodeType('Card', 'A card of a wallet.', {
  cardId: field(SafeInt, 'Card id.'),
  trackingNumber: nullable(String, 'Tracking number (KLV 002) of the card. Null where it has none.'),
  default: field(Boolean, 'True for the card of calls that name no card.', 'isDefault'),
  blocked: field(Boolean, 'True where the card is closed for money.', 'isBlocked'),
});
export type Card = InstanceType<typeof Card>;

export const Wallet = nodeType('Wallet', 'A wallet of the directory, with its cards.', {
  reference: field(String, 'Wallet reference. Calls name the wallet by it.'),
  programme: field(String, 'Short name of its programme.'),
  customerId: field(SafeInt, 'Customer id.'),
  blocked: field(Boolean, 'True: closed for money. Balances and advices go through.', 'isBlocked'),
  cards: field([Card], 'The cards of the wallet.'),
});
export type Wallet = InstanceType<typeof Wallet>;

const WalletFilter = inputType('WalletFilter', 'Conditions on wallets. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme.'),
  customerId: nullable(SafeInt, 'Customer id.'),
  cardId: nullable(SafeInt, 'Card id of one of its cards.'),
  blocked: nullable(Boolean, 'True: blocked wallets only. False: open ones only.'),
  text: nullable(String, 'First characters of the wallet reference.'),
});

const CardInput = inputType('CardInput', 'A card of a wallet to create or change.', {
  cardId: field(SafeInt, 'Card id.'),
  trackingNumber: nullable(String, 'Tracking number (KLV 002). Left out: unchanged. Null removes it.'),
  default: nullable(
    Boolean,
    'True for the card of calls that name no card. Left out for all cards, it stays as it is, else it is the first card.',
  ),
  blocked: nullable(Boolean, 'True closes the card for money. Left out, it keeps its value.'),
});
type CardInput = InstanceType<typeof CardInput>;

const REFERENCE = { reference: field(String, 'Wallet reference.') };
const BLOCK = {
  ...REFERENCE,
  cardId: nullable(SafeInt, 'Card id: this card only. Left out: the whole wallet.'),
};
const WALLET = { wallet: field(Wallet, 'The wallet as it is now.') };

const WalletLineInput = inputType(
  'WalletLineInput',
  'A line of a file of wallets: a wallet with at most one card. Null keeps a value. Cards in no line stay.',
  {
    line: field(Int, 'Number of the line, for `rejected`.'),
    reference: field(String, 'Wallet reference.'),
    programme: field(String, 'Short name of its programme.'),
    customerId: field(SafeInt, 'Customer id.'),
    blocked: nullable(Boolean, 'True closes the wallet for money.'),
    card: nullable(CardInput, 'A card of the wallet.'),
  },
);
const RejectedLine = objectType('RejectedLine', 'A line that was not imported.', {
  line: field(Int, 'Number of the line.'),
  field: field(String, 'Column of the file.'),
  problem: field(String, 'What is wrong, as a sentence.'),
});

export const WalletResolver = resolverOf({
  wallet: query({
    permission: 'readWallets',
    args: {
      reference: nullable(String, 'Wallet reference.'),
      cardId: nullable(SafeInt, 'Card id.'),
    },
    gives: nullable(
      Wallet,
      'Finds a wallet by its reference or by one of its cards. A client key sees those of its programme.',
    ),
    async resolve({ reference, cardId }, context) {
      if ((reference == null) === (cardId == null)) {
        throw badRequest('reference', 'Give either reference or cardId.');
      }
      return findWallet(reference == null ? { cardId: cardId ?? 0 } : { reference }, context);
    },
  }),
  wallets: list(Wallet, {
    permission: 'readWallets',
    description: 'Lists wallets by their reference. A client key sees those of its programme.',
    filter: WalletFilter,
    async resolve(page, { blocked: isBlocked, ...filter }, { useCases, caller }) {
      const wanted = namedPageOf(page, 'wallet', { ...filter, isBlocked });
      const found = await useCases.administration.wallets.list(administrator(caller), wanted);
      return namedConnection(found, 'wallet', ({ reference }) => reference);
    },
  }),
  putWallet: mutation({
    permission: 'putWallets',
    circumstance: movesSomething,
    description:
      'Creates or changes a wallet. A client key lifts no block, changes no customer, and takes no card out of a wallet or from another customer. A key that is bound to terminals puts no wallets.',
    input: [
      'A wallet to create or change.',
      {
        ...REFERENCE,
        programme: nullable(
          String,
          'Short name of its programme. A client key may leave it out, and may give its own only.',
        ),
        customerId: field(SafeInt, 'Customer id.'),
        blocked: nullable(
          Boolean,
          'True closes the wallet for money. Left out, it keeps its value. A client key lifts no block.',
        ),
        cards: nullable(
          [CardInput],
          'All cards of the wallet. Left out, they stay as they are. A client key leaves out no card.',
        ),
      },
    ],
    result: WALLET,
    async resolve({ reference, customerId, programme, blocked: isBlocked, cards }, { useCases, caller }) {
      const put = {
        reference,
        customerId,
        programme: programme ?? undefined,
        ...given({ isBlocked, cards: cards?.map(cardOf) }),
      };
      return { wallet: await useCases.administration.wallets.put(administrator(caller), put) };
    },
  }),
  blockWallet: mutation({
    permission: 'manageWallets',
    description: 'Closes a wallet, or one card of it, for money.',
    input: ['The wallet or card to block.', BLOCK],
    result: WALLET,
    resolve: (input, context) => setBlocked(context, input, true),
  }),
  unblockWallet: mutation({
    permission: 'manageWallets',
    description: 'Opens a wallet, or one card of it, for money again.',
    input: ['The wallet or card to unblock.', BLOCK],
    result: WALLET,
    resolve: (input, context) => setBlocked(context, input, false),
  }),
  moveWallet: mutation({
    permission: 'moveWallets',
    description: 'Moves a wallet with its cards to another programme.',
    input: [
      'A wallet and its new programme.',
      { ...REFERENCE, programme: field(String, 'Short name of the new programme.') },
    ],
    result: WALLET,
    resolve: async (input, { useCases, caller }) => ({
      wallet: await useCases.administration.wallets.move(administrator(caller), input),
    }),
  }),
  moveCard: mutation({
    permission: 'moveWallets',
    description: 'Moves a card to another wallet of its programme.',
    input: [
      'A card and its new wallet.',
      {
        cardId: field(SafeInt, 'Card id.'),
        reference: field(String, 'Reference of the new wallet.'),
      },
    ],
    result: { wallet: field(Wallet, 'The new wallet of the card.') },
    resolve: async (input, { useCases, caller }) => ({
      wallet: await useCases.administration.wallets.moveCard(administrator(caller), input),
    }),
  }),
  importWallets: mutation({
    permission: 'moveWallets',
    circumstance: importMoves,
    description:
      'Imports lines of a file of wallets, all at once. Equal lines again change nothing. The audit log keeps the counts and each move.',
    input: [
      'Lines of a file of wallets.',
      {
        file: field(String, 'Name of the file, for the audit log.'),
        lines: field([WalletLineInput], `At most ${String(IMPORT_LINES_MAX)} lines.`),
        move: nullable(
          Boolean,
          'True lets lines give a wallet another customer, and take a card from another wallet.',
        ),
        check: nullable(Boolean, 'True changes nothing.'),
      },
    ],
    result: {
      added: field(Int, 'Number of wallets that are new.'),
      changed: field(Int, 'Number of wallets that were changed.'),
      moved: field(Int, 'Wallets with another customer, and cards from another wallet.'),
      rejected: field([RejectedLine], 'The lines that were not imported.'),
    },
    resolve: (input, { useCases, caller }) =>
      useCases.administration.wallets.import(administrator(caller), input),
  }),
});

/** An operator may import lines alone unless they move something, as `movesSomething` says for one wallet. */
async function importMoves(
  input: ImportLines,
  { useCases, caller }: GraphQLContext,
): Promise<object | false> {
  if (input.move !== true || input.check === true) return false;
  const { wallets } = useCases.administration;
  const { moved } = await wallets.import(administrator(caller), { ...input, check: true });
  return moved === 0 ? false : { moved };
}

interface PutInput {
  readonly reference: string;
  readonly customerId: number;
  readonly cards?: readonly CardInput[] | null;
}

/** An operator may put a wallet alone unless that changes its customer, or takes a card into it or out of it. */
async function movesSomething(input: PutInput, { useCases, caller }: GraphQLContext): Promise<null | false> {
  const who = administrator(caller);
  // The store refuses such changes of a client key.
  if (who.programme !== null) return false;
  const { wallets } = useCases.administration;
  const { reference, customerId, cards } = input;
  const known = await wallets.find(who, { reference });
  const ids = (cards ?? known?.cards ?? []).map(({ cardId }) => cardId);
  const held = await Promise.all(ids.map((cardId) => wallets.find(who, { cardId })));
  const isMove =
    (known !== null && known.customerId !== customerId) ||
    known?.cards.some(({ cardId }) => !ids.includes(cardId)) === true ||
    held.some((holder) => holder !== null && holder.reference !== reference);
  return isMove ? null : false;
}

async function setBlocked(
  { useCases, caller }: GraphQLContext,
  { reference, cardId }: { readonly reference: string; readonly cardId?: number | null },
  isBlocked: boolean,
) {
  const block = { reference, cardId: cardId ?? null, isBlocked };
  return { wallet: await useCases.administration.wallets.setBlocked(administrator(caller), block) };
}

export function findWallet(
  by: { readonly reference: string } | { readonly cardId: number },
  { useCases, caller }: GraphQLContext,
): Promise<Wallet | null> {
  return useCases.administration.wallets.find(administrator(caller), by);
}

export async function findCard(name: string, context: GraphQLContext): Promise<Card | null> {
  const cardId = Number(name);
  const wallet = Number.isSafeInteger(cardId) ? await findWallet({ cardId }, context) : null;
  return wallet?.cards.find((card) => card.cardId === cardId) ?? null;
}

/** A tracking number of null removes it. */
function cardOf({ cardId, trackingNumber, default: isDefault, blocked: isBlocked }: CardInput) {
  const tracking = trackingNumber === undefined ? {} : { trackingNumber };
  return { cardId, ...tracking, ...given({ isDefault, isBlocked }) };
}

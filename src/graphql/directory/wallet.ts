import { Arg, Args, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { badRequest } from '../../platform/errors.js';
import { IMPORT_LINES_MAX, type PutWallet } from '../../use-cases/directory/administer-wallets.js';
import type { ImportLines } from '../../use-cases/directory/administration-port.js';
import { administrator, type GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { connectionOf, namedConnection, namedPageOf, PageArgs } from '../paging.js';
import { Requires } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { given, inputType, optional, required, resultType } from '../shapes.js';

@ObjectType({ implements: Node, description: 'A card of a wallet.' })
export class Card extends Node {
  @Field(() => SafeInt, { description: 'Card id.' })
  cardId!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Tracking number: KLV 002 of the calls that concern this card. Null where it has none.',
  })
  trackingNumber!: string | null;

  @Field(() => Boolean, { name: 'default', description: 'True for the card of calls that name no card.' })
  isDefault!: boolean;

  @Field(() => Boolean, { name: 'blocked', description: 'True where the card is closed for money.' })
  isBlocked!: boolean;
}

@ObjectType({ implements: Node, description: 'A wallet of the directory, with its cards.' })
export class Wallet extends Node {
  @Field(() => String, { description: 'Wallet reference. Calls name the wallet by it.' })
  reference!: string;

  @Field(() => String, { description: 'Short name of its programme.' })
  programme!: string;

  @Field(() => SafeInt, { description: 'Customer id.' })
  customerId!: number;

  @Field(() => Boolean, {
    name: 'blocked',
    description: 'True where the wallet is closed for money. Balances and advices go through.',
  })
  isBlocked!: boolean;

  @Field(() => [Card], { description: 'The cards of the wallet.' })
  cards!: readonly Card[];
}

const WalletConnection = connectionOf(Wallet, 'Wallet');

const WalletFilter = inputType('WalletFilter', 'Conditions on wallets. All given ones must hold.', {
  programme: optional(String, 'Short name of the programme.'),
  customerId: optional(SafeInt, 'Customer id.'),
  cardId: optional(SafeInt, 'Card id of one of its cards.'),
  blocked: optional(Boolean, 'True: blocked wallets only. False: open ones only.'),
  text: optional(String, 'First characters of the wallet reference.'),
});
type WalletFilter = InstanceType<typeof WalletFilter>;

const CardInput = inputType('CardInput', 'A card of a wallet to create or change.', {
  cardId: required(SafeInt, 'Card id.'),
  trackingNumber: optional(
    String,
    'Tracking number (KLV 002). Left out, it keeps its value; null removes it.',
  ),
  default: optional(
    Boolean,
    'True for the card of calls that name no card. Left out for all cards, it stays as it is, else it is the first card.',
  ),
  blocked: optional(Boolean, 'True closes the card for money. Left out, it keeps its value.'),
});
type CardInput = InstanceType<typeof CardInput>;

const PutWalletInput = inputType('PutWalletInput', 'A wallet to create or change.', {
  reference: required(String, 'Wallet reference.'),
  programme: optional(
    String,
    'Short name of its programme. A client key may leave it out, and may give its own only.',
  ),
  customerId: required(SafeInt, 'Customer id.'),
  blocked: optional(
    Boolean,
    'True closes the wallet for money. Left out, it keeps its value. A client key lifts no block.',
  ),
  cards: optional(
    [CardInput],
    'All cards of the wallet. Left out, they stay as they are. A client key leaves out no card.',
  ),
});
type PutWalletInput = InstanceType<typeof PutWalletInput>;

const BLOCK = {
  reference: required(String, 'Wallet reference.'),
  cardId: optional(SafeInt, 'Card id: this card only. Left out: the whole wallet.'),
};
const BlockWalletInput = inputType('BlockWalletInput', 'The wallet or card to block.', BLOCK);
type BlockInput = InstanceType<typeof BlockWalletInput>;
const UnblockWalletInput = inputType('UnblockWalletInput', 'The wallet or card to unblock.', BLOCK);

const MoveWalletInput = inputType('MoveWalletInput', 'A wallet and its new programme.', {
  reference: required(String, 'Wallet reference.'),
  programme: required(String, 'Short name of the new programme.'),
});
type MoveWallet = InstanceType<typeof MoveWalletInput>;

const MoveCardInput = inputType('MoveCardInput', 'A card and its new wallet.', {
  cardId: required(SafeInt, 'Card id.'),
  reference: required(String, 'Reference of the new wallet.'),
});
type MoveCard = InstanceType<typeof MoveCardInput>;

const WALLET = { type: () => Wallet, description: 'The wallet as it is now.' };
const PutWalletResult = resultType('PutWalletResult', 'wallet', WALLET);
const BlockWalletResult = resultType('BlockWalletResult', 'wallet', WALLET);
const UnblockWalletResult = resultType('UnblockWalletResult', 'wallet', WALLET);
const MoveWalletResult = resultType('MoveWalletResult', 'wallet', WALLET);
const MoveCardResult = resultType('MoveCardResult', 'wallet', {
  ...WALLET,
  description: 'The new wallet of the card.',
});

const WalletLineInput = inputType(
  'WalletLineInput',
  'A line of a file of wallets: a wallet with at most one card. Null keeps a value. Cards in no line stay.',
  {
    line: required(Int, 'Number of the line, for `rejected`.'),
    reference: required(String, 'Wallet reference.'),
    programme: required(String, 'Short name of its programme.'),
    customerId: required(SafeInt, 'Customer id.'),
    blocked: optional(Boolean, 'True closes the wallet for money.'),
    card: optional(CardInput, 'A card of the wallet.'),
  },
);
const ImportWalletsInput = inputType('ImportWalletsInput', 'Lines of a file of wallets.', {
  file: required(String, 'Name of the file, for the audit log.'),
  lines: required([WalletLineInput], `At most ${String(IMPORT_LINES_MAX)} lines.`),
  move: optional(
    Boolean,
    'True lets lines give a wallet another customer, and take a card from another wallet.',
  ),
  check: optional(Boolean, 'True changes nothing.'),
});

@ObjectType({ description: 'A line that was not imported.' })
class RejectedLine {
  @Field(() => Int, { description: 'Number of the line.' })
  line!: number;

  @Field(() => String, { description: 'Column of the file.' })
  field!: string;

  @Field(() => String, { description: 'What is wrong, as a sentence.' })
  problem!: string;
}

@ObjectType({ description: 'Result of the mutation importWallets.' })
class ImportWalletsResult {
  @Field(() => Int, { description: 'Number of wallets that are new.' })
  added!: number;

  @Field(() => Int, { description: 'Number of wallets that were changed.' })
  changed!: number;

  @Field(() => Int, {
    description: 'Wallets with another customer, and cards from another wallet.',
  })
  moved!: number;

  @Field(() => [RejectedLine], { description: 'The lines that were not imported.' })
  rejected!: readonly RejectedLine[];
}

interface WalletPayload {
  readonly wallet: Wallet;
}

@Resolver(() => Wallet)
export class WalletResolver {
  @Requires('readWallets')
  @Query(() => Wallet, {
    nullable: true,
    description:
      'Finds a wallet by its reference or by one of its cards. A client key sees those of its programme.',
  })
  wallet(
    @Arg('reference', () => String, { nullable: true, description: 'Wallet reference.' })
    reference: string | null | undefined,
    @Arg('cardId', () => SafeInt, { nullable: true, description: 'Card id.' })
    cardId: number | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<Wallet | null> {
    if ((reference == null) === (cardId == null)) {
      throw badRequest('reference', 'Give either reference or cardId.');
    }
    return findWallet(reference == null ? { cardId: cardId ?? 0 } : { reference }, context);
  }

  @Requires('readWallets')
  @Query(() => WalletConnection, {
    description: 'Lists wallets by their reference. A client key sees those of its programme.',
  })
  async wallets(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => WalletFilter, { nullable: true, description: 'Conditions on the wallets.' })
    filter: WalletFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof WalletConnection>> {
    const { programme, customerId, cardId, blocked: isBlocked, text } = filter ?? {};
    const wanted = namedPageOf(page, 'wallet', { programme, customerId, cardId, isBlocked, text });
    const found = await useCases.administration.wallets.list(administrator(caller), wanted);
    return namedConnection(found, 'wallet', ({ reference }) => reference);
  }

  @Requires('putWallets', movesSomething)
  @Mutation(() => PutWalletResult, {
    description:
      'Creates or changes a wallet. The audit log keeps it. A client key lifts no block, changes no customer, and takes no card out of a wallet or from another customer. A key that is bound to terminals puts no wallets.',
  })
  async putWallet(
    @Arg('input', () => PutWalletInput, { description: 'The wallet.' }) input: PutWalletInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<WalletPayload> {
    return { wallet: await useCases.administration.wallets.put(administrator(caller), putOf(input)) };
  }

  @Requires('manageWallets')
  @Mutation(() => BlockWalletResult, {
    description: 'Closes a wallet, or one card of it, for money. The audit log keeps it.',
  })
  blockWallet(
    @Arg('input', () => BlockWalletInput, { description: 'The wallet or card.' }) input: BlockInput,
    @Ctx() context: GraphQLContext,
  ): Promise<WalletPayload> {
    return setBlocked(context, input, true);
  }

  @Requires('manageWallets')
  @Mutation(() => UnblockWalletResult, {
    description: 'Opens a wallet, or one card of it, for money again. The audit log keeps it.',
  })
  unblockWallet(
    @Arg('input', () => UnblockWalletInput, { description: 'The wallet or card.' }) input: BlockInput,
    @Ctx() context: GraphQLContext,
  ): Promise<WalletPayload> {
    return setBlocked(context, input, false);
  }

  @Requires('moveWallets')
  @Mutation(() => MoveWalletResult, {
    description: 'Moves a wallet with its cards to another programme. The audit log keeps it.',
  })
  async moveWallet(
    @Arg('input', () => MoveWalletInput, { description: 'The wallet and its new programme.' })
    input: MoveWallet,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<WalletPayload> {
    return { wallet: await useCases.administration.wallets.move(administrator(caller), input) };
  }

  @Requires('moveWallets')
  @Mutation(() => MoveCardResult, {
    description: 'Moves a card to another wallet of its programme. The audit log keeps it.',
  })
  async moveCard(
    @Arg('input', () => MoveCardInput, { description: 'The card and its new wallet.' }) input: MoveCard,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<WalletPayload> {
    return { wallet: await useCases.administration.wallets.moveCard(administrator(caller), input) };
  }

  @Requires('moveWallets', importMoves)
  @Mutation(() => ImportWalletsResult, {
    description:
      'Imports lines of a file of wallets, all at once. Equal lines again change nothing. The audit log keeps the counts and each move.',
  })
  importWallets(
    @Arg('input', () => ImportWalletsInput, { description: 'The lines.' }) input: ImportLines,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ImportWalletsResult> {
    return useCases.administration.wallets.import(administrator(caller), input);
  }
}

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

/** An operator may put a wallet alone unless that changes its customer, or takes a card into it or out of it. */
async function movesSomething(
  input: PutWalletInput,
  { useCases, caller }: GraphQLContext,
): Promise<null | false> {
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
  { reference, cardId }: BlockInput,
  isBlocked: boolean,
): Promise<WalletPayload> {
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

function putOf({ reference, customerId, programme, blocked: isBlocked, cards }: PutWalletInput): PutWallet {
  return {
    reference,
    customerId,
    programme: programme ?? undefined,
    ...given({ isBlocked, cards: cards?.map(cardOf) }),
  };
}

/** A tracking number of null removes it. */
function cardOf({ cardId, trackingNumber, default: isDefault, blocked: isBlocked }: CardInput) {
  const tracking = trackingNumber === undefined ? {} : { trackingNumber };
  return { cardId, ...tracking, ...given({ isDefault, isBlocked }) };
}

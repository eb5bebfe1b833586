import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { CardwayError } from '../../platform/errors.js';
import { type Administrator, administratorOf } from '../../use-cases/access/administrator.js';
import type { PutWallet } from '../../use-cases/directory/administer-wallets.js';
import type { Wallet as WalletRow } from '../../use-cases/directory/directory-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { namedConnection, namedPageOf } from '../named-page.js';
import { connectionOf, PageArgs } from '../paging.js';
import { AllowedFor } from '../roles.js';
import { SafeInt } from '../scalars.js';

@ObjectType({ description: 'A card of a wallet.' })
class Card {
  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => String, { nullable: true, description: 'KLV 002 of the calls that concern this card' })
  trackingNumber!: string | null;

  @Field(() => Boolean, { description: 'The card of calls that name none' })
  default!: boolean;

  @Field(() => Boolean)
  blocked!: boolean;
}

@ObjectType({ description: 'A wallet of the directory, with its cards.' })
class Wallet {
  @Field(() => String)
  reference!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => SafeInt)
  customerId!: number;

  @Field(() => Boolean, { description: 'Closed for money; balances and advices go through' })
  blocked!: boolean;

  @Field(() => [Card])
  cards!: Card[];
}

const WalletConnection = connectionOf(Wallet, 'Wallet');

@ArgsType()
class WalletsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;

  @Field(() => SafeInt, { nullable: true })
  customerId?: number | null;

  @Field(() => Boolean, { nullable: true })
  blocked?: boolean | null;
}

@InputType()
class CardInput {
  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => String, { nullable: true, description: 'Left out: as it was; null: none' })
  trackingNumber?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Left out everywhere: as it was, else the first card',
  })
  default?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Left out: as it was' })
  blocked?: boolean | null;
}

@InputType()
class PutWalletInput {
  @Field(() => String)
  reference!: string;

  @Field(() => String, { nullable: true, description: 'Client keys: their own, and may be left out' })
  programme?: string | null;

  @Field(() => SafeInt)
  customerId!: number;

  @Field(() => Boolean, { nullable: true, description: 'Left out: as it was. Client keys may block only' })
  blocked?: boolean | null;

  @Field(() => [CardInput], {
    nullable: true,
    description: 'The cards of the wallet from now on; left out: as they were. Client keys leave out no card',
  })
  cards?: CardInput[] | null;
}

function walletOf(row: WalletRow): Wallet {
  return {
    reference: row.reference,
    programme: row.programme,
    customerId: row.customerId,
    blocked: row.isBlocked,
    cards: row.cards.map((card) => ({
      cardId: card.cardId,
      trackingNumber: card.trackingNumber,
      default: card.isDefault,
      blocked: card.isBlocked,
    })),
  };
}

@Resolver(() => Wallet)
export class WalletResolver {
  @AllowedFor('operator', 'client')
  @Query(() => Wallet, {
    nullable: true,
    description: 'By reference or by card; clients see their programme.',
  })
  async wallet(
    @Arg('reference', () => String, { nullable: true }) reference: string | null | undefined,
    @Arg('cardId', () => SafeInt, { nullable: true }) cardId: number | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet | null> {
    if ((reference == null) === (cardId == null)) {
      throw new CardwayError('BAD_REQUEST', {
        field: 'reference',
        message: 'Give either reference or card_id.',
      });
    }
    const by = reference == null ? { cardId: cardId ?? 0 } : { reference };
    const row = await useCases.administration.wallets.find(actorOf(caller), by);
    return row === null ? null : walletOf(row);
  }

  @AllowedFor('operator', 'client')
  @Query(() => WalletConnection, { description: 'By reference; clients see those of their programme.' })
  async wallets(
    @Args(() => WalletsArgs) args: WalletsArgs,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof WalletConnection>> {
    const { programme = null, customerId = null, blocked: isBlocked = null } = args;
    const wanted = namedPageOf(args, 'wallet', { programme, customerId, isBlocked });
    const page = await useCases.administration.wallets.list(actorOf(caller), wanted);
    return namedConnection(page, 'wallet', { name: ({ reference }) => reference, node: walletOf });
  }

  @AllowedFor('operator', 'client')
  @Mutation(() => Wallet, {
    description:
      'Makes or changes a wallet. Kept in the audit log. Client keys lift no block, change no customer and take no card out of a wallet or from another customer; those that are bound to terminals put no wallets.',
  })
  async putWallet(
    @Arg('input', () => PutWalletInput) input: PutWalletInput,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    return walletOf(await useCases.administration.wallets.put(actorOf(caller), putOf(input)));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet, { description: 'Closes a wallet, or one card of it, for money.' })
  async blockWallet(
    @Arg('reference', () => String) reference: string,
    @Arg('cardId', () => SafeInt, { nullable: true }) cardId: number | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    const block = { reference, cardId: cardId ?? null, isBlocked: true };
    return walletOf(await useCases.administration.wallets.setBlocked(actorOf(caller), block));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet)
  async unblockWallet(
    @Arg('reference', () => String) reference: string,
    @Arg('cardId', () => SafeInt, { nullable: true }) cardId: number | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    const block = { reference, cardId: cardId ?? null, isBlocked: false };
    return walletOf(await useCases.administration.wallets.setBlocked(actorOf(caller), block));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet, { description: 'To another programme, with its cards.' })
  async moveWallet(
    @Arg('reference', () => String) reference: string,
    @Arg('programme', () => String) programme: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    return walletOf(await useCases.administration.wallets.move(actorOf(caller), { reference, programme }));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet, { description: 'To another wallet of its programme, which is returned.' })
  async moveCard(
    @Arg('cardId', () => SafeInt) cardId: number,
    @Arg('reference', () => String) reference: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    return walletOf(await useCases.administration.wallets.moveCard(actorOf(caller), { cardId, reference }));
  }
}

function putOf(input: PutWalletInput): PutWallet {
  return {
    reference: input.reference,
    customerId: input.customerId,
    programme: input.programme ?? undefined,
    ...(input.blocked == null ? {} : { isBlocked: input.blocked }),
    ...(input.cards == null
      ? {}
      : {
          cards: input.cards.map((card) => ({
            cardId: card.cardId,
            ...(card.trackingNumber === undefined ? {} : { trackingNumber: card.trackingNumber }),
            ...(card.default == null ? {} : { isDefault: card.default }),
            ...(card.blocked == null ? {} : { isBlocked: card.blocked }),
          })),
        }),
  };
}

function actorOf(caller: GraphQLContext['caller']): Administrator {
  return administratorOf(callerKey(caller));
}

import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { PutWallet } from '../../usecase/administration/administer-wallets.js';
import { administratorOf, type Administrator } from '../../usecase/administration/administrator.js';
import { CardwayError } from '../../errors.js';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { namedConnection, namedPageOf } from './named-page.js';
import { PutWalletInput, Wallet, WalletConnection, walletOf, WalletsArgs } from './wallet.type.js';

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
    const row = await useCases.administration.wallets.find(whoOf(caller), by);
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
    const page = await useCases.administration.wallets.list(whoOf(caller), wanted);
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
    return walletOf(await useCases.administration.wallets.put(whoOf(caller), putOf(input)));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet, { description: 'Closes a wallet, or one card of it, for money.' })
  async blockWallet(
    @Arg('reference', () => String) reference: string,
    @Arg('cardId', () => SafeInt, { nullable: true }) cardId: number | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    const block = { reference, cardId: cardId ?? null, isBlocked: true };
    return walletOf(await useCases.administration.wallets.setBlocked(whoOf(caller), block));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet)
  async unblockWallet(
    @Arg('reference', () => String) reference: string,
    @Arg('cardId', () => SafeInt, { nullable: true }) cardId: number | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    const block = { reference, cardId: cardId ?? null, isBlocked: false };
    return walletOf(await useCases.administration.wallets.setBlocked(whoOf(caller), block));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet, { description: 'To another programme, with its cards.' })
  async moveWallet(
    @Arg('reference', () => String) reference: string,
    @Arg('programme', () => String) programme: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    return walletOf(await useCases.administration.wallets.move(whoOf(caller), { reference, programme }));
  }

  @AllowedFor('operator')
  @Mutation(() => Wallet, { description: 'To another wallet of its programme, which is returned.' })
  async moveCard(
    @Arg('cardId', () => SafeInt) cardId: number,
    @Arg('reference', () => String) reference: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<Wallet> {
    return walletOf(await useCases.administration.wallets.moveCard(whoOf(caller), { cardId, reference }));
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

function whoOf(caller: GraphQLContext['caller']): Administrator {
  return administratorOf(callerKey(caller));
}

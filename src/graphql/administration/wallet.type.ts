import { ArgsType, Field, InputType, ObjectType } from 'type-graphql';
import type { Wallet as WalletRow } from '../../usecase/ports.js';
import { connectionOf } from '../connection.type.js';
import { PageArgs } from '../page-arguments.js';
import { SafeInt } from '../scalars.js';

@ObjectType({ description: 'A card of a wallet.' })
export class Card {
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
export class Wallet {
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

export const WalletConnection = connectionOf(Wallet, 'Wallet');

@ArgsType()
export class WalletsArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  programme?: string | null;

  @Field(() => SafeInt, { nullable: true })
  customerId?: number | null;

  @Field(() => Boolean, { nullable: true })
  blocked?: boolean | null;
}

@InputType()
export class CardInput {
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
export class PutWalletInput {
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

export function walletOf(row: WalletRow): Wallet {
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

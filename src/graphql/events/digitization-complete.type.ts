import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { DigitizationPayload } from '../../core/provisioning/digitization-event.js';
import { SafeInt } from '../scalars.js';

/** Where a card was put; the names of core/wallet-provider.ts. */
export enum WalletProviderName {
  APPLE_PAY = 'APPLE_PAY',
  GOOGLE_PAY = 'GOOGLE_PAY',
  SAMSUNG_PAY = 'SAMSUNG_PAY',
  MERCHANT = 'MERCHANT',
  OTHER = 'OTHER',
}

registerEnumType(WalletProviderName, {
  name: 'WalletProvider',
  valuesConfig: {
    APPLE_PAY: { description: 'Wallet id 103' },
    GOOGLE_PAY: { description: 'Wallet id 216' },
    SAMSUNG_PAY: { description: 'Wallet id 217' },
    MERCHANT: { description: 'Wallet id 327' },
    OTHER: { description: 'Every other one' },
  },
});

@ObjectType({
  description: 'A report of the card network about a digitized card, as the event that it became.',
})
export class DigitizationComplete {
  @Field(() => ID, { description: 'Of the event; the same for the same report' })
  id!: string;

  @Field(() => String, {
    description: 'digitization.complete, .deleted, .stopped, .resumed, .replaced or .exception',
  })
  type!: string;

  @Field(() => String, { description: 'ISO 8601, UTC: when the gateway took the report' })
  occurredAt!: string;

  @Field(() => String)
  programme!: string;

  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => SafeInt)
  customerId!: number;

  @Field(() => WalletProviderName)
  wallet!: WalletProviderName;

  @Field(() => String, { nullable: true, description: 'The network’s number of the wallet' })
  walletId!: string | null;

  @Field(() => String)
  tokenReference!: string;

  @Field(() => String, { nullable: true })
  tokenRequestorId!: string | null;

  @Field(() => String, { nullable: true, description: 'The network’s code of the device, for example 21' })
  deviceType!: string | null;

  @Field(() => String, { nullable: true, description: 'Last four digits of the digitized card number' })
  panLastFour!: string | null;

  @Field(() => String, { nullable: true, description: 'Null where no provisioning attempt led to it' })
  attemptId!: string | null;
}

/** The event as the schema shows it. */
export function digitizationComplete(payload: DigitizationPayload): DigitizationComplete {
  return { ...payload, wallet: WalletProviderName[payload.wallet] };
}

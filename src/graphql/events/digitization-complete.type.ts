import { Field, ID, ObjectType } from 'type-graphql';
import type { EventType as EventTypeValue } from '../../core/events/event.js';
import type { WalletProvider as WalletProviderValue } from '../../core/provisioning/attempt.js';
import type { DigitizationPayload } from '../../core/provisioning/digitization-event.js';
import { closedSet } from '../shapes.js';
import { DateTime, SafeInt } from '../scalars.js';
import { EventType } from './event.js';

export const WalletProvider = closedSet<WalletProviderValue>(
  'WalletProvider',
  'The wallet that a card was put into.',
  {
    APPLE_PAY: 'Apple Pay, wallet id 103.',
    GOOGLE_PAY: 'Google Pay, wallet id 216.',
    SAMSUNG_PAY: 'Samsung Pay, wallet id 217.',
    MERCHANT: 'A merchant, wallet id 327.',
    OTHER: 'Any other wallet.',
  },
);

@ObjectType({ description: 'A report of the card network about a digitized card, as an event.' })
export class DigitizationComplete {
  @Field(() => ID, { description: 'Id of the event. The same report always has the same id.' })
  id!: string;

  @Field(() => EventType, { description: 'Type of the event.' })
  type!: EventTypeValue;

  @Field(() => DateTime, { description: 'When the gateway received the report.' })
  occurredAt!: string;

  @Field(() => String, { description: 'Short name of the programme of the card.' })
  programme!: string;

  @Field(() => SafeInt, { description: 'Card id.' })
  cardId!: number;

  @Field(() => SafeInt, { description: 'Customer id.' })
  customerId!: number;

  @Field(() => WalletProvider, { description: 'The wallet that the card was put into.' })
  wallet!: WalletProviderValue;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the wallet at the network. Null where the report has none.',
  })
  walletId!: string | null;

  @Field(() => String, { description: 'Unique reference of the token at the network.' })
  tokenReference!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the token requestor at the network. Null where the report has none.',
  })
  tokenRequestorId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Code of the device at the network, for example 21. Null where the report has none.',
  })
  deviceType!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Last four digits of the digitized card number. Null where the report has none.',
  })
  panLastFour!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the provisioning attempt that led to it. Null where there was none.',
  })
  attemptId!: string | null;
}

/** Returns the event as the schema shows it. */
export function digitizationComplete(payload: DigitizationPayload): DigitizationComplete {
  return { ...payload };
}

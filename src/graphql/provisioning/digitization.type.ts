import { Field, ID, ObjectType } from 'type-graphql';
import { eventId, type EventType as EventTypeValue } from '../../core/events/event.js';
import {
  walletProvider,
  type WalletProvider as WalletProviderValue,
} from '../../core/provisioning/attempt.js';
import type {
  DigitizationRow,
  DigitizationFilter as Filter,
} from '../../use-cases/provisioning/attempt-port.js';
import { EventType } from '../events/event.js';
import { Node } from '../node.js';
import { connectionOf } from '../paging.js';
import { DateTime, SafeInt } from '../scalars.js';
import {
  boundsOf,
  closedSet,
  Computed,
  given,
  inputType,
  optional,
  required,
  TimeRangeInput,
} from '../shapes.js';

const WalletProvider = closedSet<WalletProviderValue>(
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

const DigitizationState = closedSet<DigitizationRow['state']>(
  'DigitizationState',
  'State of a digitized card.',
  {
    active: 'It was completed, resumed or replaced.',
    stopped: 'It is suspended.',
    deleted: 'It was deleted, or deleted from its device.',
    exception: 'Its activation failed.',
  },
);

@ObjectType({ implements: Node, description: 'A card in a wallet, by the network’s last report.' })
export class Digitization extends Node {
  @Field(() => String, { description: 'Unique reference of the token at the network.' })
  tokenReference!: string;

  @Field(() => DigitizationState, { description: 'State of the token.' })
  state!: DigitizationRow['state'];

  @Field(() => String, { description: 'Short name of the programme of the card.' })
  programme!: string;

  @Field(() => SafeInt, { description: 'Card id.' })
  cardId!: number;

  @Field(() => SafeInt, { description: 'Customer id.' })
  customerId!: number;

  @Computed(({ walletId }: DigitizationRow) => walletProvider(walletId))
  @Field(() => WalletProvider, { description: 'The wallet that the card was put into.' })
  wallet?: WalletProviderValue;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the wallet at the network. Null where no report has it.',
  })
  walletId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the token requestor at the network. Null where no report has it.',
  })
  tokenRequestorId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Code of the device at the network. Null where no report has it.',
  })
  deviceType!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Last four digits of the digitized card number. Null where no report has them.',
  })
  panLastFour!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the provisioning attempt that led to it. Null where there was none.',
  })
  attemptId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Reason code of the network in the last report. Null where it has none.',
  })
  reasonCode!: string | null;

  @Field(() => EventType, { description: 'Type of its last event.' })
  lastEvent!: EventTypeValue;

  @Computed(({ lastEventSequence }: DigitizationRow) => eventId(lastEventSequence))
  @Field(() => ID, { description: 'Id of its last event.' })
  lastEventId?: string;

  @Field(() => DateTime, { name: 'reportedAt', description: 'When the first report came.' })
  reportedAtMs!: number;

  @Field(() => DateTime, { name: 'changedAt', description: 'When the last report came.' })
  changedAtMs!: number;
}

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

export const DigitizationFilter = inputType(
  'DigitizationFilter',
  'Conditions on digitized cards. All given ones must hold.',
  {
    programme: optional(String, 'Short name of the programme of the card.'),
    cardId: optional(SafeInt, 'Card id.'),
    state: optional(DigitizationState, 'State of the token.'),
    tokenReference: optional(String, 'Unique reference of the token at the network.'),
    time: optional(TimeRangeInput, 'When the first report came.'),
  },
);
export type DigitizationFilter = InstanceType<typeof DigitizationFilter>;

export const DigitizationInput = inputType('DigitizationInput', 'A report of the network about a token.', {
  cardId: required(SafeInt, 'Card id.'),
  walletId: required(ID, 'Number of the wallet at the network: 103, 216, 217, 327 …'),
  tokenReference: required(String, 'Unique reference of the token at the network.'),
  tokenRequestorId: required(ID, 'Number of the token requestor at the network.'),
  event: optional(
    String,
    'The network’s word for what happened: complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception.',
  ),
  reportId: optional(
    ID,
    'The reporter’s id of this report. A report with the same id is a repeat. Without an id, a report equal to the last one of its token is a repeat.',
  ),
  device: optional(ID, 'Code of the device at the network, for example 21.'),
  deviceType: optional(ID, 'The same as `device`, under its name in events.'),
  digitizedPan: optional(String, 'The digitized card number. Only its last four digits are kept.'),
  panLastFour: optional(String, 'Last four digits of the digitized card number, instead of the number.'),
  reasonCode: optional(ID, 'Reason code of the network.'),
});
export type DigitizationInput = InstanceType<typeof DigitizationInput>;

export const DigitizationConnection = connectionOf(Digitization, 'Digitization');

export function digitizationFilterOf({ time, ...filter }: DigitizationFilter): Filter {
  return {
    ...given(filter),
    ...boundsOf(time, ['reportedFromMs', 'reportedToMs']),
  };
}

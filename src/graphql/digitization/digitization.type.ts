import { ArgsType, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { SafeInt } from '../scalars.js';
import { TimeRangeInput } from '../time.js';
import { WalletProviderName } from './digitization-complete.type.js';

/** The states of core/digitization-report.ts. */
export enum DigitizationStateName {
  active = 'active',
  stopped = 'stopped',
  deleted = 'deleted',
  exception = 'exception',
}

registerEnumType(DigitizationStateName, {
  name: 'DigitizationState',
  valuesConfig: {
    active: { description: 'Completed, resumed or replaced' },
    stopped: { description: 'Suspended' },
    deleted: { description: 'Removed, or removed from its device' },
    exception: { description: 'The activation came to nothing' },
  },
});

@ObjectType({ description: 'A card in a wallet, as the last report of the network says.' })
export class Digitization {
  @Field(() => String)
  tokenReference!: string;

  @Field(() => DigitizationStateName)
  state!: DigitizationStateName;

  @Field(() => String)
  programme!: string;

  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => SafeInt)
  customerId!: number;

  @Field(() => WalletProviderName)
  wallet!: WalletProviderName;

  @Field(() => String, { nullable: true })
  walletId!: string | null;

  @Field(() => String, { nullable: true })
  tokenRequestorId!: string | null;

  @Field(() => String, { nullable: true })
  deviceType!: string | null;

  @Field(() => String, { nullable: true, description: 'Last four digits of the digitized card number' })
  panLastFour!: string | null;

  @Field(() => String, { nullable: true, description: 'Null where no provisioning attempt led to it' })
  attemptId!: string | null;

  @Field(() => String, { nullable: true, description: 'The network’s code, of the last report' })
  reasonCode!: string | null;

  @Field(() => String, { description: 'Type of the last event' })
  lastEvent!: string;

  @Field(() => String, { description: 'Id of the last event' })
  lastEventId!: string;

  @Field(() => String, { description: 'ISO 8601, as all times here: the first report' })
  reportedAt!: string;

  @Field(() => String, { description: 'The last report' })
  changedAt!: string;
}

@ArgsType()
@InputType({ description: 'All given conditions must hold.' })
export class DigitizationFilter {
  @Field(() => SafeInt, { nullable: true })
  cardId?: number | null;

  @Field(() => DigitizationStateName, { nullable: true })
  state?: DigitizationStateName | null;

  @Field(() => String, { nullable: true })
  tokenReference?: string | null;

  @Field(() => TimeRangeInput, { nullable: true, description: 'When it was first reported' })
  time?: TimeRangeInput | null;
}

import { Field, ID, InputType } from 'type-graphql';
import { SafeInt } from '../scalars.js';

@InputType({ description: 'The network reports what became of a token.' })
export class DigitizationInput {
  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => ID, { description: 'The network’s number of the wallet: 103, 216, 217, 327 …' })
  walletId!: string;

  @Field(() => String, { description: 'The network’s unique reference of the token' })
  tokenReference!: string;

  @Field(() => ID, { description: 'The network’s number of who asked for the token' })
  tokenRequestorId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'complete (the default), Deleted, Deleted_from_device, Stopped, Digitized, Replacement or Digitization_Exception',
  })
  event?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The reporter’s own id of this report, which tells a repeat from a new one. Left out, a report that repeats the last one of its token is a repeat',
  })
  reportId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The network’s code of the device, for example 21' })
  device?: string | null;

  @Field(() => ID, { nullable: true, description: 'The same, by its name in events' })
  deviceType?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The digitized card number. Nothing but its last four digits is kept',
  })
  digitizedPan?: string | null;

  @Field(() => String, { nullable: true, description: 'Its last four digits, where the number is not told' })
  panLastFour?: string | null;

  @Field(() => ID, { nullable: true, description: 'Why, in the network’s own code' })
  reasonCode?: string | null;
}

import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { SafeInt } from '../scalars.js';
import { TimeRangeInput } from '../time.js';

/** The states of core/attempt.ts. */
export enum AttemptStateName {
  issued = 'issued',
  verified = 'verified',
  authorized = 'authorized',
  digitized = 'digitized',
  expired = 'expired',
  superseded = 'superseded',
  declined = 'declined',
}

registerEnumType(AttemptStateName, {
  name: 'ProvisioningAttemptState',
  valuesConfig: {
    issued: { description: 'A secret was issued' },
    verified: { description: 'The secret was verified' },
    authorized: { description: 'A token authorization took it' },
    digitized: { description: 'The network reported the digitization as complete' },
    expired: { description: 'Not verified, or not authorized, in time' },
    superseded: { description: 'A later secret was issued for the card' },
    declined: { description: 'The token authorization was declined' },
  },
});

@ObjectType({ description: 'One change of a provisioning attempt: who, when, from state, to state, why.' })
export class AttemptChange {
  @Field(() => String, { description: 'ISO 8601, UTC' })
  at!: string;

  @Field(() => String, {
    description: 'Id of the key or the terminal; gateway for what ends by itself',
  })
  actor!: string;

  @Field(() => AttemptStateName, { nullable: true, description: 'Null where it began' })
  from!: AttemptStateName | null;

  @Field(() => AttemptStateName)
  to!: AttemptStateName;

  @Field(() => String, { nullable: true })
  reason!: string | null;
}

@ObjectType({
  description: 'One try to put a card into a wallet. The secret is not in it: it is kept nowhere.',
})
export class ProvisioningAttempt {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'The same as id, by its name in events' })
  attemptId!: string;

  @Field(() => AttemptStateName)
  state!: AttemptStateName;

  @Field(() => String)
  programme!: string;

  @Field(() => SafeInt)
  cardId!: number;

  @Field(() => SafeInt)
  customerId!: number;

  @Field(() => String, { description: 'Id of the shared key that the secret was made with' })
  keyId!: string;

  @Field(() => String, { description: 'ISO 8601, as all times here' })
  issuedAt!: string;

  @Field(() => String, { description: 'End of the secret' })
  expiresAt!: string;

  @Field(() => String, { nullable: true })
  verifiedAt!: string | null;

  @Field(() => String, { nullable: true })
  authorizedAt!: string | null;

  @Field(() => String, { nullable: true })
  digitizedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The token that took it' })
  tokenReference!: string | null;

  @Field(() => String, { nullable: true })
  walletId!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Operators only' })
  wrongCodes!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'How many time steps the verified code was off; operators only',
  })
  driftSteps!: number | null;

  @Field(() => [AttemptChange], { description: 'Oldest first' })
  history!: AttemptChange[];
}

@ObjectType({
  description:
    'How far attempts came that were issued in a time. Each counts for every stage that it reached, and for where it ended.',
})
export class ProvisioningFunnel {
  @Field(() => SafeInt)
  issued!: number;

  @Field(() => SafeInt)
  verified!: number;

  @Field(() => SafeInt)
  authorized!: number;

  @Field(() => SafeInt)
  digitized!: number;

  @Field(() => SafeInt)
  expired!: number;

  @Field(() => SafeInt)
  superseded!: number;

  @Field(() => SafeInt)
  declined!: number;
}

@ArgsType()
@InputType({ description: 'All given conditions must hold.' })
export class ProvisioningAttemptFilter {
  @Field(() => SafeInt, { nullable: true })
  cardId?: number | null;

  @Field(() => AttemptStateName, { nullable: true })
  state?: AttemptStateName | null;

  @Field(() => TimeRangeInput, { nullable: true, description: 'When the secret was issued' })
  time?: TimeRangeInput | null;
}

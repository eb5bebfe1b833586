import { isStaff } from '../../core/access/permissions.js';
import { Arg, Args, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { AttemptFilter, AttemptRow } from '../../use-cases/provisioning/attempt-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime, SafeInt } from '../scalars.js';
import { boundsOf, closedSet, Computed, given, inputType, optional, TimeRangeInput } from '../shapes.js';

type State = AttemptRow['state'];

const ProvisioningAttemptState = closedSet<State>(
  'ProvisioningAttemptState',
  'State of a provisioning attempt.',
  {
    issued: 'A secret was issued.',
    verified: 'The secret was verified.',
    authorized: 'A token authorization used it.',
    digitized: 'The network reported the digitization as complete.',
    expired: 'It was not verified or not authorized in time.',
    superseded: 'A later secret was issued for the card.',
    declined: 'The token authorization was declined.',
  },
);

@ObjectType({ description: 'A change of the state of a provisioning attempt.' })
class AttemptChange {
  @Field(() => DateTime, { name: 'at', description: 'When the state changed.' })
  atMs!: number;

  @Field(() => String, {
    description: 'Id of the key or the terminal that caused it; `gateway` where it ended by time.',
  })
  actor!: string;

  @Field(() => ProvisioningAttemptState, {
    name: 'from',
    nullable: true,
    description: 'The state before. Null for the first entry.',
  })
  fromState!: State | null;

  @Field(() => ProvisioningAttemptState, { name: 'to', description: 'The state after.' })
  toState!: State;

  @Field(() => String, {
    nullable: true,
    description: 'Why the state changed. Null where no reason is recorded.',
  })
  reason!: string | null;
}

@ObjectType({
  implements: Node,
  description:
    'An attempt to put a card into a wallet. The secret is not part of it, because it is not stored.',
})
class ProvisioningAttempt extends Node {
  @Field(() => ID, { description: 'The same as `id`, under its name in events.' })
  attemptId!: string;

  @Field(() => ProvisioningAttemptState, { description: 'State of the attempt.' })
  state!: State;

  @Field(() => String, { description: 'Short name of the programme of the card.' })
  programme!: string;

  @Field(() => SafeInt, { description: 'Card id.' })
  cardId!: number;

  @Field(() => SafeInt, { description: 'Customer id.' })
  customerId!: number;

  @Field(() => String, { name: 'keyId', description: 'Id of the shared key that made the secret.' })
  sharedKeyId!: string;

  @Field(() => DateTime, { name: 'issuedAt', description: 'When the secret was issued.' })
  issuedAtMs!: number;

  @Field(() => DateTime, { name: 'expiresAt', description: 'When the secret expires.' })
  expiresAtMs!: number;

  @Field(() => DateTime, {
    name: 'verifiedAt',
    nullable: true,
    description: 'When the secret was verified. Null where it was not.',
  })
  verifiedAtMs!: number | null;

  @Field(() => DateTime, {
    name: 'authorizedAt',
    nullable: true,
    description: 'When a token was authorized. Null where none was.',
  })
  authorizedAtMs!: number | null;

  @Field(() => DateTime, {
    name: 'digitizedAt',
    nullable: true,
    description: 'When the network reported the digitization. Null where it did not.',
  })
  digitizedAtMs!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reference of the token that used it. Null where none did.',
  })
  tokenReference!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the wallet at the network. Null where it is not known.',
  })
  walletId!: string | null;

  @Computed(({ wrongCodes }: AttemptRow, context) => ofOperators(wrongCodes, context))
  @Field(() => SafeInt, {
    nullable: true,
    description: 'Number of wrong codes. Null for everyone except operators.',
  })
  wrongCodes!: number | null;

  @Computed(({ driftSteps }: AttemptRow, context) => ofOperators(driftSteps, context))
  @Field(() => SafeInt, {
    nullable: true,
    description: 'Time steps by which the verified code was off. Null for everyone except operators.',
  })
  driftSteps!: number | null;

  @Field(() => [AttemptChange], { description: 'Its changes of state, oldest first.' })
  history!: readonly AttemptChange[];
}

function ofOperators(value: number | null, { caller }: GraphQLContext): number | null {
  return isStaff(callerKey(caller).role) ? value : null;
}

const COUNTS: Readonly<Record<State, string>> = {
  issued: 'Attempts whose secret was issued.',
  verified: 'Attempts that were verified.',
  authorized: 'Attempts that were authorized.',
  digitized: 'Attempts that were digitized.',
  expired: 'Attempts that expired.',
  superseded: 'Attempts that were superseded.',
  declined: 'Attempts that were declined.',
};

@ObjectType({
  description:
    'How far the attempts of a time came. Each attempt counts for every stage that it reached, and for the way it ended.',
})
class ProvisioningFunnel {
  @Field(() => SafeInt, { description: COUNTS.issued })
  issued!: number;

  @Field(() => SafeInt, { description: COUNTS.verified })
  verified!: number;

  @Field(() => SafeInt, { description: COUNTS.authorized })
  authorized!: number;

  @Field(() => SafeInt, { description: COUNTS.digitized })
  digitized!: number;

  @Field(() => SafeInt, { description: COUNTS.expired })
  expired!: number;

  @Field(() => SafeInt, { description: COUNTS.superseded })
  superseded!: number;

  @Field(() => SafeInt, { description: COUNTS.declined })
  declined!: number;
}

const ProvisioningAttemptFilter = inputType(
  'ProvisioningAttemptFilter',
  'Conditions on provisioning attempts. All given ones must hold.',
  {
    programme: optional(String, 'Short name of the programme.'),
    cardId: optional(SafeInt, 'Card id.'),
    state: optional(ProvisioningAttemptState, 'State of the attempt.'),
    tokenReference: optional(String, 'Reference of the token that used it.'),
    time: optional(TimeRangeInput, 'When the secret was issued.'),
  },
);
type ProvisioningAttemptFilter = InstanceType<typeof ProvisioningAttemptFilter>;

const ProvisioningAttemptConnection = connectionOf(ProvisioningAttempt, 'ProvisioningAttempt');

function attemptFilterOf({ time, ...filter }: ProvisioningAttemptFilter): AttemptFilter {
  return {
    ...given(filter),
    ...boundsOf(time, ['issuedFromMs', 'issuedToMs']),
  };
}

const LIST = 'a';

@Resolver(() => ProvisioningAttempt)
export class AttemptResolver {
  @Requires('readProvisioning')
  @Query(() => ProvisioningAttempt, {
    nullable: true,
    description: 'Finds a provisioning attempt. Null where the caller can see none of this id.',
  })
  provisioningAttempt(
    @Arg('attemptId', () => ID, { description: 'Id of the attempt.' }) attemptId: string,
    @Ctx() context: GraphQLContext,
  ): Promise<ProvisioningAttempt | null> {
    return findAttempt(attemptId, context);
  }

  @Requires('readProvisioning')
  @Query(() => ProvisioningAttemptConnection, { description: 'Lists provisioning attempts, newest first.' })
  async provisioningAttempts(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => ProvisioningAttemptFilter, {
      nullable: true,
      description: 'Conditions on the attempts.',
    })
    filter: ProvisioningAttemptFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof ProvisioningAttemptConnection>> {
    const wanted = pageOf(page, LIST, attemptFilterOf(filter ?? {}));
    const found = await useCases.readAttempts.page(callerKey(caller), wanted);
    return pageConnection(found, LIST);
  }

  @Requires('readFunnel')
  @Query(() => ProvisioningFunnel, { description: 'Counts how far provisioning attempts came.' })
  provisioningFunnel(
    @Arg('filter', () => ProvisioningAttemptFilter, {
      nullable: true,
      description: 'Conditions on the attempts.',
    })
    filter: ProvisioningAttemptFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ProvisioningFunnel> {
    return useCases.readAttempts.funnel(callerKey(caller), attemptFilterOf(filter ?? {}));
  }
}

export function findAttempt(
  attemptId: string,
  { useCases, caller }: GraphQLContext,
): Promise<ProvisioningAttempt | null> {
  return useCases.readAttempts.one(callerKey(caller), attemptId);
}

import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  ID,
  InputType,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from 'type-graphql';
import type { AttemptFilter, AttemptRow } from '../../use-cases/provisioning/attempt-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { AllowedFor } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { isoTime, timeOf, TimeRangeInput } from '../time.js';

/** The states of core/attempt.ts. */
enum AttemptStateName {
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
class AttemptChange {
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
class ProvisioningAttempt {
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
class ProvisioningFunnel {
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
class ProvisioningAttemptFilter {
  @Field(() => SafeInt, { nullable: true })
  cardId?: number | null;

  @Field(() => AttemptStateName, { nullable: true })
  state?: AttemptStateName | null;

  @Field(() => TimeRangeInput, { nullable: true, description: 'When the secret was issued' })
  time?: TimeRangeInput | null;
}

const ProvisioningAttemptConnection = connectionOf(ProvisioningAttempt, 'ProvisioningAttempt');

function attemptView(row: AttemptRow, isOperator: boolean): ProvisioningAttempt {
  return {
    id: row.attemptId,
    attemptId: row.attemptId,
    state: AttemptStateName[row.state],
    programme: row.programme,
    cardId: row.cardId,
    customerId: row.customerId,
    keyId: row.sharedKeyId,
    issuedAt: isoTime(row.issuedAtMs),
    expiresAt: isoTime(row.expiresAtMs),
    verifiedAt: isoTime(row.verifiedAtMs),
    authorizedAt: isoTime(row.authorizedAtMs),
    digitizedAt: isoTime(row.digitizedAtMs),
    tokenReference: row.tokenReference,
    walletId: row.walletId,
    wrongCodes: isOperator ? row.wrongCodes : null,
    driftSteps: isOperator ? row.driftSteps : null,
    history: row.history.map((change) => ({
      at: isoTime(change.atMs),
      actor: change.actor,
      from: change.fromState === null ? null : AttemptStateName[change.fromState],
      to: AttemptStateName[change.toState],
      reason: change.reason,
    })),
  };
}

/** Errors: BAD_REQUEST (a time that is none). */
function attemptFilterOf(filter: ProvisioningAttemptFilter): AttemptFilter {
  return {
    ...(filter.cardId == null ? {} : { cardId: filter.cardId }),
    ...(filter.state == null ? {} : { state: filter.state }),
    ...(filter.time?.from == null ? {} : { issuedFromMs: timeOf('time.from', filter.time.from) }),
    ...(filter.time?.to == null ? {} : { issuedToMs: timeOf('time.to', filter.time.to) }),
  };
}

const LIST = 'a';

@Resolver(() => ProvisioningAttempt)
export class AttemptResolver {
  @AllowedFor('integrator', 'network', 'operator')
  @Query(() => ProvisioningAttempt, { nullable: true, description: 'Null when there is none of this id.' })
  async provisioningAttempt(
    @Arg('attemptId', () => ID) attemptId: string,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ProvisioningAttempt | null> {
    const reader = callerKey(caller);
    const row = await useCases.readAttempts.one(reader, attemptId);
    return row === null ? null : attemptView(row, reader.role === 'operator');
  }

  @AllowedFor('integrator', 'network', 'operator')
  @Query(() => ProvisioningAttemptConnection, { description: 'Newest first.' })
  async provisioningAttempts(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => ProvisioningAttemptFilter) conditions: ProvisioningAttemptFilter,
    @Arg('filter', () => ProvisioningAttemptFilter, {
      nullable: true,
      description: 'The same conditions as one object',
    })
    filter: ProvisioningAttemptFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof ProvisioningAttemptConnection>> {
    const reader = callerKey(caller);
    const wanted = { ...attemptFilterOf(conditions), ...attemptFilterOf(filter ?? {}) };
    const found = await useCases.readAttempts.page(reader, pageOf(page, LIST, wanted));
    return pageConnection(found, LIST, (row) => attemptView(row, reader.role === 'operator'));
  }

  @AllowedFor('integrator', 'operator')
  @Query(() => ProvisioningFunnel, { description: 'How far attempts came.' })
  provisioningFunnel(
    @Arg('filter', () => ProvisioningAttemptFilter, { nullable: true })
    filter: ProvisioningAttemptFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<ProvisioningFunnel> {
    return useCases.readAttempts.funnel(callerKey(caller), attemptFilterOf(filter ?? {}));
  }
}

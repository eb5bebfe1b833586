import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { callerKey } from '../caller-key.js';
import type { GraphQLContext } from '../context.js';
import { PageArgs, pageConnection, pageOf } from '../page-arguments.js';
import { AllowedFor } from '../roles.js';
import { attemptFilterOf, attemptView, ProvisioningAttemptConnection } from './attempt-view.js';
import { ProvisioningAttempt, ProvisioningAttemptFilter, ProvisioningFunnel } from './attempt.type.js';

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

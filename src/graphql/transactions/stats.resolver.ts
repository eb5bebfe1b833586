import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { Stats, statsOf, StatsSpanName } from './stats.type.js';

@Resolver(() => Stats)
export class StatsResolver {
  @AllowedFor('operator')
  @Query(() => Stats, { description: 'Rates, latencies, the mix of results, and the state of the routes.' })
  async stats(
    @Arg('span', () => StatsSpanName, { nullable: true, description: 'Default: MINUTES_15' })
    span: StatsSpanName | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<Stats> {
    const { oversight } = useCases;
    return statsOf(await oversight.stats(span ?? StatsSpanName.MINUTES_15), oversight.routes());
  }
}

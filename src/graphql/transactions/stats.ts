import { Arg, Ctx, Field, Float, Int, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';
import type { RouteHealth as RouteRead } from '../../use-cases/transactions/downstream-port.js';
import type { Stats as StatsRead } from '../../use-cases/transactions/read-stats.js';
import type { GraphQLContext } from '../context.js';
import { AllowedFor } from '../roles.js';
import { SafeInt } from '../scalars.js';
import { isoTime } from '../time.js';

enum StatsSpanName {
  MINUTES_15 = 'MINUTES_15',
  HOURS_24 = 'HOURS_24',
  DAYS_7 = 'DAYS_7',
}

registerEnumType(StatsSpanName, {
  name: 'StatsSpan',
  valuesConfig: {
    MINUTES_15: { description: 'In stretches of a minute' },
    HOURS_24: { description: 'In stretches of 15 minutes' },
    DAYS_7: { description: 'In stretches of 2 hours' },
  },
});

enum BreakerStateName {
  closed = 'closed',
  open = 'open',
  half_open = 'half_open',
}

registerEnumType(BreakerStateName, {
  name: 'BreakerState',
  valuesConfig: {
    closed: { description: 'Calls go through' },
    open: { description: 'Too many failed: calls are refused without being sent' },
    half_open: { description: 'One call is let through, to try' },
  },
});

/** Shared by a stretch and the whole span. */
@ObjectType()
abstract class Counted {
  @Field(() => SafeInt)
  count!: number;

  @Field(() => SafeInt, { description: 'Answered with a positive resultCode' })
  approved!: number;

  @Field(() => SafeInt)
  declined!: number;

  @Field(() => SafeInt, { description: 'Refused and failed' })
  refused!: number;

  @Field(() => SafeInt)
  inDoubt!: number;

  @Field(() => SafeInt)
  contradicted!: number;

  @Field(() => SafeInt, { description: 'Pending, queued and unmatched' })
  open!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'From receipt to the wallet service’s answer, to 2%; null where nothing was answered',
  })
  latencyP50Ms!: number | null;

  @Field(() => SafeInt, { nullable: true })
  latencyP99Ms!: number | null;
}

@ObjectType({ description: 'A stretch of time.' })
class StatsBucket extends Counted {
  @Field(() => String, { description: 'ISO 8601' })
  from!: string;
}

@ObjectType({ description: 'Transactions that wait for something or somebody, as of now.' })
class OpenTransactions {
  @Field(() => SafeInt)
  pending!: number;

  @Field(() => SafeInt, { description: 'An operator may have to settle them' })
  inDoubt!: number;

  @Field(() => SafeInt, { description: 'Advices that are sent again until answered' })
  queued!: number;

  @Field(() => SafeInt)
  unmatched!: number;

  @Field(() => SafeInt)
  contradicted!: number;
}

@ObjectType({ description: 'A downstream route, as the process that answers sees it.' })
class RouteHealth {
  @Field(() => String)
  route!: string;

  @Field(() => BreakerStateName)
  breaker!: BreakerStateName;

  @Field(() => Int, { description: 'Calls under way' })
  concurrent!: number;

  @Field(() => Int, { description: 'Calls that wait for a place' })
  queued!: number;

  @Field(() => Int, { description: 'Calls past their deadline that may still be answered' })
  late!: number;

  @Field(() => SafeInt, { nullable: true, description: 'Its clock minus ours; null before its first answer' })
  clockDriftMs!: number | null;
}

@ObjectType({ description: 'How transactions went over a span of time.' })
class Stats extends Counted {
  @Field(() => String, { description: 'ISO 8601' })
  at!: string;

  @Field(() => StatsSpanName)
  span!: StatsSpanName;

  @Field(() => Int)
  bucketSeconds!: number;

  @Field(() => [StatsBucket], { description: 'Oldest first; the last one is not over.' })
  buckets!: StatsBucket[];

  @Field(() => Float, { description: 'Over the whole span' })
  perSecond!: number;

  @Field(() => OpenTransactions)
  openNow!: OpenTransactions;

  @Field(() => [RouteHealth])
  routes!: RouteHealth[];
}

function statsOf(read: StatsRead, routes: readonly RouteRead[]): Stats {
  const { atMs, bucketMs, buckets, openNow, span, ...counted } = read;
  return {
    ...counted,
    at: isoTime(atMs),
    span: StatsSpanName[span],
    bucketSeconds: bucketMs / 1000,
    buckets: buckets.map(({ fromMs, ...bucket }) => ({ ...bucket, from: isoTime(fromMs) })),
    perSecond: (counted.count * 1000) / (atMs - (buckets[0]?.fromMs ?? 0)),
    openNow: {
      pending: openNow.pending,
      inDoubt: openNow.in_doubt,
      queued: openNow.queued,
      unmatched: openNow.unmatched,
      contradicted: openNow.contradicted,
    },
    routes: routes.map((route) => ({ ...route, breaker: BreakerStateName[route.breaker] })),
  };
}

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

import { Arg, Ctx, Field, Float, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { RouteHealth as RouteRead } from '../../use-cases/transactions/downstream-port.js';
import type { Stats as StatsRead } from '../../use-cases/transactions/history/read-stats.js';
import { closedSet } from '../shapes.js';
import type { GraphQLContext } from '../context.js';
import { Requires } from '../roles.js';
import { DateTime, SafeInt } from '../scalars.js';

type Span = StatsRead['span'];

const StatsSpan = closedSet<Span>('StatsSpan', 'A span of time up to now.', {
  MINUTES_15: 'The last 15 minutes, in buckets of a minute.',
  HOURS_24: 'The last 24 hours, in buckets of 15 minutes.',
  DAYS_7: 'The last 7 days, in buckets of 2 hours.',
});

const BreakerState = closedSet<RouteRead['breaker']>('BreakerState', 'Whether calls of a route are sent.', {
  closed: 'Calls are sent.',
  open: 'Too many calls failed. Calls are refused and not sent.',
  half_open: 'One call is sent as a trial.',
});

/** Counts that a bucket and the whole span share. */
@ObjectType()
abstract class Counted {
  @Field(() => SafeInt, { description: 'Number of transactions.' })
  count!: number;

  @Field(() => SafeInt, { description: 'Transactions with resultCode 1 or 2.' })
  approved!: number;

  @Field(() => SafeInt, { description: 'Transactions with another resultCode.' })
  declined!: number;

  @Field(() => SafeInt, {
    description:
      'Transactions in the states REFUSED and FAILED, and reversals that were accepted and not sent.',
  })
  refused!: number;

  @Field(() => SafeInt, { description: 'Transactions in the state IN_DOUBT.' })
  inDoubt!: number;

  @Field(() => SafeInt, { description: 'Transactions in the state CONTRADICTED.' })
  contradicted!: number;

  @Field(() => SafeInt, { description: 'Transactions in the states PENDING, QUEUED and UNMATCHED.' })
  open!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Median time from receipt to the answer of the wallet service, in milliseconds, to 2%. Calls that were sent again have none. Null where nothing was answered.',
  })
  latencyP50Ms!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: '99th percentile of the same time, in milliseconds. Null where nothing was answered.',
  })
  latencyP99Ms!: number | null;
}

@ObjectType({ description: 'The transactions of a bucket of time.' })
class StatsBucket extends Counted {
  @Field(() => DateTime, { name: 'from', description: 'Begin of the bucket.' })
  fromMs!: number;
}

@ObjectType({ description: 'Transactions that are not finished now.' })
class OpenTransactions {
  @Field(() => SafeInt, { description: 'Transactions in the state PENDING.' })
  pending!: number;

  @Field(() => SafeInt, {
    description: 'Transactions in the state IN_DOUBT. An operator may have to settle them.',
  })
  inDoubt!: number;

  @Field(() => SafeInt, {
    description: 'Advices in the state QUEUED. They are sent again until they are answered.',
  })
  queued!: number;

  @Field(() => SafeInt, { description: 'Advices in the state UNMATCHED.' })
  unmatched!: number;

  @Field(() => SafeInt, { description: 'Transactions in the state CONTRADICTED.' })
  contradicted!: number;
}

@ObjectType({ description: 'A route to a wallet service, as the process that answers sees it.' })
class RouteHealth {
  @Field(() => String, { description: 'Name of the route.' })
  route!: string;

  @Field(() => BreakerState, { description: 'Whether calls are sent.' })
  breaker!: RouteRead['breaker'];

  @Field(() => Int, { description: 'Calls that are under way.' })
  concurrent!: number;

  @Field(() => Int, { description: 'Calls that wait for a place.' })
  queued!: number;

  @Field(() => Int, { description: 'Calls past their deadline that may still be answered.' })
  late!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Its clock minus the clock of the gateway, in milliseconds. Null before its first answer.',
  })
  clockDriftMs!: number | null;
}

@ObjectType({ description: 'The transactions of a span of time.' })
class Stats extends Counted {
  @Field(() => DateTime, { name: 'at', description: 'When this was counted.' })
  atMs!: number;

  @Field(() => StatsSpan, { description: 'The span.' })
  span!: Span;

  @Field(() => Int, { description: 'Length of a bucket in seconds.' })
  bucketSeconds!: number;

  @Field(() => [StatsBucket], { description: 'The buckets, oldest first. The last one is not over.' })
  buckets!: readonly StatsBucket[];

  @Field(() => Float, { description: 'Transactions a second over the whole span.' })
  perSecond!: number;

  @Field(() => OpenTransactions, { description: 'Transactions that are not finished now.' })
  openNow!: OpenTransactions;

  @Field(() => [RouteHealth], { description: 'The routes to the wallet services.' })
  routes!: RouteHealth[];
}

function statsOf(read: StatsRead, routes: readonly RouteRead[]): Stats {
  const { atMs, bucketMs, buckets, openNow, span, ...counted } = read;
  return {
    ...counted,
    atMs,
    span,
    bucketSeconds: bucketMs / 1000,
    buckets,
    perSecond: (counted.count * 1000) / (atMs - (buckets[0]?.fromMs ?? 0)),
    openNow: {
      pending: openNow.pending,
      inDoubt: openNow.in_doubt,
      queued: openNow.queued,
      unmatched: openNow.unmatched,
      contradicted: openNow.contradicted,
    },
    routes: [...routes],
  };
}

@Resolver(() => Stats)
export class StatsResolver {
  @Requires('monitor')
  @Query(() => Stats, {
    description:
      'Counts transactions and measures their latency over a span, and shows the state of the routes.',
  })
  async stats(
    @Arg('span', () => StatsSpan, { nullable: true, description: 'The span. Default: MINUTES_15.' })
    span: Span | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<Stats> {
    const { monitoring } = useCases;
    return statsOf(await monitoring.stats(span ?? 'MINUTES_15'), monitoring.routes());
  }
}

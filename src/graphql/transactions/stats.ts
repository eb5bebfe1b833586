import { Float, Int } from 'type-graphql';
import type { RouteHealth as RouteRead } from '../../use-cases/transactions/downstream-port.js';
import type { Stats as StatsRead } from '../../use-cases/transactions/history/read-stats.js';
import { closedSet, computed, field, nullable, objectType, time } from '../shapes.js';
import { query, resolverOf } from '../root-fields.js';
import { SafeInt } from '../scalars.js';

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
const COUNTED = {
  count: field(SafeInt, 'Number of transactions.'),
  approved: field(SafeInt, 'Transactions with resultCode 1 or 2.'),
  declined: field(SafeInt, 'Transactions with another resultCode.'),
  refused: field(
    SafeInt,
    'Transactions in the states REFUSED and FAILED, and reversals that were accepted and not sent.',
  ),
  inDoubt: field(SafeInt, 'Transactions in the state IN_DOUBT.'),
  contradicted: field(SafeInt, 'Transactions in the state CONTRADICTED.'),
  open: field(SafeInt, 'Transactions in the states PENDING, QUEUED and UNMATCHED.'),
  unheard: field(SafeInt, 'Approved ones whose caller got a refusal of the gateway.'),
  timedOut: field(SafeInt, 'Callers that got a time-out (-7), whatever the transaction became.'),
  ownReplies: field(SafeInt, 'Callers that got another refusal of the gateway itself.'),
  latencyP50Ms: nullable(
    SafeInt,
    'Median time from receipt to the answer of the wallet service, in milliseconds, to 2%. A call without an answer counts with its deadline, one that was sent again not at all. Null where nothing was sent.',
  ),
  latencyP99Ms: nullable(SafeInt, '99th percentile of it, in milliseconds. Null where nothing was sent.'),
};

const StatsBucket = objectType('StatsBucket', 'The transactions of a bucket of time.', {
  ...COUNTED,
  from: time('fromMs', 'Begin of the bucket.'),
});

const OpenTransactions = objectType('OpenTransactions', 'Transactions that are not finished now.', {
  pending: field(SafeInt, 'Transactions in the state PENDING.'),
  inDoubt: field(SafeInt, 'Transactions IN_DOUBT. An operator may have to settle them.', 'in_doubt'),
  queued: field(SafeInt, 'QUEUED advices. They are sent again until they are answered.'),
  unmatched: field(SafeInt, 'Advices in the state UNMATCHED.'),
  contradicted: field(SafeInt, 'Transactions in the state CONTRADICTED.'),
});

const RouteHealth = objectType(
  'RouteHealth',
  'A route to a wallet service, as the process that answers sees it.',
  {
    route: field(String, 'Name of the route.'),
    breaker: field(BreakerState, 'Whether calls are sent.'),
    concurrent: field(Int, 'Calls that are under way.'),
    queued: field(Int, 'Calls that wait for a place.'),
    late: field(Int, 'Calls past their deadline that may still be answered.'),
    clockDriftMs: nullable(
      SafeInt,
      'Its clock minus the clock of the gateway, in milliseconds. Null before its first answer.',
    ),
  },
);

const Stats = objectType('Stats', 'The transactions of a span of time.', {
  ...COUNTED,
  at: time('atMs', 'When this was counted.'),
  span: field(StatsSpan, 'The span.'),
  bucketSeconds: computed(
    Int,
    'Length of a bucket in seconds.',
    ({ bucketMs }: StatsRead) => bucketMs / 1000,
  ),
  buckets: field([StatsBucket], 'The buckets, oldest first. The last one is not over.'),
  perSecond: computed(
    Float,
    'Transactions a second over the whole span.',
    ({ count, atMs, buckets }: StatsRead) => (count * 1000) / (atMs - (buckets[0]?.fromMs ?? 0)),
  ),
  openNow: field(OpenTransactions, 'Transactions that are not finished now.'),
  routes: field([RouteHealth], 'The routes to the wallet services.'),
});

export const StatsResolver = resolverOf({
  stats: query({
    permission: 'monitor',
    args: { span: nullable(StatsSpan, 'The span. Default: MINUTES_15.') },
    gives: field(
      Stats,
      'Counts transactions and measures their latency over a span, and shows the state of the routes.',
    ),
    async resolve({ span }, { useCases: { monitoring } }) {
      return { ...(await monitoring.stats(span ?? 'MINUTES_15')), routes: monitoring.routes() };
    },
  }),
});

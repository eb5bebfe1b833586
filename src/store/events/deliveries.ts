import { sql } from 'kysely';
import { CardwayError } from '../../platform/errors.js';
import type {
  Deliveries,
  Delivery,
  DueDeliveries,
  DeliveryAttempt,
  DeliveryFilter,
} from '../../use-cases/events/delivery-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { endpointLock, EVENT_LOG, OLD_EVENTS } from '../engine/locks.js';
import { firstOnce, type Operation, run, runOnce } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createRows, createWindowedList, during, equal } from '../engine/windowed-list.js';
import { createAppendEvent } from './append.js';
import { createFinish } from './finish.js';
import { createLease } from './lease.js';
import { createResend } from './resend.js';
import { named } from '../engine/names.js';
import type { StoreParts } from '../parts.js';

/** Creates the deliveries of a database: each change is one commit, and reads see only committed data. */
export function createDeliveries(args: StoreParts): Deliveries {
  const { dialect, connection, commits, change } = args;
  const append = createAppendEvent(dialect);
  const reader = createDeliveryReader(dialect);
  const due = createDue(dialect);
  const leases = createLease(dialect, args.sealer);
  const finish = createFinish(dialect, append);
  const resend = createResend(dialect);
  return {
    due: () => connection.read(due()),
    lease: (input) => commits.submit(() => leases.lease(input), { isHousekeeping: true, isQuiet: true }),
    // A failure may append an event.
    finish: (input) => {
      const isQuiet = input.outcome.kind === 'delivered';
      const locks = [endpointLock(input.lease.endpointId), ...(isQuiet ? [] : [EVENT_LOG])];
      return commits.submit(() => finish(input), { locks, isQuiet });
    },
    release: (input) => commits.submit(() => leases.release(input)),
    releaseAll: () => commits.submit(() => leases.releaseAll()),
    addTest: ({ endpointId, event, nowMs }) =>
      commits.submit(function* () {
        const eventSequence = yield* append({ ...event, programme: null }, nowMs);
        const added = yield* firstOnce(
          dialect.compiler
            .insertInto('deliveries')
            .values({
              event_sequence: eventSequence ?? 0,
              endpoint_id: endpointId,
              state: 'pending',
              next_attempt_at_ms: dialect.leaseNow,
            })
            .returning('sequence'),
        );
        return yield* required(reader, added?.sequence);
      }),
    resend: (input) =>
      change(
        function* (record) {
          const sequence = yield* resend.one(input);
          if (sequence === null) return null;
          if (input.note !== null) record({ ...input.note, before: {} });
          return yield* required(reader, sequence);
        },
        [OLD_EVENTS],
      ),
    resendRange: (range) =>
      change(
        function* (record) {
          if (range.note !== null) record({ ...range.note, before: {} });
          return yield* resend.range(range);
        },
        [endpointLock(range.endpointId), OLD_EVENTS],
      ),
    find: (sequence) => connection.read(reader.find(sequence)),
    list: createWindowedList(connection, args.settings, reader),
    attempts: (sequences) => connection.readAside(reader.attempts(sequences)),
  };
}

function* required(reader: DeliveryReader, sequence: number | undefined): Operation<Delivery> {
  const delivery = sequence === undefined ? null : yield* reader.find(sequence);
  if (delivery !== null) return delivery;
  throw new CardwayError('INTERNAL', { cause: new Error('A delivery that was written cannot be found.') });
}

/**
 * Finds the endpoints with due deliveries. Reads the index of pending deliveries once for each endpoint that has any. A long
 * backlog of one endpoint therefore costs nothing here.
 */
export function createDue(dialect: StoreDialect): () => Operation<DueDeliveries> {
  const waiting = compileWaiting(dialect);
  return function* due() {
    const { rows } = yield* run(waiting, {});
    const later = rows.map(({ dueInMs }) => dueInMs).filter((dueInMs) => dueInMs > 0);
    return {
      endpoints: rows
        .filter(({ dueInMs }) => dueInMs <= 0)
        .map(({ endpointId, dueInMs, failingSinceMs }) => ({
          endpointId,
          waitedMs: Math.abs(dueInMs),
          isFailing: failingSinceMs !== null,
        }))
        .sort((a, b) => b.waitedMs - a.waitedMs),
      nextDueInMs: later.length === 0 ? null : later.reduce((a, b) => Math.min(a, b)),
    };
  };
}

function compileWaiting({ compiler, leaseNow }: StoreDialect) {
  return compile(() =>
    compiler
      .withRecursive('waiting(endpoint_id)', (db) =>
        db
          .selectNoFrom(
            sql<string | null>`(select min(endpoint_id) from deliveries where state = 'pending')`.as(
              'endpoint_id',
            ),
          )
          .unionAll(
            db
              .selectFrom('waiting')
              .select(
                sql<string | null>`(select min(d.endpoint_id) from deliveries d
                  where d.state = 'pending' and d.endpoint_id > waiting.endpoint_id)`.as('endpoint_id'),
              )
              .where('waiting.endpoint_id', 'is not', null),
          ),
      )
      .selectFrom('waiting')
      .innerJoin('endpoints', 'endpoints.endpoint_id', 'waiting.endpoint_id')
      .select([
        'endpoints.endpoint_id as endpointId',
        'endpoints.failing_since_ms as failingSinceMs',
        sql<number>`(select min(d.next_attempt_at_ms) from deliveries d
          where d.state = 'pending' and d.endpoint_id = waiting.endpoint_id) - ${leaseNow}`.as('dueInMs'),
      ])
      .where('endpoints.disabled_reason', 'is', null),
  );
}

type DeliveryReader = ReturnType<typeof createDeliveryReader>;

export function createDeliveryReader(dialect: StoreDialect) {
  return {
    find: (sequence: number): Operation<Delivery | null> =>
      firstOnce(selectDeliveries(dialect).where('deliveries.sequence', '=', sequence)),
    ...createRows(
      dialect,
      'deliveries',
      createMatching(dialect),
      ({ eventSequence }) => eventSequence !== undefined,
    ),
    *attempts(sequences: readonly number[]): Operation<ReadonlyMap<number, readonly DeliveryAttempt[]>> {
      if (sequences.length === 0) return new Map();
      const { rows } = yield* runOnce(
        dialect.compiler
          .selectFrom('delivery_attempts')
          .select(named('delivery', 'startedAtMs', 'durationMs', 'httpStatus', 'failure', 'responseExcerpt'))
          .where('delivery', 'in', sequences)
          .orderBy('sequence'),
      );
      const found = new Map(sequences.map((sequence): [number, DeliveryAttempt[]] => [sequence, []]));
      for (const { delivery, ...attempt } of rows) found.get(delivery)?.push(attempt);
      return found;
    },
  };
}

function createMatching(dialect: StoreDialect) {
  return ({ state, eventSequence, ...filter }: DeliveryFilter) =>
    selectDeliveries(dialect)
      .where(equal({ 'endpoints.programme': filter.programme, 'deliveries.endpoint_id': filter.endpointId }))
      .where(equal({ 'deliveries.event_sequence': eventSequence, 'events.type': filter.eventType }))
      .where(equal({ 'deliveries.state': state }))
      .$if(isOpen(state), (q) => q.where(IS_OPEN))
      .where(during('events.recorded_at_ms', filter.recordedFromMs, filter.recordedToMs));
}

function isOpen(state: DeliveryFilter['state']): boolean {
  return state === 'pending' || state === 'dead';
}

/** Explicit, because SQLite uses a partial index only for a query that repeats its condition. */
const IS_OPEN = sql<boolean>`deliveries.state <> 'delivered'`;

/** Selects deliveries with the columns of their event and endpoint, under the names of a Delivery. */
function selectDeliveries({ compiler, leaseNow }: StoreDialect) {
  return compiler
    .selectFrom('deliveries')
    .innerJoin('events', 'events.sequence', 'deliveries.event_sequence')
    .innerJoin('endpoints', 'endpoints.endpoint_id', 'deliveries.endpoint_id')
    .select([
      'deliveries.sequence',
      'deliveries.event_sequence as eventSequence',
      'events.type as eventType',
      'deliveries.endpoint_id as endpointId',
      'endpoints.programme',
      'deliveries.state',
      'deliveries.attempt_count as attemptCount',
      // The next attempt of a leased delivery is running.
      sql<number | null>`case when deliveries.lease_until_ms > ${leaseNow} then null
        else deliveries.next_attempt_at_ms end`.as('nextAttemptAtMs'),
      'events.recorded_at_ms as createdAtMs',
    ]);
}

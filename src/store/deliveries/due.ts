import { sql } from 'kysely';
import type { DueDeliveries } from '../../usecase/ports.js';
import type { StoreDialect } from '../dialect/dialect.js';
import { run, type Operation } from '../operation.js';
import { compile } from '../statement.js';

/**
 * Which endpoints wait for something. The index of pending deliveries is entered once for each endpoint that has any, so that
 * what one endpoint has piled up costs nothing here.
 */
export function createDue(dialect: StoreDialect): () => Operation<DueDeliveries> {
  const waiting = compileWaiting(dialect);
  return function* due() {
    const { rows } = yield* run(waiting, {});
    const endpoints = rows.filter(({ dueInMs }) => dueInMs <= 0);
    const later = rows.map(({ dueInMs }) => dueInMs).filter((dueInMs) => dueInMs > 0);
    return {
      endpoints: endpoints
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

import { sql } from 'kysely';
import type { Sealer } from '../../core/access/seal.js';
import type { EndpointHeaders } from '../../core/events/endpoint-headers.js';
import type { StoredEvent } from '../../core/events/event.js';
import type { Deliveries, LeasedDelivery } from '../../use-cases/events/delivery-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { all, databaseNowMs, first, type Operation, runOnce } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { EVENT } from './append.js';
import { secretContext } from './endpoints.js';
import { named } from '../engine/names.js';

/**
 * Creates the leases. A lease moves the next attempt to its own end. If the process dies, the delivery is due then, without a
 * clean-up. The token grows with each lease and reveals a late worker.
 */
export function createLease(dialect: StoreDialect, sealer: Sealer) {
  const lease = compileLease(dialect);
  const release = dialect.compiler
    .updateTable('deliveries')
    .set({ next_attempt_at_ms: dialect.leaseNow, lease_until_ms: 0 })
    .where('state', '=', sql.lit('pending'));
  const endpoint = compileEndpoint(dialect);

  /** Returns events by sequence. One event mostly goes to many endpoints, which share one object. */
  function* eventsOf(
    deliveries: readonly { readonly eventSequence: number }[],
  ): Operation<ReadonlyMap<number, StoredEvent>> {
    const sequences = [...new Set(deliveries.map(({ eventSequence }) => eventSequence))];
    const found = dialect.compiler.selectFrom('events').select(EVENT).where('sequence', 'in', sequences);
    return new Map((yield* runOnce(found)).rows.map((event) => [event.sequence, event]));
  }

  return {
    *lease({ endpoints, leaseMs }: Parameters<Deliveries['lease']>[0]): Operation<readonly LeasedDelivery[]> {
      const leased: (Omit<LeasedDelivery, 'leasedAtMs' | 'event'> & { readonly eventSequence: number })[] =
        [];
      for (const { endpointId, limit } of endpoints) {
        const target = yield* first(endpoint, { endpointId });
        if (target === null) continue;
        const isFailing = target.failing_since_ms !== null;
        const about = { endpointId, url: target.url, ...opened(sealer, target, endpointId), isFailing };
        const rows = yield* all(lease, { endpointId, limit, leaseMs });
        leased.push(...rows.map((row) => ({ ...row, ...about })).sort((a, b) => a.sequence - b.sequence));
      }
      if (leased.length === 0) return [];
      const events = yield* eventsOf(leased);
      const leasedAtMs = yield* databaseNowMs(dialect);
      return leased.flatMap(({ eventSequence, ...delivery }) => {
        const event = events.get(eventSequence);
        return event === undefined ? [] : [{ ...delivery, event, leasedAtMs }];
      });
    },
    *release({ leases }: Parameters<Deliveries['release']>[0]): Operation<void> {
      for (const { sequence, leaseToken } of leases)
        yield* runOnce(release.where('sequence', '=', sequence).where('lease_token', '=', leaseToken));
    },
    *releaseAll(): Operation<void> {
      yield* runOnce(release.where('lease_until_ms', '>', 0));
    },
  };
}

type Target = NonNullable<ReturnType<typeof compileEndpoint>['row']>;

/** Returns the secrets of an endpoint, the present one first, and its own headers. */
function opened(sealer: Sealer, target: Target, endpointId: string) {
  const [secret, previous, headers] = [
    target.sealed_secret,
    target.sealed_previous_secret,
    target.sealed_headers,
  ].map((sealed) => sealed && sealer.open(sealed, secretContext(endpointId)).toString('utf8'));
  return {
    secrets: [secret, previous].filter((each) => each != null),
    headers: JSON.parse(headers ?? '{}') as EndpointHeaders,
  };
}

/** The previous secret ends by the clock of the leases, as it began: nodes agree on it, whatever their own clocks say. */
function compileEndpoint({ compiler, leaseNow }: StoreDialect) {
  return compile((p: { endpointId: string }) =>
    compiler
      .selectFrom('endpoints')
      .select((eb) => [
        'url',
        'sealed_secret',
        'sealed_headers',
        'failing_since_ms',
        eb
          .case()
          .when('previous_secret_until_ms', '>', leaseNow)
          .then(eb.ref('sealed_previous_secret'))
          .end()
          .as('sealed_previous_secret'),
      ])
      .where('endpoint_id', '=', p.endpointId)
      .where('disabled_reason', 'is', null),
  );
}

/** Leases all due deliveries in one statement. It skips those that another process is leasing at this moment. */
function compileLease({ compiler, isTakenFrom, leaseNow }: StoreDialect) {
  return compile((p: { endpointId: string; limit: number; leaseMs: number }) =>
    compiler
      .updateTable('deliveries')
      .set((eb) => ({
        lease_token: eb('lease_token', '+', sql.lit(1)),
        lease_until_ms: sql<number>`${leaseNow} + ${p.leaseMs}`,
        next_attempt_at_ms: sql<number>`${leaseNow} + ${p.leaseMs}`,
      }))
      .where((eb) =>
        isTakenFrom(
          eb
            .selectFrom('deliveries')
            .select('sequence')
            .where('state', '=', sql.lit('pending'))
            .where('endpoint_id', '=', p.endpointId)
            .where('next_attempt_at_ms', '<=', leaseNow)
            .orderBy('next_attempt_at_ms')
            .limit(p.limit),
        ),
      )
      .returning(named('sequence', 'leaseToken', 'eventSequence', 'attemptCount')),
  );
}

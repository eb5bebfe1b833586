import { sql } from 'kysely';
import { ENDPOINT_FAILING_MS, healthAfterFailure } from '../../core/events/delivery.js';
import { type NewEvent, operatorEvent } from '../../core/events/event.js';
import type {
  Deliveries,
  DeliveryState,
  Endpoint,
  FinishedDelivery,
} from '../../use-cases/events/delivery-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { databaseNowMs, first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import type { AppendEvent } from './append.js';
import { compileEndpointStatements } from './endpoints.js';
import { columnsOf } from '../engine/names.js';

type FinishInput = Parameters<Deliveries['finish']>[0];

/**
 * Creates the step that finishes an attempt in one commit: the attempt, the new state of the delivery, and the health of the
 * endpoint. A failure may add an event that warns the endpoint's programme.
 */
export function createFinish(dialect: StoreDialect, append: AppendEvent) {
  const endpoints = compileEndpointStatements(dialect);
  const move = compileMove(dialect);
  const keep = compileKeep(dialect);

  function* healthAfter(input: FinishInput): Step<'as_before' | 'warned' | 'disabled'> {
    const endpoint = yield* first(endpoints.find, input.lease);
    if (endpoint?.disabledReason !== null) return 'as_before';
    const nowMs = yield* databaseNowMs(dialect);
    const failingSinceMs = endpoint.failingSinceMs ?? nowMs;
    const verdict = healthAfterFailure(endpoint, nowMs, input.disableAfterMs);
    const warnedAtMs = verdict.kind === 'warn' ? nowMs : endpoint.warnedAtMs;
    if (verdict.kind === 'warn' || endpoint.failingSinceMs === null) {
      yield* run(endpoints.fail, { endpointId: endpoint.endpointId, failingSinceMs, warnedAtMs });
    }
    if (nowMs - failingSinceMs >= ENDPOINT_FAILING_MS)
      yield* append(endpointFailing({ endpoint, failingSinceMs, nowMs }), nowMs);
    const reason = input.attempt.failure === 'gone' ? 'gone' : verdict.kind === 'disable' ? 'failing' : null;
    if (reason !== null) {
      yield* run(endpoints.disable, { endpointId: endpoint.endpointId, reason, nowMs });
      return 'disabled';
    }
    if (verdict.kind !== 'warn') return 'as_before';
    yield* append(endpointDisabling({ endpoint, failingSinceMs, nowMs }, verdict.disablesAtMs), nowMs);
    return 'warned';
  }

  /** Returns false where another process has the delivery by now. */
  function* moveOn({ lease, attempt, outcome }: FinishInput): Step<boolean> {
    const { changes } = yield* run(move, {
      ...lease,
      state: STATES[outcome.kind],
      nextAttemptInMs: outcome.kind === 'retry' ? outcome.inMs : null,
    });
    if (changes === 1) yield* run(keep, { ...attempt, delivery: lease.sequence });
    return changes === 1;
  }

  return function* finish(input: FinishInput): Operation<FinishedDelivery> {
    if (!(yield* moveOn(input))) return { kind: 'lost' };
    if (input.outcome.kind !== 'delivered') return { kind: 'finished', endpoint: yield* healthAfter(input) };
    yield* run(endpoints.recover, { endpointId: input.lease.endpointId });
    return { kind: 'finished', endpoint: 'as_before' };
  };
}

const STATES = { delivered: 'delivered', retry: 'pending', dead: 'dead' } as const;

/** Endpoint that fails, and the time of the event about it. */
interface Failing {
  readonly endpoint: Pick<Endpoint, 'endpointId' | 'programme'>;
  readonly failingSinceMs: number;
  readonly nowMs: number;
}

/** Returns the event for operators, one for each time that the endpoint fails. */
function endpointFailing({ endpoint: { endpointId, programme }, failingSinceMs, nowMs }: Failing): NewEvent {
  const failingSince = new Date(failingSinceMs).toISOString();
  const key = `${endpointId}:${String(failingSinceMs)}`;
  return operatorEvent('endpoint.failing', key, nowMs, { programme, endpointId, failingSince });
}

/** Returns the event that warns the programme in time for a repair (docs/reference/events.md#delivery-schedule). */
function endpointDisabling({ endpoint, failingSinceMs, nowMs }: Failing, disablesAtMs: number): NewEvent {
  const { endpointId, programme } = endpoint;
  const failingSince = new Date(failingSinceMs).toISOString();
  const data = { endpointId, failingSince, disablesAt: new Date(disablesAtMs).toISOString() };
  const key = `${endpointId}:${String(nowMs)}`;
  return { ...operatorEvent('endpoint.disabling', key, nowMs, data), programme };
}

function compileMove({ compiler, leaseNow }: StoreDialect) {
  return compile(
    (p: { sequence: number; leaseToken: number; state: DeliveryState; nextAttemptInMs: number | null }) =>
      compiler
        .updateTable('deliveries')
        .set((eb) => ({
          state: p.state,
          attempt_count: eb('attempt_count', '+', sql.lit(1)),
          next_attempt_at_ms: sql<number | null>`${leaseNow} + ${p.nextAttemptInMs}`,
          lease_until_ms: sql.lit(0),
        }))
        .where('sequence', '=', p.sequence)
        .where('lease_token', '=', p.leaseToken)
        .where('state', '=', sql.lit('pending')),
  );
}

function compileKeep({ compiler }: StoreDialect) {
  return compile((p: FinishInput['attempt'] & { readonly delivery: number }) =>
    compiler
      .insertInto('delivery_attempts')
      .values(
        columnsOf(p, 'delivery', 'startedAtMs', 'durationMs', 'httpStatus', 'failure', 'responseExcerpt'),
      ),
  );
}

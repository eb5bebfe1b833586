import { ID, Int } from 'type-graphql';
import type { AttemptFailure } from '../../core/events/delivery.js';
import { eventId } from '../../core/events/event.js';
import type {
  Delivery as DeliveryRow,
  DeliveryFilter as Filter,
} from '../../use-cases/events/delivery-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { list, mutation, query, resolverOf } from '../root-fields.js';
import {
  boundsOf,
  closedSet,
  computed,
  field,
  given,
  inputType,
  nodeType,
  nullable,
  objectType,
  time,
  timeOrNull,
  TimeRangeInput,
} from '../shapes.js';
import { EventType, sequenceOfEvent } from './event.js';

const DeliveryState = closedSet<DeliveryRow['state']>('DeliveryState', 'State of a delivery.', {
  pending: 'It is sent now or at its next attempt.',
  delivered: 'The receiver answered 2xx.',
  dead: 'No attempt is left. An operator can resend it.',
});

const DeliveryFailure = closedSet<AttemptFailure>('DeliveryFailure', 'Why an attempt to deliver failed.', {
  timeout: 'There was no answer in time.',
  address_refused: 'The host name leads to an address that webhooks must not reach.',
  unresolved: 'The host name leads to no address.',
  connection_failed: 'The connection could not be made, or broke.',
  certificate_refused: 'The certificate of the receiver is not valid.',
  answer_unreadable: 'The answer was no HTTP.',
  redirect: 'The receiver answered with a redirect. It is not followed.',
  gone: 'The receiver answered 410. Its endpoint is disabled.',
  http_status: 'The receiver answered with another status than 2xx.',
});

const DeliveryAttempt = objectType('DeliveryAttempt', 'One attempt to deliver an event to an endpoint.', {
  startedAt: time('startedAtMs', 'When the attempt began.'),
  durationMs: field(Int, 'How long the attempt took, in milliseconds.'),
  responseCode: nullable(Int, 'HTTP status of the answer. Null where there was no answer.', 'httpStatus'),
  failure: nullable(DeliveryFailure, 'Why the attempt failed. Null for success.'),
  responseExcerpt: nullable(
    String,
    'Begin of the answer, with card numbers masked; or the error code of the system (ECONNREFUSED). Null where there was neither.',
  ),
});
type DeliveryAttempt = InstanceType<typeof DeliveryAttempt>;

export const Delivery = nodeType('Delivery', 'An event on its way to an endpoint.', {
  eventId: computed(ID, 'Id of the event.', ({ eventSequence }: DeliveryRow) => eventId(eventSequence)),
  eventType: field(EventType, 'Type of the event.'),
  endpointId: field(ID, 'Id of the endpoint.'),
  programme: field(String, 'Short name of the programme of the endpoint.'),
  state: field(DeliveryState, 'State of the delivery.'),
  attemptCount: field(Int, 'Number of attempts since it was created or last resent.'),
  nextAttemptAt: timeOrNull(
    'nextAttemptAtMs',
    'When it is sent next. Null while it is sent, and unless it is pending.',
  ),
  createdAt: time('createdAtMs', 'When the delivery was created.'),
  attempts: computed(
    [DeliveryAttempt],
    'Its attempts, oldest first, those before a resend included.',
    attemptsOf,
  ),
});
export type Delivery = InstanceType<typeof Delivery>;

async function attemptsOf(
  { sequence }: DeliveryRow,
  { useCases }: GraphQLContext,
): Promise<readonly DeliveryAttempt[]> {
  const attempts = await useCases.readWebhooks.attempts([sequence]);
  return attempts.get(sequence) ?? [];
}

const DeliveryFilter = inputType('DeliveryFilter', 'Conditions on deliveries. All given ones must hold.', {
  programme: nullable(String, 'Short name of the programme of the endpoint.'),
  endpointId: nullable(ID, 'Id of the endpoint.'),
  eventId: nullable(ID, 'Id of the event.'),
  eventType: nullable(EventType, 'Type of the event.'),
  state: nullable(DeliveryState, 'State of the delivery.'),
  time: nullable(TimeRangeInput, 'When the gateway recorded the event.'),
});
type DeliveryFilter = InstanceType<typeof DeliveryFilter>;

const COUNT = { count: field(Int, 'Number of deliveries that are due again.') };

/** Returns the filter of the use case. Errors: BAD_REQUEST (an event id that is none). */
function deliveryFilterOf({ eventId, time, ...filter }: DeliveryFilter): Filter {
  const eventSequence = sequenceOfEvent(eventId);
  return { ...given({ ...filter, eventSequence }), ...boundsOf(time, ['recordedFromMs', 'recordedToMs']) };
}

const LIST = 'dlv';

export const DeliveryResolver = resolverOf({
  delivery: query({
    permission: 'readEvents',
    args: { deliveryId: field(ID, 'Id of the delivery.') },
    gives: nullable(Delivery, 'Finds a delivery. Null where the caller can see none of this id.'),
    resolve: ({ deliveryId }, context) => findDelivery(deliveryId, context),
  }),
  deliveries: list(Delivery, {
    permission: 'readEvents',
    description: 'Lists deliveries, newest first. An integrator sees those of its programme.',
    filter: DeliveryFilter,
    async resolve(page, filter, { useCases, caller }) {
      const wanted = pageOf(page, LIST, deliveryFilterOf(filter));
      return pageConnection(await useCases.readWebhooks.deliveries(callerKey(caller), wanted), LIST);
    },
  }),
  resendDelivery: mutation({
    permission: 'resend',
    description: 'Makes a delivery due at once and starts its schedule again.',
    input: ['The delivery to send again.', { deliveryId: field(ID, 'Id of the delivery.') }],
    result: { delivery: field(Delivery, 'The delivery as it is now.') },
    resolve: async ({ deliveryId }, { useCases, caller }) => ({
      delivery: await useCases.resend.delivery(callerKey(caller), deliveryId),
    }),
  }),
  resendEvent: mutation({
    permission: 'resend',
    description: 'Sends an event again, to one endpoint or to every enabled one of its programme.',
    input: [
      'The event to send again.',
      {
        eventId: field(ID, 'Id of the event.'),
        endpointId: nullable(ID, 'Id of the endpoint. Default: all enabled ones of the programme.'),
      },
    ],
    result: COUNT,
    resolve: async ({ eventId, endpointId = null }, { useCases, caller }) => ({
      count: await useCases.resend.event(callerKey(caller), eventId, endpointId),
    }),
  }),
  resendDeliveries: mutation({
    permission: 'resend',
    description: 'Sends the events of a time again, or all that were not delivered.',
    input: [
      'The events to send again. Give `time`, `undelivered` or both.',
      {
        programme: nullable(String, 'Short name of the programme. Default: every programme.'),
        endpointId: nullable(ID, 'Id of the endpoint. Default: every enabled endpoint.'),
        time: nullable(TimeRangeInput, 'When the gateway recorded the events.'),
        undelivered: nullable(Boolean, 'True: only events that an endpoint has not accepted yet.'),
      },
    ],
    result: COUNT,
    async resolve({ programme = null, endpointId = null, time, undelivered }, { useCases, caller }) {
      const { fromMs = null, toMs = null } = boundsOf(time, ['fromMs', 'toMs']);
      const isUndeliveredOnly = undelivered ?? false;
      const range = { programme, endpointId, fromMs, toMs, isUndeliveredOnly };
      return { count: await useCases.resend.range(callerKey(caller), range) };
    },
  }),
});

export function findDelivery(id: string, { useCases, caller }: GraphQLContext): Promise<Delivery | null> {
  return useCases.readWebhooks.delivery(callerKey(caller), id);
}

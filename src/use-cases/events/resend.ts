import { deliverySequence } from '../../core/events/delivery.js';
import { eventSequence } from '../../core/events/event.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { Page } from '../paging.js';
import { disabled, found } from './administer-endpoints.js';
import type { Deliveries, Endpoint, Endpoints, EventList, ResendNote } from './delivery-port.js';

interface ResendRequest {
  readonly programme: string | null;
  readonly endpointId: string | null;
  /** Time when the events were recorded. The end is exclusive. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly isUndeliveredOnly: boolean;
}

interface ResendDeps {
  readonly deliveries: Deliveries;
  readonly endpoints: Endpoints;
  readonly events: EventList;
}

export type Resend = ReturnType<typeof createResend>;

/**
 * Resending of events (docs/reference/events.md#resend). A resent delivery is due at once and restarts its schedule. Receivers
 * see the same `webhook-id`. The audit log has each request, once for each endpoint. Errors: BAD_REQUEST (names the field),
 * NOT_FOUND, UNAVAILABLE.
 */
export function createResend(deps: ResendDeps) {
  return {
    async delivery(operator: ApiKey, deliveryId: string) {
      const sequence = deliverySequence(deliveryId);
      const known = sequence === null ? null : await deps.deliveries.find(sequence);
      if (known === null) throw noDelivery();
      await requireEnabled(deps, known.endpointId, 'delivery_id');
      const { endpointId } = known;
      const note = noteBy(operator, 'resend_delivery', deliveryId, { endpointId });
      const resent = await deps.deliveries.resend({ sequence: known.sequence, note });
      if (resent === null) throw noDelivery();
      return resent;
    },
    /** Resends an event to one endpoint, or to every enabled one of its programme. Returns the number of deliveries. */
    event: (operator: ApiKey, eventId: string, endpointId: string | null) =>
      resendEvent(deps, { operator, eventId, endpointId }),
    /**
     * Resends a time range, or all undelivered events, also those from the time when the endpoint was disabled. Endpoints that are
     * disabled now are left out. Returns the number of deliveries.
     */
    async range(operator: ApiKey, request: ResendRequest) {
      requireBounds(request);
      let count = 0;
      for (const endpoint of await targets(deps, request)) {
        count += await resendTo(deps, endpoint, { ...request, operator });
      }
      return count;
    },
  };
}

function noteBy({ keyId: actor }: ApiKey, action: string, subject: string, after: object): ResendNote {
  return { actor, action, subject, after };
}

function noDelivery(): CardwayError {
  return new CardwayError('NOT_FOUND', { message: 'No delivery has this id.' });
}

async function resendEvent(
  deps: ResendDeps,
  request: { readonly operator: ApiKey; readonly eventId: string; readonly endpointId: string | null },
): Promise<number> {
  const { operator, eventId, endpointId } = request;
  const noteOf = (to: string) => noteBy(operator, 'resend_event', eventId, { endpointId: to });
  const sequence = eventSequence(eventId);
  const event = sequence === null ? null : await deps.events.find(sequence);
  if (event === null) throw new CardwayError('NOT_FOUND', { message: 'No event has this id.' });
  // An event without a programme goes only where it went before: a test event to its endpoint, an operator event nowhere.
  if (event.programme === null) return resendAsBefore(deps, { event: event.sequence, endpointId, noteOf });
  const { programme } = event;
  const chosen = await targets(deps, { programme, endpointId });
  let count = 0;
  for (const endpoint of chosen) {
    const range = { fromMs: null, toMs: null, isUndeliveredOnly: false, limit: 1 };
    const to = { endpointId: endpoint.endpointId, afterEvent: event.sequence - 1 };
    const resent = await deps.deliveries.resendRange({ ...range, ...to, note: noteOf(to.endpointId) });
    count += resent.count;
  }
  return count;
}

async function resendAsBefore(
  deps: ResendDeps,
  wanted: {
    readonly event: number;
    readonly endpointId: string | null;
    readonly noteOf: (endpointId: string) => ResendNote;
  },
): Promise<number> {
  const { event, endpointId, noteOf } = wanted;
  const filter = { eventSequence: event, ...(endpointId === null ? {} : { endpointId }) };
  const { rows } = await deps.deliveries.list({ filter });
  let count = 0;
  for (const { sequence, endpointId: to } of rows) {
    await requireEnabled(deps, to, endpointId === null ? 'event_id' : 'endpoint_id');
    const resent = await deps.deliveries.resend({ sequence, note: noteOf(to) });
    if (resent !== null) count += 1;
  }
  return count;
}

/** Resends in commits of a few hundred events each. Payments continue in between. */
async function resendTo(
  deps: ResendDeps,
  endpoint: Endpoint,
  request: ResendRequest & { readonly operator: ApiKey },
): Promise<number> {
  const { fromMs: from, toMs, isUndeliveredOnly, operator } = request;
  const { endpointId } = endpoint;
  // An endpoint does not get events from before its creation, unless the request names that time.
  const fromMs = from ?? (isUndeliveredOnly ? endpoint.createdAtMs : null);
  const wanted = { from: timeOrNull(from), to: timeOrNull(toMs), undelivered: isUndeliveredOnly };
  let note: ResendNote | null = noteBy(operator, 'resend_deliveries', endpointId, wanted);
  let count = 0;
  for (let afterEvent: number | null = 0; afterEvent !== null;) {
    const range = { endpointId, fromMs, toMs, isUndeliveredOnly, afterEvent, limit: EVENTS_PER_COMMIT };
    const resent = await deps.deliveries.resendRange({ ...range, note });
    note = null;
    count += resent.count;
    afterEvent = resent.lastEvent;
  }
  return count;
}

function timeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}

const EVENTS_PER_COMMIT = 500;
const PAGE = 200;

async function targets(
  deps: ResendDeps,
  { programme, endpointId }: Pick<ResendRequest, 'programme' | 'endpointId'>,
): Promise<readonly Endpoint[]> {
  if (endpointId !== null) {
    const endpoint = await requireEnabled(deps, endpointId, 'endpoint_id');
    if (programme !== null && endpoint.programme !== programme)
      throw badRequest('endpoint_id', 'endpoint_id names an endpoint of another programme.');
    return [endpoint];
  }
  const all: Endpoint[] = [];
  for (let after: number | undefined, isMore = true; isMore;) {
    const start = after === undefined ? {} : { after };
    const page: Page<Endpoint> = await deps.endpoints.list({ filter: { programme }, first: PAGE, ...start });
    all.push(...page.rows);
    after = page.nextAfter ?? page.rows.at(-1)?.sequence;
    isMore = page.hasNextPage && after !== undefined;
  }
  return all.filter(({ disabledReason }) => disabledReason === null);
}

/** Returns the endpoint. Errors: NOT_FOUND, and BAD_REQUEST where it is disabled, which names the field that led to it. */
async function requireEnabled(
  deps: ResendDeps,
  endpointId: string,
  field: Parameters<typeof disabled>[0],
): Promise<Endpoint> {
  const endpoint = found(await deps.endpoints.find(endpointId));
  if (endpoint.disabledReason !== null) throw disabled(field);
  return endpoint;
}

/** Refuses a request without limits, because nobody means to resend everything to every endpoint. */
function requireBounds({ fromMs, toMs, isUndeliveredOnly }: ResendRequest): void {
  if (fromMs === null && toMs === null && !isUndeliveredOnly) {
    throw badRequest('time', 'time is needed: from, to or both; or ask for what is undelivered.');
  }
  if (fromMs !== null && toMs !== null && fromMs >= toMs) {
    throw badRequest('time.to', 'time.to must be after time.from.');
  }
}

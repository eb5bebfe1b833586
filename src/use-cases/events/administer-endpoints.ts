import { readEndpointHeaders } from '../../core/events/endpoint-headers.js';
import { ENDPOINT_EVENT_TYPES, type EventType, operatorEvent } from '../../core/events/event.js';
import type { Clock } from '../../platform/clock.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { Deliveries, Endpoint, EndpointChoice, Endpoints } from './delivery-port.js';

interface AdministerEndpointsDeps {
  readonly endpoints: Endpoints;
  readonly deliveries: Pick<Deliveries, 'addTest'>;
  /** Returns the problem of a URL or of the addresses that it leads to; null for one that may be used. Never rejects. */
  readonly urlProblem: (url: string) => Promise<string | null>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Time for which a previous secret stays valid. */
  readonly secretOverlapMs: number;
}

export type AdministerEndpoints = ReturnType<typeof createAdministerEndpoints>;

/**
 * Administration of webhook endpoints, for operators. The audit log has each change. A secret is returned once, by the call that
 * creates it. Errors: BAD_REQUEST (names the field), NOT_FOUND, UNAVAILABLE.
 */
export function createAdministerEndpoints(deps: AdministerEndpointsDeps) {
  const { endpoints, clock } = deps;
  const setEnabled = async (
    { keyId: actor }: ApiKey,
    endpointId: string,
    isEnabled: boolean,
  ): Promise<Endpoint> => found(await endpoints.setEnabled({ actor, endpointId, isEnabled }));
  return {
    async add({ keyId: actor }: ApiKey, { programme, url, ...wished }: NewEndpoint) {
      const choice = choiceOf(wished);
      const problem = await deps.urlProblem(url);
      if (problem !== null) throw badRequest('url', `url ${problem}.`);
      const endpointId = `ep_${deps.newId().replaceAll('-', '')}`;
      return endpoints.add({ actor, endpointId, programme, url, choice });
    },
    /** Changes the types of events that the endpoint gets, and its own headers. */
    async set({ keyId: actor }: ApiKey, { endpointId, ...wished }: { endpointId: string } & Wished) {
      return found(await endpoints.choose({ actor, endpointId, choice: choiceOf(wished) }));
    },
    enable: (operator: ApiKey, endpointId: string) => setEnabled(operator, endpointId, true),
    /** Stops deliveries to the endpoint. Pending ones stay pending until it is enabled. */
    disable: (operator: ApiKey, endpointId: string) => setEnabled(operator, endpointId, false),
    async rotateSecret({ keyId: actor }: ApiKey, endpointId: string) {
      const overlapMs = deps.secretOverlapMs;
      return found(await endpoints.rotateSecret({ actor, endpointId, overlapMs }));
    },
    /** Sends an `endpoint.test` event to this endpoint alone. */
    async test(endpointId: string) {
      const endpoint = found(await endpoints.find(endpointId));
      if (endpoint.disabledReason !== null) throw disabled('endpoint_id');
      const nowMs = clock.nowMs();
      const data = { programme: endpoint.programme, endpointId };
      const event = operatorEvent('endpoint.test', deps.newId(), nowMs, data);
      return deps.deliveries.addTest({ endpointId, event, nowMs });
    },
  };
}

interface Wished {
  readonly eventTypes?: readonly EventType[] | undefined;
  /** Lines `Name: value`. */
  readonly headers?: readonly string[] | undefined;
}

interface NewEndpoint extends Wished {
  readonly programme: string;
  readonly url: string;
}

/** Errors: BAD_REQUEST (eventTypes, headers). */
function choiceOf({ eventTypes, headers: lines }: Wished): EndpointChoice {
  const foreign = eventTypes?.find((type) => !ENDPOINT_EVENT_TYPES.includes(type));
  if (foreign !== undefined) throw badRequest('event_types', `event_types: ${foreign} is not for endpoints.`);
  if (lines === undefined) return { eventTypes };
  const read = readEndpointHeaders(lines);
  if (read.kind === 'wrong') throw badRequest('headers', `headers ${read.problem}.`);
  return { eventTypes, headers: read.headers };
}

/** Returns the value unless it is null. Errors: NOT_FOUND. */
export function found<Found>(value: Found | null): Found {
  if (value !== null) return value;
  throw new CardwayError('NOT_FOUND', { message: 'No endpoint has this id.' });
}

/** Returns the error of a disabled endpoint. It names the field that the caller gave. */
export function disabled(field: 'endpoint_id' | 'event_id' | 'delivery_id'): CardwayError {
  return badRequest(field, `${field} leads to an endpoint that is disabled; enable it first.`);
}

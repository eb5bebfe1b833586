import type { Clock } from '../../platform/clock.js';
import { badRequest, CardwayError } from '../../platform/errors.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { Deliveries, Endpoint, Endpoints } from './delivery-port.js';

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
    async add({ keyId: actor }: ApiKey, { programme, url }: { programme: string; url: string }) {
      const problem = await deps.urlProblem(url);
      if (problem !== null) throw badRequest('url', `url ${problem}.`);
      const endpointId = `ep_${deps.newId().replaceAll('-', '')}`;
      return endpoints.add({ actor, endpointId, programme, url });
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
      const { programme } = endpoint;
      const event = {
        type: 'endpoint.test',
        dedupeKey: `endpoint.test:${deps.newId()}`,
        programme: null,
        cardId: null,
        occurredAtMs: nowMs,
        data: JSON.stringify({ programme, endpointId }),
      } as const;
      return deps.deliveries.addTest({ endpointId, event, nowMs });
    },
  };
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

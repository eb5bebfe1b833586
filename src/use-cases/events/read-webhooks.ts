import { deliverySequence } from '../../core/events/delivery.js';
import { inReach, listInReach } from '../access/authenticate-key.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { PageRequest } from '../paging.js';
import type {
  Deliveries,
  DeliveryFilter,
  EndpointFilter,
  Endpoints,
  EventFilter,
  EventList,
} from './delivery-port.js';

export type ReadWebhooks = ReturnType<typeof createReadWebhooks>;

/**
 * Reads of endpoints, deliveries and events. Operators see everything, integrators only their programme
 * (docs/reference/protocol.md#authorization). Null means that nothing exists, or that the reader may not see it. Errors:
 * UNAVAILABLE.
 */
export function createReadWebhooks({
  endpoints,
  deliveries,
  events,
}: {
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  readonly events: EventList;
}) {
  return {
    endpoint: async (reader: ApiKey, endpointId: string) => inReach(reader, await endpoints.find(endpointId)),
    endpoints: (reader: ApiKey, page: PageRequest<EndpointFilter>) => listInReach(reader, page, endpoints),
    async delivery(reader: ApiKey, deliveryId: string) {
      const sequence = deliverySequence(deliveryId);
      return sequence === null ? null : inReach(reader, await deliveries.find(sequence));
    },
    deliveries: (reader: ApiKey, page: PageRequest<DeliveryFilter>) => listInReach(reader, page, deliveries),
    attempts: (sequences: readonly number[]) => deliveries.attempts(sequences),
    event: async (reader: ApiKey, sequence: number) => inReach(reader, await events.find(sequence)),
    events: (reader: ApiKey, page: PageRequest<EventFilter>) => listInReach(reader, page, events),
  };
}

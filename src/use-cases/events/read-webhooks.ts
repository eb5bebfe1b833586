import { isStaff } from '../../core/access/permissions.js';
import { deliverySequence } from '../../core/events/delivery.js';
import type { StoredEvent } from '../../core/events/event.js';
import { programmeInReach } from '../access/authenticate-key.js';
import type { ApiKey } from '../directory/directory-port.js';
import type { Page, PageRequest } from '../paging.js';
import type {
  Deliveries,
  Delivery,
  DeliveryAttempt,
  DeliveryFilter,
  Endpoint,
  EndpointFilter,
  Endpoints,
  EventFilter,
  EventList,
} from './delivery-port.js';

/**
 * Reads of endpoints, deliveries and events. Operators see everything, integrators only their programme
 * (docs/reference/protocol.md#authorization). Errors: BAD_REQUEST (page size), UNAVAILABLE.
 */
export interface ReadWebhooks {
  endpoint(reader: ApiKey, endpointId: string): Promise<Endpoint | null>;
  endpoints(reader: ApiKey, page: PageRequest<EndpointFilter>): Promise<Page<Endpoint>>;
  deliveries(reader: ApiKey, page: PageRequest<DeliveryFilter>): Promise<Page<Delivery>>;
  /** Returns null where none exists, or where the reader may not see it. */
  delivery(reader: ApiKey, deliveryId: string): Promise<Delivery | null>;
  attempts(sequences: readonly number[]): Promise<ReadonlyMap<number, readonly DeliveryAttempt[]>>;
  event(reader: ApiKey, sequence: number): Promise<StoredEvent | null>;
  events(reader: ApiKey, page: PageRequest<EventFilter>): Promise<Page<StoredEvent>>;
}

export function createReadWebhooks(deps: {
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
  readonly events: EventList;
}): ReadWebhooks {
  return {
    async endpoint(reader, endpointId) {
      const endpoint = await deps.endpoints.find(endpointId);
      return endpoint !== null && sees(reader, endpoint.programme) ? endpoint : null;
    },
    async endpoints(reader, page) {
      const programme = programmeInReach(reader, page.filter.programme);
      return programme === undefined
        ? NO_ROWS
        : deps.endpoints.list({ ...page, filter: { ...page.filter, programme } });
    },
    async deliveries(reader, page) {
      const programme = programmeInReach(reader, page.filter.programme);
      return programme === undefined
        ? NO_ROWS
        : deps.deliveries.list({ ...page, filter: { ...page.filter, programme } });
    },
    async delivery(reader, deliveryId) {
      const sequence = deliverySequence(deliveryId);
      const delivery = sequence === null ? null : await deps.deliveries.find(sequence);
      return delivery !== null && sees(reader, delivery.programme) ? delivery : null;
    },
    attempts: (sequences) => deps.deliveries.attempts(sequences),
    async event(reader, sequence) {
      const event = await deps.events.find(sequence);
      return event !== null && sees(reader, event.programme) ? event : null;
    },
    async events(reader, page) {
      const programme = programmeInReach(reader, page.filter.programme);
      return programme === undefined
        ? NO_ROWS
        : deps.events.list({ ...page, filter: { ...page.filter, programme } });
    },
  };
}

const NO_ROWS = { rows: [], hasNextPage: false, hasPreviousPage: false } as const;

function sees(reader: ApiKey, programme: string | null): boolean {
  return isStaff(reader.role) || (programme !== null && programme === reader.programme);
}

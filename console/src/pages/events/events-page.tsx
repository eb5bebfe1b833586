import type { ReactNode } from 'react';
import { useTitle } from '../../parts/title.js';
import { SubPages } from '../../parts/sub-pages.js';
import { DeliveryList } from './delivery-list.js';
import { EndpointList } from './endpoint-list.js';
import { EventList } from './event-list.js';

const LISTS = [
  ['/events', 'Events'],
  ['/events/deliveries', 'Deliveries'],
  ['/events/endpoints', 'Endpoints'],
] as const;

/** Shows events, deliveries and endpoints. */
export function EventsPage({ list }: { readonly list: string }): ReactNode {
  useTitle('Events');
  return (
    <>
      <h1>Events</h1>
      <SubPages label="Events" pages={LISTS} />
      {list === 'deliveries' ? <DeliveryList /> : list === 'endpoints' ? <EndpointList /> : <EventList />}
    </>
  );
}

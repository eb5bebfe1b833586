import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  DeliveriesDocument,
  type DeliveryFieldsFragment,
  type DeliveryFilter,
  type DeliveryState,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useListing } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  oneOf,
  optionsOf,
  timeRangeIn,
  useFilterValues,
} from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { Time } from '../../parts/time.js';
import { EVENT_TYPES } from './event-types.js';
import { ResendRange } from './resend-range.js';

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'dead'];

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Made' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(STATES) },
  { kind: 'select', name: 'type', label: 'Type', options: EVENT_TYPES.map((type) => [type, type]) },
  { kind: 'text', name: 'endpoint', label: 'Endpoint', hint: 'Its id.' },
  { kind: 'text', name: 'event', label: 'Event', hint: 'Its whole id.' },
  { kind: 'text', name: 'programme', label: 'Programme', hint: 'Its short name.' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): DeliveryFilter {
  return given({
    time: timeRangeIn(values.time),
    state: oneOf(values.state, STATES),
    eventType: oneOf(values.type, EVENT_TYPES),
    endpointId: values.endpoint,
    eventId: values.event,
    programme: values.programme,
  });
}

/** Shows deliveries of events to endpoints. */
export function DeliveriesPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const [isResending, resending] = useDisclosure(false);
  const listing = useListing({
    name: 'deliveries',
    document: DeliveriesDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ deliveries }) => deliveries,
  });
  return (
    <Page
      title="Deliveries"
      actions={
        <>
          <Allowed permission="RESEND">
            <Button onClick={resending.open}>Resend a range …</Button>
          </Allowed>
          <ExportButton list="deliveries" filter={filter} />
        </>
      }
    >
      <FilterBar fields={FIELDS}>
        <RunbookLink entry="webhooks">Webhooks are given up</RunbookLink>
      </FilterBar>
      <ResendRange isOpen={isResending} onClose={resending.close} />
      <DataTable
        label="Deliveries, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        hrefOf={({ eventId }) => addressOf('event', eventId)}
        nameOf={({ id, eventId }) => `delivery ${id} of event ${eventId}`}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No deliveries.">
              An event is delivered to the endpoints of its programme.{' '}
              <Link href="/events/endpoints">Add one</Link>.
            </Empty>
          ) : (
            <Empty title="No delivery passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<DeliveryFieldsFragment>[] = [
  { title: 'Made', minPx: 96, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Type', minPx: 170, cell: ({ eventType }) => eventType },
  { title: 'State', minPx: 84, cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Attempts', minPx: 64, isNumber: true, cell: ({ attemptCount }) => String(attemptCount) },
  { title: 'Next try', minPx: 96, cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} /> },
  { title: 'Event', minPx: 230, cell: ({ eventId }) => <Id kind="event" id={eventId} isInList /> },
  {
    title: 'Delivery',
    minPx: 230,
    isExtra: true,
    cell: ({ id }) => <code>{id}</code>,
  },
  {
    title: 'Programme',
    minPx: 96,
    isExtra: true,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
  {
    title: 'Endpoint',
    minPx: 180,
    cell: ({ endpointId }) => <Id kind="endpoint" id={endpointId} isInList />,
  },
];

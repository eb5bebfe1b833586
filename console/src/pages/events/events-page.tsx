import type { ReactNode } from 'react';
import {
  type EventFieldsFragment,
  type EventFilter,
  EventsDocument,
} from '../../../../src/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  numberIn,
  oneOf,
  timeRangeIn,
  useFilterValues,
} from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { EVENT_TYPES, textIn } from './event-types.js';

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Recorded' },
  { kind: 'select', name: 'type', label: 'Type', options: EVENT_TYPES.map((type) => [type, type]) },
  { kind: 'number', name: 'card', label: 'Card' },
  { kind: 'text', name: 'programme', label: 'Programme', hint: 'Its short name.' },
  { kind: 'text', name: 'event', label: 'Event', hint: 'Its whole id.' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): EventFilter {
  return given({
    time: timeRangeIn(values.time),
    type: oneOf(values.type, EVENT_TYPES),
    cardId: numberIn(values.card),
    programme: values.programme,
    eventId: values.event,
  });
}

/** Shows the log of events. */
export function EventsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'events',
    document: EventsDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ events }) => events,
  });
  return (
    <Page title="Event log" actions={<ExportButton list="events" filter={filter} />}>
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Events, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => addressOf('event', id)}
        nameOf={({ id }) => `event ${id}`}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No events.">
              Digitizations and transactions in doubt appear here as they happen.
            </Empty>
          ) : (
            <Empty title="No event passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<EventFieldsFragment>[] = [
  { title: 'Recorded', minPx: 96, cell: ({ recordedAt }) => <Time at={recordedAt} /> },
  { title: 'Type', minPx: 170, cell: ({ type }) => type },
  {
    title: 'Transaction',
    minPx: 270,
    isExtra: true,
    cell: ({ data }) => <Id kind="transaction" id={textIn(data, 'requestId')} isInList />,
  },
  { title: 'Event', minPx: 150, cell: ({ id }) => <Id kind="event" id={id} isInList /> },
  { title: 'Card', minPx: 80, cell: ({ cardId }) => <Id kind="card" id={cardId} isInList /> },
  {
    title: 'Programme',
    minPx: 110,
    cell: ({ programme }) =>
      programme === null ? 'operators only' : <Id kind="programme" id={programme} isInList />,
  },
];

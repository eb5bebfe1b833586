import { type ReactNode, useMemo } from 'react';
import {
  type EventFieldsFragment,
  type EventFilter,
  EventsDocument,
  type EventType,
} from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
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

const TYPES = [
  'digitization.complete',
  'digitization.deleted',
  'digitization.stopped',
  'digitization.resumed',
  'digitization.replaced',
  'digitization.exception',
  'transaction.in_doubt',
  'transaction.contradicted',
  'endpoint.disabling',
  'endpoint.test',
] as const satisfies readonly EventType[];

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Recorded' },
  { kind: 'select', name: 'type', label: 'Type', options: TYPES.map((type) => [type, type]) },
  { kind: 'number', name: 'card', label: 'Card' },
  { kind: 'text', name: 'programme', label: 'Programme' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): EventFilter {
  return given({
    time: timeRangeIn(values.time),
    type: oneOf(values.type, TYPES),
    cardId: numberIn(values.card),
    programme: values.programme,
  });
}

const FRESH_MS = 3000;

/** Shows the log of events. */
export function EventsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = useMemo(() => filterOf(values), [values]);
  const listing = useListing({
    name: 'events',
    document: EventsDocument,
    variables: { filter },
    pageIn: ({ events }) => events,
    everyMs: FRESH_MS,
  });
  return (
    <Page title="Event log">
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Events, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => addressOf('event', id)}
        nameOf={({ id }) => `event ${id}`}
        empty={
          <Empty title="No events.">
            Digitizations and transactions in doubt appear here as they happen.
          </Empty>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<EventFieldsFragment>[] = [
  { title: 'Recorded', minPx: 96, cell: ({ recordedAt }) => <Time at={recordedAt} /> },
  { title: 'Type', minPx: 170, cell: ({ type }) => type },
  { title: 'Event', minPx: 240, cell: ({ id }) => <Id kind="event" id={id} isInList /> },
  { title: 'Card', minPx: 80, cell: ({ cardId }) => <Id kind="card" id={cardId} isInList /> },
  { title: 'Programme', minPx: 110, cell: ({ programme }) => programme ?? 'operators only' },
];

import type { ReactNode } from 'react';
import { ENUMS } from '../../../../src/generated/enums.js';
import { type EventFieldsFragment, EventsDocument } from '../../../../src/generated/operations.js';
import { EntityListPage } from '../../parts/entity.js';
import { optionsOf } from '../../parts/filters.js';
import { type Field, Id } from '../../parts/value.js';

const FIELDS: readonly Field<EventFieldsFragment>[] = [
  { label: 'Recorded', name: 'recordedAt', kind: 'time' },
  { label: 'Type', name: 'type' },
  {
    label: 'Transaction',
    isExtra: true,
    show: ({ data }) => <Id kind="transaction" id={data['requestId'] as string | undefined} isInList />,
  },
  { label: 'Event', name: 'id', kind: 'event' },
  { label: 'Card', name: 'cardId', kind: 'card' },
  {
    label: 'Programme',
    show: ({ programme }) =>
      programme === null ? 'operators only' : <Id kind="programme" id={programme} isInList />,
  },
];

/** Shows the log of events. */
export function EventsPage(): ReactNode {
  return (
    <EntityListPage
      title="Event log"
      document={EventsDocument}
      exported="events"
      filters={[
        { kind: 'time', name: 'time', label: 'Recorded' },
        { kind: 'select', name: 'type', label: 'Type', options: optionsOf(ENUMS.EventType, false) },
        { kind: 'number', name: 'card', label: 'Card', condition: 'cardId' },
        { kind: 'text', name: 'programme', label: 'Programme' },
        { kind: 'text', name: 'event', label: 'Event', hint: 'its whole id', condition: 'eventId' },
      ]}
      fields={FIELDS}
      keyOf={({ id }) => id}
      kind="event"
      none="Digitizations and transactions in doubt appear here as they happen."
    />
  );
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type EventFieldsFragment,
  EventsDocument,
  type EventType,
} from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { SelectField } from '../../parts/field.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { useAddressParts } from '../../parts/search.js';
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

function typeNamed(name: string): EventType | undefined {
  return TYPES.find((type) => type === name);
}

const FRESH_MS = 3000;

export function EventList(): ReactNode {
  const [{ type }, set] = useAddressParts(['type']);
  const listing = useListing({
    name: 'events',
    document: EventsDocument,
    variables: { filter: { type: typeNamed(type) } },
    pageIn: ({ events }) => events,
    everyMs: FRESH_MS,
  });
  return (
    <>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Type"
          value={type}
          options={[['', 'all'], ...TYPES.map((name) => [name, name] as const)]}
          onChange={(event) => set('type', event.target.value)}
        />
      </form>
      <Listing
        label="Events, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        hrefOf={hrefOf}
        empty={
          <Empty title="No events.">
            Digitizations and transactions in doubt appear here as they happen.
          </Empty>
        }
      />
    </>
  );
}

function hrefOf({ id }: EventFieldsFragment): string {
  return `/events/log/${id}`;
}

const COLUMNS: readonly Column<EventFieldsFragment>[] = [
  {
    title: 'Id',
    width: '5rem',
    cell: (row) => (
      <Link href={hrefOf(row)} aria-label={`Event ${row.id}`}>
        {row.id}
      </Link>
    ),
  },
  { title: 'Type', width: '14rem', cell: ({ type }) => type },
  { title: 'Recorded', width: '12rem', cell: ({ recordedAt }) => <Time at={recordedAt} /> },
  {
    title: 'Card',
    width: '7rem',
    isNumber: true,
    isExtra: true,
    cell: ({ cardId }) => String(cardId ?? '–'),
  },
  { title: 'Programme', isExtra: true, cell: ({ programme }) => programme ?? 'operators only' },
];

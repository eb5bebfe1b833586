import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import {
  DeliveriesDocument,
  type DeliveryFieldsFragment,
  type DeliveryState,
} from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { SelectField, TextField } from '../../parts/field.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { useAddressParts } from '../../parts/search.js';
import { Time } from '../../parts/time.js';
import { ResendRange } from './resend-range.js';

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'dead'];
const FRESH_MS = 3000;

export function DeliveryList(): ReactNode {
  const [written, set] = useAddressParts(['state', 'endpoint']);
  const [isResendPending, setResendPending] = useState(false);
  const listing = useListing({
    name: 'deliveries',
    document: DeliveriesDocument,
    variables: {
      filter: {
        ...(STATES.includes(written.state as DeliveryState) ? { state: written.state as DeliveryState } : {}),
        ...(written.endpoint === '' ? {} : { endpointId: written.endpoint }),
      },
    },
    pageIn: ({ deliveries }) => deliveries,
    everyMs: FRESH_MS,
  });
  return (
    <>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="State"
          value={written.state}
          options={[['', 'all'], ...STATES.map((name) => [name, name] as const)]}
          onChange={(event) => set('state', event.target.value)}
        />
        <TextField
          label="Endpoint id"
          value={written.endpoint}
          onChange={(event) => set('endpoint', event.target.value.trim())}
        />
        <button type="button" onClick={() => setResendPending(true)}>
          Resend a range …
        </button>
      </form>
      {isResendPending && <ResendRange onClose={() => setResendPending(false)} />}
      <Listing
        label="Deliveries, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        hrefOf={hrefOf}
        empty={
          <Empty title="No deliveries.">
            An event is delivered to the endpoints of its programme.{' '}
            <Link href="/events/endpoints">Add one</Link>.
          </Empty>
        }
      />
    </>
  );
}

function hrefOf({ eventId }: DeliveryFieldsFragment): string {
  return `/events/log/${eventId}`;
}

const COLUMNS: readonly Column<DeliveryFieldsFragment>[] = [
  {
    title: 'Event',
    width: '5rem',
    cell: (row) => (
      <Link href={hrefOf(row)} aria-label={`Event ${row.eventId}, delivery ${row.id}`}>
        {row.eventId}
      </Link>
    ),
  },
  { title: 'Type', width: '13rem', cell: ({ eventType }) => eventType },
  { title: 'State', width: '7rem', cell: ({ state }) => <StateBadge state={state} /> },
  {
    title: 'Attempts',
    width: '4rem',
    isNumber: true,
    cell: ({ attemptCount }) => String(attemptCount),
  },
  {
    title: 'Next try',
    width: '12rem',
    isExtra: true,
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />,
  },
  { title: 'Made', width: '12rem', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Endpoint', isExtra: true, cell: ({ endpointId }) => <code>{endpointId}</code> },
];

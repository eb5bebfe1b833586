import type { ReactNode } from 'react';
import {
  type EventFieldsFragment,
  type EventType,
  TransactionEventsDocument,
} from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { Empty, Failure } from '../../parts/notice.js';
import { Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import type { FullTransaction } from './full-transaction.js';

const FRESH_MS = 5000;

/** Shows the events about a transaction in doubt or contradicted. */
export function EventsOf({ transaction }: { readonly transaction: FullTransaction }): ReactNode {
  const { requestId, receivedAt, cardId } = transaction;
  const filterOf = (type: EventType) => ({
    type,
    time: { from: receivedAt },
    ...(cardId === null ? {} : { cardId }),
  });
  const answer = useAnswer(
    'transaction-events',
    TransactionEventsDocument,
    { inDoubt: filterOf('transaction.in_doubt'), contradicted: filterOf('transaction.contradicted') },
    { everyMs: FRESH_MS },
  );
  const { inDoubt, contradicted } = answer.data ?? {};
  const events = [...(inDoubt?.edges ?? []), ...(contradicted?.edges ?? [])]
    .map(({ node }) => node)
    .filter(({ data }) => data['requestId'] === requestId);
  if (answer.data === undefined && answer.failureReason !== null)
    return (
      <Section title="Events about it">
        <Failure error={answer.failureReason} retry={() => void answer.refetch()} />
      </Section>
    );
  if (events.length === 0) return null;
  return (
    <Section title="Events about it">
      <DataTable
        label="Events about this transaction"
        columns={COLUMNS}
        rows={events}
        keyOf={({ id }) => id}
        empty={<Empty title="None." />}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<EventFieldsFragment>[] = [
  { title: 'Event', minPx: 230, cell: ({ id }) => <Id kind="event" id={id} isInList /> },
  { title: 'Type', minPx: 170, cell: ({ type }) => type },
  { title: 'Recorded', minPx: 96, cell: ({ recordedAt }) => <Time at={recordedAt} /> },
];

import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type DeliveryFieldsFragment,
  type EventFieldsFragment,
  EventPageDocument,
  ResendEventDocument,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { CopyIcon } from '../../parts/copy.js';
import { Code } from '../../parts/code.js';
import { Id } from '../../parts/id.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { notifyDue, notifyFailed } from '../../parts/notify.js';
import { Page } from '../../parts/page.js';
import { asJson } from '../../parts/readable.js';
import { Columns, DetailList, Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { DeliveryCard } from './delivery-card.js';
import { textIn } from './event-types.js';

const FRESH_MS = 1500;
/** Deliveries at first, and in each further step. */
const STEP = 50;
/** The gateway returns no longer page. */
const SHOWN_MAX = 200;

/** Shows one event, the data that receivers read, and its deliveries. */
export function EventPage({ eventId }: { readonly eventId: string }): ReactNode {
  const [first, setFirst] = useState(STEP);
  const answer = useAnswer(
    'event',
    EventPageDocument,
    { eventId, filter: { eventId }, first },
    { everyMs: FRESH_MS },
  );
  const event = answer.data?.event;
  return (
    <Page
      title={`Event ${eventId}`}
      heading={event?.type ?? eventId}
      path={[['Event log', '/events/log']]}
      actions={
        <span className="id">
          <code>{eventId}</code>
          <CopyIcon text={eventId} />
        </span>
      }
    >
      {event != null ? (
        <>
          <Columns>
            <Section title="About">
              <DetailList
                details={[
                  ['Occurred', <Time key="o" at={event.occurredAt} form="date" />],
                  ['Recorded', <Time key="r" at={event.recordedAt} form="date" />],
                  [
                    'Programme',
                    event.programme === null ? (
                      'none: for operators only'
                    ) : (
                      <Id key="p" kind="programme" id={event.programme} />
                    ),
                  ],
                  ['Card', <Id key="c" kind="card" id={event.cardId} />],
                  ['Transaction', <Id key="t" kind="transaction" id={textIn(event.data, 'requestId')} />],
                ]}
              />
            </Section>
            <Section title="As receivers read it">
              <Code text={asJson(event.data)} label="Data of the event" />
            </Section>
          </Columns>
          <Deliveries
            event={event}
            deliveries={answer.data?.deliveries.edges.map(({ node }) => node) ?? []}
          />
          {answer.data?.deliveries.pageInfo.hasNextPage === true &&
            (first < SHOWN_MAX ? (
              <Button onClick={() => setFirst(first + STEP)}>Show more deliveries</Button>
            ) : (
              <Link href={`/events/deliveries?event=${encodeURIComponent(eventId)}`}>All its deliveries</Link>
            ))}
        </>
      ) : answer.isError ? (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.isPending ? (
        <Loading />
      ) : (
        <Empty title="There is no event of this id.">It may have been deleted after its time.</Empty>
      )}
    </Page>
  );
}

function Deliveries({
  event: { id: eventId, programme },
  deliveries,
}: {
  readonly event: EventFieldsFragment;
  readonly deliveries: readonly DeliveryFieldsFragment[];
}): ReactNode {
  const isForOperators = programme === null;
  const resend = useAction(ResendEventDocument, 'event', 'delivery', 'deliveries');
  const toAll = (): void =>
    resend.mutate(
      { input: { eventId } },
      {
        onSuccess: ({ resendEvent }) => notifyDue(resendEvent.count),
        onError: notifyFailed,
      },
    );
  return (
    <Section
      title="Deliveries"
      actions={
        // A test goes to its endpoint again, and another event for operators nowhere.
        (!isForOperators || deliveries.length > 0) && (
          <Allowed permission="RESEND">
            <Button size="xs" onClick={toAll} loading={resend.isPending}>
              Resend to every endpoint
            </Button>
          </Allowed>
        )
      }
    >
      {deliveries.length === 0 && (
        <Empty title="It was sent nowhere.">
          {isForOperators
            ? 'It is for operators: no endpoint gets it.'
            : 'Its programme had no enabled endpoint at the time.'}
        </Empty>
      )}
      {deliveries.map((delivery) => (
        <DeliveryCard key={delivery.id} deliveryId={delivery.id} isPending={delivery.state === 'pending'} />
      ))}
    </Section>
  );
}

import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import {
  type DeliveryFieldsFragment,
  EventPageDocument,
  ResendEventDocument,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { asJson, Code } from '../../parts/code.js';
import { Details } from '../../parts/details.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { Time } from '../../parts/time.js';
import { useTitle } from '../../parts/title.js';
import { DeliveryCard } from './delivery-card.js';

const FRESH_MS = 1500;

/** Shows one event, the data that receivers read, and its deliveries. */
export function EventPage({ eventId }: { readonly eventId: string }): ReactNode {
  useTitle(`Event ${eventId}`);
  const answer = useAnswer(
    'event',
    EventPageDocument,
    { eventId, filter: { eventId } },
    { everyMs: FRESH_MS },
  );
  if (answer.isPending) return <Loading />;
  const event = answer.data?.event;
  if (answer.isError && event == null)
    return <Failure error={answer.error} retry={() => void answer.refetch()} />;
  return (
    <>
      <p className="path">
        <Link href="/events">Events</Link> / event
      </p>
      <h1>Event {eventId}</h1>
      {event == null ? (
        <Empty title="There is no event of this id.">It may have been deleted after its time.</Empty>
      ) : (
        <>
          <div className="columns">
            <section aria-labelledby="about">
              <h2 id="about">{event.type}</h2>
              <Details
                details={[
                  ['Occurred', <Time key="o" at={event.occurredAt} />],
                  ['Recorded', <Time key="r" at={event.recordedAt} />],
                  ['Programme', event.programme ?? 'none: for operators only'],
                  ['Card', event.cardId === null ? '–' : String(event.cardId)],
                ]}
              />
            </section>
            <section aria-labelledby="data">
              <h2 id="data">As receivers read it</h2>
              <Code text={asJson(event.data)} label="Data of the event" />
            </section>
          </div>
          <Deliveries
            eventId={eventId}
            deliveries={answer.data?.deliveries.edges.map(({ node }) => node) ?? []}
          />
        </>
      )}
    </>
  );
}

function Deliveries({
  eventId,
  deliveries,
}: {
  readonly eventId: string;
  readonly deliveries: readonly DeliveryFieldsFragment[];
}): ReactNode {
  const resend = useAction(ResendEventDocument, 'event', 'delivery', 'deliveries');
  const [message, setMessage] = useState('');
  const toAll = (): void =>
    resend.mutate(
      { input: { eventId } },
      { onSuccess: ({ resendEvent }) => setMessage(`${String(resendEvent.count)} due again`) },
    );
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="bar">
        <button type="button" onClick={toAll} disabled={resend.isPending}>
          Resend to every endpoint
        </button>
        <span role="status" className="muted">
          {message}
        </span>
      </div>
      {resend.isError && <Failure error={resend.error} />}
      {deliveries.length === 0 && (
        <Empty title="It was sent nowhere.">Its programme had no enabled endpoint at the time.</Empty>
      )}
      {deliveries.map((delivery) => (
        <DeliveryCard key={delivery.id} deliveryId={delivery.id} />
      ))}
    </section>
  );
}

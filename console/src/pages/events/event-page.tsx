import { Button, Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type EndpointFieldsFragment,
  EndpointsDocument,
  type EventFieldsFragment,
  EventPageDocument,
  ResendDeliveryDocument,
  ResendEventDocument,
  type TriedDeliveryFragment,
} from '../../../../src/generated/operations.js';
import { nodesIn, useAction, useAnswer } from '../../gateway/asking.js';
import { Allowed } from '../../gateway/session.js';
import { DataTable } from '../../parts/data-table.js';
import { EntityDetails, EntityPage, type EntityPageProps } from '../../parts/entity.js';
import { formatDuration } from '../../parts/format.js';
import { dueText, notifyDone } from '../../parts/notify.js';
import { Columns, Empty, Failure, RunbookLink, Section } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { Code, type Field, Id, None, StateBadge, wordOf } from '../../parts/value.js';

/** Interval at which an event is read. */
const FRESH_MS = 2000;
/** The gateway returns no longer page. */
const SHOWN_MAX = 200;

const FIELDS: readonly Field<EventFieldsFragment>[] = [
  { label: 'Occurred', name: 'occurredAt', kind: 'time' },
  { label: 'Recorded', name: 'recordedAt', kind: 'time' },
  {
    label: 'Programme',
    show: ({ programme }) =>
      programme === null ? 'none: for operators only' : <Id kind="programme" id={programme} />,
  },
  { label: 'Card', name: 'cardId', kind: 'card' },
  {
    label: 'Transaction',
    show: ({ data }) => <Id kind="transaction" id={data['requestId'] as string | undefined} />,
  },
];

/** Shows one event, the data that receivers read, and its deliveries. */
export function EventPage({ id: eventId }: EntityPageProps): ReactNode {
  return (
    <EntityPage
      kind="Event"
      id={eventId}
      document={EventPageDocument}
      variables={{ eventId, filter: { eventId }, first: SHOWN_MAX }}
      pick={({ event }) => event}
      everyMs={FRESH_MS}
      heading={({ type }) => type}
      none="It may have been deleted after its time."
    >
      {(event, { deliveries }) => (
        <>
          <Columns>
            <Section title="About">
              <EntityDetails fields={FIELDS} row={event} />
            </Section>
            <Section title="As receivers read it">
              <Code value={receivedText(event)} label="Data of the event" />
            </Section>
          </Columns>
          <Deliveries event={event} deliveries={deliveries.edges.map(({ node }) => node)} />
          {deliveries.pageInfo.hasNextPage && (
            <Link href={`/events/deliveries?event=${encodeURIComponent(eventId)}`}>All its deliveries</Link>
          )}
        </>
      )}
    </EntityPage>
  );
}

/** Returns the webhook of an event. Time and signature belong to each attempt. */
function receivedText({ id, type, occurredAt: timestamp, data }: EventFieldsFragment): string {
  const headers = [
    'Content-Type: application/json',
    `webhook-id: ${id}`,
    'webhook-timestamp: seconds since 1970, of the attempt',
    'webhook-signature: v1,… of the attempt',
  ];
  return `${headers.join('\n')}\n\n${JSON.stringify({ type, timestamp, data }, null, 2)}`;
}

function Deliveries({
  event: { id: eventId, programme },
  deliveries,
}: {
  readonly event: EventFieldsFragment;
  readonly deliveries: readonly TriedDeliveryFragment[];
}): ReactNode {
  const isForOperators = programme === null;
  const endpoints = useAnswer(
    EndpointsDocument,
    { filter: { programme }, first: SHOWN_MAX },
    { everyMs: FRESH_MS },
  );
  const resend = useAction(ResendEventDocument);
  const toAll = (): void =>
    resend.mutate({ input: { eventId } }, ({ resendEvent }) => notifyDone(dueText(resendEvent.count)));
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
      {resend.error !== null && <Failure error={resend.error} />}
      {deliveries.length === 0 && (
        <Empty title="It was sent nowhere.">
          {isForOperators
            ? 'It is for operators: no endpoint gets it.'
            : 'Its programme had no enabled endpoint at the time.'}
        </Empty>
      )}
      {deliveries.map((delivery) => (
        <DeliveryCard
          key={delivery.id}
          delivery={delivery}
          endpoint={nodesIn(endpoints.data).find(({ id }) => id === delivery.endpointId)}
        />
      ))}
    </Section>
  );
}

/** Columns of attempts to deliver. Where no answer came, the excerpt is the system's error code. */
export const ATTEMPT_FIELDS: readonly Field<TriedDeliveryFragment['attempts'][number]>[] = [
  { label: 'Attempt', name: 'startedAt', kind: 'time' },
  {
    label: 'Result',
    show: ({ failure, responseCode }) =>
      `${resultOf(failure)}${responseCode === null ? '' : `, HTTP ${String(responseCode)}`}`,
  },
  { label: 'Took', isNumber: true, show: ({ durationMs }) => formatDuration(durationMs) },
  {
    label: 'Answer or error',
    show: ({ responseExcerpt: text }) => (text === null || text === '' ? <None /> : <code>{text}</code>),
  },
];

function resultOf(failure: string | null): string {
  if (failure === null) return 'delivered';
  return failure === 'http_status' ? 'failed' : wordOf(failure);
}

/** Shows a delivery with each attempt, and a button to resend it. */
function DeliveryCard({
  delivery,
  endpoint,
}: {
  readonly delivery: TriedDeliveryFragment;
  readonly endpoint: EndpointFieldsFragment | undefined;
}): ReactNode {
  const { id, state, nextAttemptAt } = delivery;
  const resend = useAction(ResendDeliveryDocument);
  const isDisabled = endpoint?.enabled === false;
  return (
    <Paper component="article" aria-label={`Delivery ${id}`} withBorder p="md" mb="sm">
      <Group gap="sm">
        <StateBadge state={state} />
        <span>
          to endpoint <Id kind="endpoint" id={delivery.endpointId} />
        </span>
        {endpoint !== undefined && <code className="words">{endpoint.url}</code>}
        {state === 'dead' && (
          <span>
            The gateway gave up. Resend it when the receiver works. <RunbookLink entry="webhooks" />
          </span>
        )}
        {state === 'pending' && isDisabled && (
          <span>
            Its endpoint is disabled: nothing is sent. <RunbookLink entry="endpoint" />
          </span>
        )}
        {nextAttemptAt !== null && !isDisabled && (
          <span>
            next try <Time at={nextAttemptAt} />
          </span>
        )}
        <Allowed permission="RESEND">
          <Button
            size="xs"
            loading={resend.isPending}
            onClick={() => resend.mutate({ input: { deliveryId: id } })}
          >
            Resend
          </Button>
        </Allowed>
      </Group>
      {resend.error !== null && <Failure error={resend.error} />}
      <DataTable
        label={`Attempts of delivery ${id}`}
        fields={ATTEMPT_FIELDS}
        rows={delivery.attempts}
        keyOf={({ startedAt }) => startedAt}
        empty={<p className="muted">Not tried yet.</p>}
      />
    </Paper>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ENUMS } from '../../../../src/generated/enums.js';
import {
  DeliveriesDocument,
  type DeliveryFieldsFragment,
  type DeliveryFilter,
  EndpointsDocument,
  ResendDeliveriesDocument,
} from '../../../../src/generated/operations.js';
import { change, nodesIn, useAnswer } from '../../gateway/asking.js';
import { ActionButton } from '../../parts/entity-form.js';
import { EntityListPage } from '../../parts/entity.js';
import { type FilterField, optionsOf } from '../../parts/filters.js';
import { dueText } from '../../parts/notify.js';
import { RunbookLink } from '../../parts/page.js';
import type { Field } from '../../parts/value.js';

const FILTERS: readonly FilterField<keyof DeliveryFilter>[] = [
  { kind: 'time', name: 'time', label: 'Made' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(ENUMS.DeliveryState) },
  {
    kind: 'select',
    name: 'type',
    label: 'Type',
    options: optionsOf(ENUMS.EventType, false),
    condition: 'eventType',
  },
  { kind: 'text', name: 'endpoint', label: 'Endpoint', hint: 'its id', condition: 'endpointId' },
  { kind: 'text', name: 'event', label: 'Event', hint: 'its whole id', condition: 'eventId' },
  { kind: 'text', name: 'programme', label: 'Programme' },
];

const FIELDS: readonly Field<DeliveryFieldsFragment>[] = [
  { label: 'Made', name: 'createdAt', kind: 'time' },
  { label: 'Type', name: 'eventType' },
  { label: 'State', name: 'state', kind: 'state' },
  { label: 'Attempts', name: 'attemptCount', isNumber: true },
  { label: 'Next try', name: 'nextAttemptAt', kind: 'time' },
  { label: 'Event', name: 'eventId', kind: 'event' },
  { label: 'Delivery', name: 'id', kind: 'code', isExtra: true },
  { label: 'Programme', name: 'programme', kind: 'programme', isExtra: true },
  { label: 'Endpoint', name: 'endpointId', kind: 'endpoint' },
];

/** Shows deliveries of events to endpoints. */
export function DeliveriesPage(): ReactNode {
  return (
    <EntityListPage
      title="Deliveries"
      document={DeliveriesDocument}
      exported="deliveries"
      filters={FILTERS}
      fields={FIELDS}
      keyOf={({ id }) => id}
      actions={<ResendRange />}
      end={<RunbookLink entry="webhooks">Webhooks are given up</RunbookLink>}
      none={
        <>
          An event is delivered to the endpoints of its programme.{' '}
          <Link href="/events/endpoints">Add one</Link>.
        </>
      }
    />
  );
}

/** The gateway returns no longer page. */
const OFFERED_MAX = 200;

/** Resends events of a time range, or all undelivered ones, after a receiver was down. */
function ResendRange(): ReactNode {
  const endpoints = useAnswer(EndpointsDocument, { first: OFFERED_MAX });
  return (
    <ActionButton
      name="Resend a range …"
      permission="RESEND"
      isMain
      title="Resend a range"
      verb="Resend"
      consequence="The gateway sends each of them to its endpoint again. Receivers know a repeat by its webhook-id."
      fields={[
        {
          kind: 'select',
          name: 'endpointId',
          label: 'To',
          hint: 'Left out: every enabled endpoint.',
          options: nodesIn(endpoints.data).map(({ id, url }) => [id, url]),
        },
        { kind: 'time', name: 'from', label: 'Recorded from' },
        { kind: 'time', name: 'to', label: 'Recorded before' },
        { kind: 'yes', name: 'undelivered', label: 'Only undelivered ones' },
      ]}
      initial={{ undelivered: 'yes' }}
      send={({ from, to, ...input }) => {
        const time = { from, to } as { readonly from?: string; readonly to?: string };
        const isRange = from !== undefined || to !== undefined;
        return change(ResendDeliveriesDocument, { input: { ...input, ...(isRange ? { time } : {}) } });
      }}
      onDone={({ resendDeliveries }) => dueText(resendDeliveries.count)}
    />
  );
}

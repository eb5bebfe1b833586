import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { ENDPOINT_EVENT_TYPES } from '../../../../src/core/events/event.js';
import {
  AddEndpointDocument,
  DisableEndpointDocument,
  EnableEndpointDocument,
  type EnableEndpointMutationVariables,
  type EndpointFieldsFragment,
  type EndpointFilter,
  EndpointPageDocument,
  type EndpointPageQuery,
  EndpointsDocument,
  ResendDeliveriesDocument,
  RotateEndpointSecretDocument,
  SetEndpointDocument,
  TestEndpointDocument,
  type TriedDeliveryFragment,
} from '../../../../src/generated/operations.js';
import { useAction } from '../../gateway/asking.js';
import { Allowed } from '../../gateway/session.js';
import { DataTable } from '../../parts/data-table.js';
import { ActionButton, type FormField, linesIn, PROGRAMME } from '../../parts/entity-form.js';
import { EntityListPage, EntityPage, type EntityPageProps } from '../../parts/entity.js';
import type { FilterField } from '../../parts/filters.js';
import { formatCount, formatShare } from '../../parts/format.js';
import { dueText, type Secret } from '../../parts/notify.js';
import { type Detail, Empty, Failure, RunbookLink, Section } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { addressOf, Badge, type Field } from '../../parts/value.js';
import { ATTEMPT_FIELDS } from './event-page.js';

type Endpoint = EndpointFieldsFragment;

const FILTERS: readonly FilterField<keyof EndpointFilter>[] = [
  { kind: 'text', name: 'text', label: 'Id or URL', hint: 'a part of it' },
  { kind: 'text', name: 'programme', label: 'Programme' },
  {
    kind: 'select',
    name: 'disabled',
    label: 'Enabled',
    options: [
      ['false', 'enabled'],
      ['true', 'disabled'],
    ],
    read: (disabled) => disabled === 'true',
  },
];

const FIELDS: readonly Field<Endpoint>[] = [
  { label: 'URL', name: 'url', kind: 'code' },
  { label: 'Health', show: (endpoint) => <Health endpoint={endpoint} /> },
  { label: 'Programme', name: 'programme', kind: 'programme' },
  { label: 'Event types', show: ({ eventTypes }) => eventTypes?.join(', ') ?? 'all' },
  { label: 'Own headers', show: ({ headerNames }) => headerNames?.join(', ') ?? 'none', isExtra: true },
  { label: 'Added', name: 'createdAt', kind: 'time' },
  { label: 'Previous secret until', name: 'previousSecretUntil', kind: 'time' },
  { label: 'Id', name: 'id', kind: 'code', isExtra: true },
];

/** Shows the endpoints of webhooks with their health. */
export function EndpointsPage(): ReactNode {
  return (
    <EntityListPage
      title="Endpoints"
      document={EndpointsDocument}
      exported="endpoints"
      filters={FILTERS}
      fields={FIELDS}
      keyOf={({ id }) => id}
      kind="endpoint"
      actions={<AddEndpoint />}
      end={<RunbookLink entry="endpoint">An endpoint was disabled</RunbookLink>}
      none="Add the URL at which a programme’s backend takes webhooks."
    />
  );
}

/** Returns the new secret of an endpoint, as the page shows it. */
function secretOf({ secret: text }: { readonly secret: string }): Secret {
  const use = 'Receivers verify signatures with it. It is shown this once.';
  return { title: 'The endpoint’s secret', use, text };
}

const EVENT_TYPES_FIELD: FormField = {
  kind: 'several',
  name: 'eventTypes',
  label: 'Event types',
  hint: 'None chosen: all.',
  options: ENDPOINT_EVENT_TYPES.map((type) => [type, type]),
};

const HIDDEN_VALUE = '(hidden)';

/** Returns the own headers as a form has them: the gateway never shows their values. */
function hiddenHeaders(names: Endpoint['headerNames']): string {
  return (names ?? []).map((name) => `${name}: ${HIDDEN_VALUE}`).join('\n');
}

/** The field for own headers. They stay as they are, or all are written again. */
function headersField(initial: string): FormField {
  return {
    kind: 'lines',
    name: 'headers',
    label: 'Own headers',
    hint: 'Name: value, one a line. The values are never shown again.',
    read: linesIn,
    problem: (written) =>
      written !== initial && written.includes(HIDDEN_VALUE)
        ? 'Write the value of each header again, or leave all as they are.'
        : undefined,
  };
}

function AddEndpoint(): ReactNode {
  return (
    <ActionButton
      name="Add an endpoint …"
      permission="MANAGE_ENDPOINTS"
      isMain
      title="Add an endpoint"
      verb="Add"
      consequence="It gets the events of its programme from now on. Its secret is shown once, after this."
      fields={[
        PROGRAMME,
        { kind: 'text', name: 'url', label: 'URL', hint: 'https, and publicly reachable.', isRequired: true },
        EVENT_TYPES_FIELD,
        headersField(''),
      ]}
      document={AddEndpointDocument}
      secret={({ addEndpoint }) => secretOf(addEndpoint)}
    />
  );
}

interface EndpointProps {
  readonly endpoint: Endpoint;
}

function Health({ endpoint: { enabled, disabledReason, failingSince } }: EndpointProps): ReactNode {
  if (!enabled)
    return <Badge tone="quiet">disabled{disabledReason === null ? '' : `: ${disabledReason}`}</Badge>;
  if (failingSince === null) return <Badge tone="good">healthy</Badge>;
  return (
    <>
      <Badge tone="bad">failing</Badge> since <Time at={failingSince} /> <RunbookLink entry="endpoint" />
    </>
  );
}

/** Deliveries by which the page judges an endpoint. The gateway returns no longer page. */
const JUDGED_MAX = 200;
const FAILURES_MAX = 20;

/** Shows one endpoint: whether it takes its deliveries, why not, and what it missed. */
export function EndpointPage({ id: endpointId }: EntityPageProps): ReactNode {
  return (
    <EntityPage
      kind="Endpoint"
      id={endpointId}
      document={EndpointPageDocument}
      variables={{ endpointId, first: JUDGED_MAX }}
      pick={({ endpoint }) => endpoint}
      heading={({ url }) => url}
      badges={(endpoint) => <Health endpoint={endpoint} />}
      actions={(endpoint) => <Actions endpoint={endpoint} />}
      fields={FIELDS.slice(2)}
    >
      {(endpoint, result) => <Deliveries endpoint={endpoint} result={result} />}
    </EntityPage>
  );
}

function Deliveries({
  endpoint,
  result: { deliveries, dead, pending },
}: EndpointProps & { readonly result: EndpointPageQuery }): ReactNode {
  const newest = deliveries.edges.map(({ node }) => node);
  const judged = newest.filter(({ state }) => state !== 'pending');
  const delivered = judged.filter(({ state }) => state === 'delivered').length;
  const failures = newest
    .flatMap((node) => node.attempts.map((attempt) => ({ ...attempt, eventId: node.eventId })))
    .filter(({ failure }) => failure !== null)
    .sort((one, other) => other.startedAt.localeCompare(one.startedAt))
    .slice(0, FAILURES_MAX);
  return (
    <Section
      title="Deliveries"
      note={
        judged.length > 0 &&
        `${formatShare(delivered, judged.length)} delivered, of the last ${formatCount(judged.length)}`
      }
      actions={
        <>
          <Link href={`/events/deliveries?endpoint=${endpoint.id}`}>All its deliveries</Link>
          <ResendMissed endpoint={endpoint} missed={missedText(dead, pending)} />
        </>
      }
    >
      <DataTable
        label="Last failures"
        fields={FAILURE_FIELDS}
        rows={failures}
        keyOf={({ eventId, startedAt }) => `${eventId} ${startedAt}`}
        empty={<Empty title="No attempt failed lately." />}
      />
    </Section>
  );
}

const FAILURE_FIELDS: readonly Field<
  TriedDeliveryFragment['attempts'][number] & { readonly eventId: string }
>[] = [...ATTEMPT_FIELDS, { label: 'Event', name: 'eventId', kind: 'event' }];

/** Returns how many deliveries are resent as missed, as far as these pages show. A test is not. */
function missedText(...pages: readonly EndpointPageQuery['dead'][]): string {
  const missed = pages.flatMap(({ edges }) => edges);
  const count = missed.filter(({ node }) => node.eventType !== 'endpoint.test').length;
  const isWhole = pages.every(({ edges }) => edges.length < JUDGED_MAX);
  return isWhole ? formatCount(count) : `${formatCount(count)} or more`;
}

/** Sends at once what the endpoint has not taken. */
function ResendMissed({
  endpoint: { id: endpointId, url },
  missed,
}: EndpointProps & { readonly missed: string }): ReactNode {
  return (
    <ActionButton
      name={`Resend what it missed: ${missed} …`}
      permission="RESEND"
      title="Resend what it missed"
      verb="Resend"
      subject={[
        ['Endpoint', <code key="u">{url}</code>],
        ['Given up, or waiting for a next try', missed],
      ]}
      consequence="The gateway sends all of them at once, and events that came while the endpoint was disabled."
      document={ResendDeliveriesDocument}
      input={{ endpointId, undelivered: true }}
      onDone={({ resendDeliveries }) => dueText(resendDeliveries.count)}
    />
  );
}

function Actions({ endpoint }: EndpointProps): ReactNode {
  const { id: endpointId, url, programme, enabled } = endpoint;
  const [, navigate] = useLocation();
  const test = useAction(TestEndpointDocument);
  const subject: readonly Detail[] = [
    ['Endpoint', <code key="u">{url}</code>],
    ['Programme', programme],
  ];
  return (
    <>
      <Allowed permission="MANAGE_ENDPOINTS">
        <Button
          size="xs"
          loading={test.isPending}
          disabled={!enabled}
          onClick={() =>
            test.mutate({ input: { endpointId } }, ({ testEndpoint }) =>
              navigate(addressOf('event', testEndpoint.delivery.eventId)),
            )
          }
        >
          Send a test
        </Button>
      </Allowed>
      <EditEndpoint endpoint={endpoint} />
      <ActionButton
        title="Rotate the secret?"
        permission="MANAGE_ENDPOINTS"
        verb="Rotate the secret"
        subject={subject}
        consequence="You get a new secret, which is shown once. The previous one also signs for 24 hours, so that the receiver can change over."
        document={RotateEndpointSecretDocument}
        input={{ endpointId }}
        secret={({ rotateEndpointSecret }) => secretOf(rotateEndpointSecret)}
      />
      <ActionButton<unknown, EnableEndpointMutationVariables>
        title={enabled ? 'Disable this endpoint?' : 'Enable this endpoint?'}
        permission="MANAGE_ENDPOINTS"
        verb={enabled ? 'Disable' : 'Enable'}
        subject={subject}
        consequence={
          enabled
            ? 'The gateway sends nothing to it. Its pending deliveries continue when you enable it again.'
            : 'Its pending deliveries continue.'
        }
        isDangerous={enabled}
        document={enabled ? DisableEndpointDocument : EnableEndpointDocument}
        input={{ endpointId }}
      />
      {test.error !== null && <Failure error={test.error} />}
    </>
  );
}

function EditEndpoint({ endpoint: { id: endpointId, eventTypes, headerNames } }: EndpointProps): ReactNode {
  const headers = hiddenHeaders(headerNames);
  return (
    <ActionButton
      name="Edit …"
      permission="MANAGE_ENDPOINTS"
      title="Edit the endpoint"
      verb="Save"
      consequence="It gets these types from now on, with these headers. Deliveries that wait still go out."
      fields={[EVENT_TYPES_FIELD, headersField(headers)]}
      initial={{ eventTypes: (eventTypes ?? []).join('\n'), headers }}
      document={SetEndpointDocument}
      input={{ endpointId }}
    />
  );
}

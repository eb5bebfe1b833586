import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  AddEndpointDocument,
  DisableEndpointDocument,
  EnableEndpointDocument,
  type EnableEndpointMutationVariables,
  type EndpointFieldsFragment,
  type EndpointFilter,
  EndpointsDocument,
  RotateEndpointSecretDocument,
  TestEndpointDocument,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAction } from '../../gateway/asking.js';
import { type Secret, useSecrets } from '../../gateway/secrets.js';
import { Badge } from '../../parts/badge.js';
import { ActionButton } from '../../parts/entity-form.js';
import { EntityListPage } from '../../parts/entity-list.js';
import type { FilterField } from '../../parts/filters.js';
import { addressOf } from '../../parts/links.js';
import { Failure } from '../../parts/notice.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import type { Detail } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import type { Field } from '../../parts/value.js';
import { useProgrammeField } from '../directory/programme-field.js';

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
  { label: 'Added', name: 'createdAt', kind: 'time' },
  { label: 'Previous secret signs until', name: 'previousSecretUntil', kind: 'time' },
  { label: 'Id', name: 'id', kind: 'code', isExtra: true },
  { label: 'Actions', show: (endpoint) => <Actions endpoint={endpoint} /> },
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
      hrefOf={({ id }) => addressOf('endpoint', id)}
      nameOf={({ id }) => `deliveries to endpoint ${id}`}
      actions={<AddEndpoint />}
      end={() => <RunbookLink entry="endpoint">An endpoint was disabled</RunbookLink>}
      none="Add the URL at which a programme’s backend takes webhooks."
    />
  );
}

/** Returns the new secret of an endpoint, as its dialog shows it. */
function secretOf(text: string): Secret {
  return {
    title: 'The endpoint’s secret',
    use: 'Receivers verify signatures with it. It is shown this once.',
    label: 'Secret',
    text,
  };
}

function AddEndpoint(): ReactNode {
  const field = useProgrammeField();
  const secrets = useSecrets();
  return (
    <ActionButton
      name="Add an endpoint …"
      permission="MANAGE_ENDPOINTS"
      isMain
      title="Add an endpoint"
      verb="Add"
      consequence="It gets the events of its programme from now on. Its secret is shown once, after this."
      fields={[
        field,
        { kind: 'text', name: 'url', label: 'URL', hint: 'https, and publicly reachable.', isRequired: true },
      ]}
      document={AddEndpointDocument}
      onDone={({ addEndpoint: { secret } }) => {
        secrets.show(secretOf(secret));
        return undefined;
      }}
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
      <Badge tone="bad">failing</Badge>
      <span>
        since <Time at={failingSince} />
      </span>
      <RunbookLink entry="endpoint" />
    </>
  );
}

function Actions({ endpoint: { id: endpointId, url, programme, enabled } }: EndpointProps): ReactNode {
  const secrets = useSecrets();
  const test = useAction(TestEndpointDocument);
  const subject: readonly Detail[] = [
    ['Endpoint', <code key="u">{url}</code>],
    ['Programme', programme],
  ];
  return (
    <>
      <Group gap="xs">
        <Allowed permission="MANAGE_ENDPOINTS">
          <Button
            size="xs"
            loading={test.isPending}
            disabled={!enabled}
            onClick={() => test.mutate({ input: { endpointId } })}
          >
            Send a test
          </Button>
        </Allowed>
        <ActionButton
          title="Rotate the secret?"
          permission="MANAGE_ENDPOINTS"
          verb="Rotate the secret"
          subject={subject}
          consequence="You get a new secret, which is shown once. The previous one also signs for 24 hours, so that the receiver can change over."
          document={RotateEndpointSecretDocument}
          input={{ endpointId }}
          onDone={({ rotateEndpointSecret: { secret } }) => {
            secrets.show(secretOf(secret));
            return undefined;
          }}
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
          onDone={() => `The endpoint is ${enabled ? 'disabled' : 'enabled'}.`}
        />
        {test.data !== undefined && (
          <span role="status">
            Test sent:{' '}
            <Link href={addressOf('event', test.data.testEndpoint.delivery.eventId)}>
              event {test.data.testEndpoint.delivery.eventId}
            </Link>
          </span>
        )}
      </Group>
      {test.error !== null && <Failure error={test.error} />}
    </>
  );
}

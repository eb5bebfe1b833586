import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { Link } from 'wouter';
import {
  AddEndpointDocument,
  DisableEndpointDocument,
  EnableEndpointDocument,
  type EndpointFieldsFragment,
  EndpointsDocument,
  ProgrammesDocument,
  RotateEndpointSecretDocument,
  TestEndpointDocument,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { Time } from '../../parts/time.js';

const FRESH_MS = 3000;

/** Shows the endpoints of webhooks with their health. */
export function EndpointsPage(): ReactNode {
  const answer = useAnswer('endpoints', EndpointsDocument, {}, { everyMs: FRESH_MS });
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const endpoints = answer.data?.endpoints.edges.map(({ node }) => node);
  return (
    <Page
      title="Endpoints"
      actions={
        <Button variant="filled" onClick={() => setAdding(true)}>
          Add an endpoint …
        </Button>
      }
    >
      {answer.isError && <Failure error={answer.error} retry={() => void answer.refetch()} />}
      {endpoints === undefined && !answer.isError && <Loading />}
      {endpoints?.length === 0 && (
        <Empty title="No endpoints.">Add the URL at which a programme’s backend takes webhooks.</Empty>
      )}
      {endpoints?.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} onSecret={setSecret} />
      ))}
      <Modal opened={isAdding} onClose={() => setAdding(false)} title="Add an endpoint">
        <AddEndpoint onClose={() => setAdding(false)} onSecret={setSecret} />
      </Modal>
      <Modal opened={secret !== null} onClose={() => setSecret(null)} title="The endpoint’s secret">
        <div className="dialog-form">
          <p>Receivers verify signatures with it. It is shown this once.</p>
          <Code text={secret ?? ''} label="Secret" />
          <Button variant="filled" onClick={() => setSecret(null)}>
            I have it
          </Button>
        </div>
      </Modal>
    </Page>
  );
}

function Endpoint({
  endpoint,
  onSecret,
}: {
  readonly endpoint: EndpointFieldsFragment;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const { id: endpointId, url } = endpoint;
  const which = { input: { endpointId } };
  const rotate = useAction(RotateEndpointSecretDocument, 'endpoints');
  const disable = useAction(DisableEndpointDocument, 'endpoints');
  const enable = useAction(EnableEndpointDocument, 'endpoints');
  const test = useAction(TestEndpointDocument, 'deliveries', 'events');
  const failed = [rotate, disable, enable, test].find(({ isError }) => isError);
  return (
    <article className="card" aria-label={`Endpoint ${url}`}>
      <div className="bar">
        <Health endpoint={endpoint} />
        <code className="url">{url}</code>
      </div>
      <p className="muted">
        Programme {endpoint.programme}, added <Time at={endpoint.createdAt} />, id{' '}
        <Id kind="endpoint" id={endpointId} />
        {endpoint.previousSecretUntil !== null && (
          <>
            ; the previous secret also signs until <Time at={endpoint.previousSecretUntil} />
          </>
        )}
      </p>
      <div className="bar">
        <Button size="xs" disabled={test.isPending || !endpoint.enabled} onClick={() => test.mutate(which)}>
          Send a test
        </Button>
        <Button
          size="xs"
          disabled={rotate.isPending}
          onClick={() =>
            rotate.mutate(which, {
              onSuccess: ({ rotateEndpointSecret }) => onSecret(rotateEndpointSecret.secret),
            })
          }
        >
          Rotate the secret
        </Button>
        {endpoint.enabled ? (
          <Button size="xs" disabled={disable.isPending} onClick={() => disable.mutate(which)}>
            Disable
          </Button>
        ) : (
          <Button size="xs" disabled={enable.isPending} onClick={() => enable.mutate(which)}>
            Enable
          </Button>
        )}
        <Link href={addressOf('endpoint', endpointId)}>Its deliveries</Link>
        {test.data !== undefined && (
          <span role="status">
            Test sent:{' '}
            <Link href={addressOf('event', test.data.testEndpoint.delivery.eventId)}>
              event {test.data.testEndpoint.delivery.eventId}
            </Link>
          </span>
        )}
      </div>
      {failed !== undefined && <Failure error={failed.error} />}
    </article>
  );
}

function Health({ endpoint }: { readonly endpoint: EndpointFieldsFragment }): ReactNode {
  if (!endpoint.enabled)
    return (
      <Badge tone="quiet">
        disabled{endpoint.disabledReason === null ? '' : `: ${endpoint.disabledReason}`}
      </Badge>
    );
  if (endpoint.failingSince === null) return <Badge tone="good">healthy</Badge>;
  return (
    <>
      <Badge tone="bad">failing</Badge>
      <span>
        since <Time at={endpoint.failingSince} />
      </span>
      <RunbookLink entry="endpoint" />
    </>
  );
}

function AddEndpoint({
  onClose,
  onSecret,
}: {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const programmes = useAnswer('programmes', ProgrammesDocument, {});
  const add = useAction(AddEndpointDocument, 'endpoints');
  const names = programmes.data?.programmes.edges.map(({ node }) => node.programme) ?? [];
  const [chosen, setChosen] = useState('');
  const [url, setUrl] = useState('');
  const programme = chosen === '' ? (names[0] ?? '') : chosen;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    add.mutate(
      { input: { programme, url } },
      {
        onSuccess({ addEndpoint }) {
          onClose();
          onSecret(addEndpoint.secret);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="dialog-form">
      <NativeSelect
        label="Programme"
        value={programme}
        data={names}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <TextInput
        label="URL"
        type="url"
        required
        value={url}
        description="https, and publicly reachable."
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {add.isError && <Failure error={add.error} />}
      <div className="dialog-buttons">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={add.isPending}>
          Add
        </Button>
      </div>
    </form>
  );
}

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
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Empty, Failure, Loading } from '../../parts/notice.js';
import { Time } from '../../parts/time.js';

const FRESH_MS = 3000;

/** Shows the endpoints of webhooks with their health. */
export function EndpointList(): ReactNode {
  const answer = useAnswer('endpoints', EndpointsDocument, {}, { everyMs: FRESH_MS });
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const endpoints = answer.data?.endpoints.edges.map(({ node }) => node);
  return (
    <>
      <div className="bar">
        <button type="button" className="main" onClick={() => setAdding(true)}>
          Add an endpoint …
        </button>
      </div>
      {answer.isError && <Failure error={answer.error} retry={() => void answer.refetch()} />}
      {endpoints === undefined && !answer.isError && <Loading />}
      {endpoints?.length === 0 && (
        <Empty title="No endpoints.">Add the URL at which a programme’s backend takes webhooks.</Empty>
      )}
      {endpoints?.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} onSecret={setSecret} />
      ))}
      {isAdding && <AddEndpoint onClose={() => setAdding(false)} onSecret={setSecret} />}
      {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
    </>
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
        Programme {endpoint.programme}, added <Time at={endpoint.createdAt} />, id <code>{endpointId}</code>
        {endpoint.previousSecretUntil !== null && (
          <>
            ; the previous secret also signs until <Time at={endpoint.previousSecretUntil} />
          </>
        )}
      </p>
      <div className="bar">
        <button
          type="button"
          disabled={test.isPending || !endpoint.enabled}
          onClick={() => test.mutate(which)}
        >
          Send a test
        </button>
        <button
          type="button"
          disabled={rotate.isPending}
          onClick={() =>
            rotate.mutate(which, {
              onSuccess: ({ rotateEndpointSecret }) => onSecret(rotateEndpointSecret.secret),
            })
          }
        >
          Rotate the secret
        </button>
        {endpoint.enabled ? (
          <button type="button" disabled={disable.isPending} onClick={() => disable.mutate(which)}>
            Disable
          </button>
        ) : (
          <button type="button" disabled={enable.isPending} onClick={() => enable.mutate(which)}>
            Enable
          </button>
        )}
        <Link href={`/events/deliveries?endpoint=${encodeURIComponent(endpointId)}`}>Its deliveries</Link>
        {test.data !== undefined && (
          <span role="status">
            Test sent:{' '}
            <Link href={`/events/log/${test.data.testEndpoint.delivery.eventId}`}>
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
    <Dialog title="Add an endpoint" onClose={onClose}>
      <form onSubmit={submit}>
        <SelectField
          label="Programme"
          value={programme}
          options={names.map((name) => [name, name] as const)}
          onChange={(event) => setChosen(event.target.value)}
        />
        <TextField
          label="URL"
          type="url"
          required
          value={url}
          hint="https, and publicly reachable."
          onChange={(event) => setUrl(event.target.value)}
        />
        {add.isError && <Failure error={add.error} />}
        <div className="bar">
          <button type="submit" className="main" disabled={add.isPending}>
            Add
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="The endpoint’s secret" onClose={onClose}>
      <p>Receivers verify signatures with it. It is shown this once.</p>
      <Code text={secret} label="Secret" />
      <button type="button" className="main" onClick={onClose}>
        I have it
      </button>
    </Dialog>
  );
}

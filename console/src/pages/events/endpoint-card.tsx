import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  DisableEndpointDocument,
  EnableEndpointDocument,
  type EndpointFieldsFragment,
  RotateEndpointSecretDocument,
  TestEndpointDocument,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { useAction } from '../../gateway/asking.js';
import { useSecretAction } from '../../gateway/secrets.js';
import { Badge } from '../../parts/badge.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { Id } from '../../parts/id.js';
import { useLeaving } from '../../parts/leaving.js';
import { addressOf } from '../../parts/links.js';
import { Failure } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import type { Detail } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { endpointSecret } from './endpoint-secret.js';

interface EndpointProps {
  readonly endpoint: EndpointFieldsFragment;
}

/** Shows an endpoint with its health, and what can be done with it. */
export function EndpointCard(props: EndpointProps): ReactNode {
  const {
    endpoint,
    endpoint: { id, url },
  } = props;
  return (
    <article className="card" aria-label={`Endpoint ${url}`} tabIndex={-1}>
      <div className="bar">
        <Health endpoint={endpoint} />
        <code className="url">{url}</code>
      </div>
      <p className="muted">
        Programme {endpoint.programme}, added <Time at={endpoint.createdAt} />, id{' '}
        <Id kind="endpoint" id={id} />
        {endpoint.previousSecretUntil !== null && (
          <>
            ; the previous secret also signs until <Time at={endpoint.previousSecretUntil} />
          </>
        )}
      </p>
      <Actions {...props} />
    </article>
  );
}

function Actions({ endpoint }: EndpointProps): ReactNode {
  const { id: endpointId, url } = endpoint;
  const which = { input: { endpointId } };
  const rotation = useSecretAction(
    RotateEndpointSecretDocument,
    ({ rotateEndpointSecret: { secret } }) => endpointSecret(secret),
    'endpoints',
  );
  const disable = useAction(DisableEndpointDocument, 'endpoints');
  const enable = useAction(EnableEndpointDocument, 'endpoints');
  const test = useAction(TestEndpointDocument, 'deliveries', 'events');
  const failed = [enable, test].find(({ isError }) => isError);
  const subject = [
    ['Endpoint', <code key="u">{url}</code>],
    ['Programme', endpoint.programme],
  ] satisfies readonly Detail[];
  return (
    <>
      <div className="bar">
        <Allowed permission="MANAGE_ENDPOINTS">
          <Button
            size="xs"
            loading={test.isPending}
            disabled={!endpoint.enabled}
            onClick={() => test.mutate(which)}
          >
            Send a test
          </Button>
          <ConfirmButton
            title="Rotate the secret?"
            permission="MANAGE_ENDPOINTS"
            verb="Rotate the secret"
            subject={subject}
            consequence="You get a new secret, which is shown once. The previous one also signs for 24 hours, so that the receiver can change over."
            action={rotation}
            variables={() => which}
          />
          {endpoint.enabled ? (
            <ConfirmButton
              title="Disable this endpoint?"
              permission="MANAGE_ENDPOINTS"
              verb="Disable"
              subject={subject}
              consequence="The gateway sends nothing to it. Its pending deliveries continue when you enable it again."
              isDangerous
              action={disable}
              variables={() => which}
              onDone={() => notifyDone('The endpoint is disabled.')}
            />
          ) : (
            <EnableButton enable={() => enable.mutate(which)} />
          )}
        </Allowed>
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
    </>
  );
}

/** Is not disabled while it acts: it would lose the focus. The action is sent once anyway. */
function EnableButton({ enable }: { readonly enable: () => void }): ReactNode {
  const button = useLeaving<HTMLButtonElement>();
  return (
    <Button ref={button} size="xs" onClick={enable}>
      Enable
    </Button>
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

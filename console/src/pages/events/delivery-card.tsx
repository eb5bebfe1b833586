import { Button } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { ReactNode } from 'react';
import {
  DeliveryDocument,
  type DeliveryQuery,
  EndpointDocument,
  ResendDeliveryDocument,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/allowed.js';
import { FRESH_MS, useAction, useAnswer } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Id } from '../../parts/id.js';
import { Failure, Loading } from '../../parts/notice.js';
import { formatDuration } from '../../parts/numbers.js';
import { RunbookLink } from '../../parts/runbook-link.js';
import { Time } from '../../parts/time.js';

type Attempt = NonNullable<DeliveryQuery['delivery']>['attempts'][number];

/** Interval at which a delivery is read that waits for its receiver. */
const PENDING_MS = 1500;

/** Shows a delivery with each attempt, and a button to resend it. It is read again while it is in sight: there may be hundreds. */
export function DeliveryCard({
  deliveryId,
  isPending,
}: {
  readonly deliveryId: string;
  readonly isPending: boolean;
}): ReactNode {
  const { ref, inViewport: isInSight } = useInViewport();
  const answer = useAnswer(
    'delivery',
    DeliveryDocument,
    { deliveryId },
    isInSight ? { everyMs: isPending ? PENDING_MS : FRESH_MS } : {},
  );
  const resend = useAction(ResendDeliveryDocument, 'delivery', 'deliveries', 'event');
  const delivery = answer.data?.delivery;
  if (delivery == null)
    return answer.isError ? (
      <Failure error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading />
    );
  return (
    <article className="card" aria-label={`Delivery ${delivery.id}`} ref={ref}>
      <div className="bar">
        <StateBadge state={delivery.state} />
        <span>
          to endpoint <Id kind="endpoint" id={delivery.endpointId} />
        </span>
        <Waiting delivery={delivery} isInSight={isInSight} />
        <Allowed permission="RESEND">
          <Button
            size="xs"
            loading={resend.isPending}
            onClick={() => resend.mutate({ input: { deliveryId } })}
          >
            Resend
          </Button>
        </Allowed>
      </div>
      {resend.isError && <Failure error={resend.error} />}
      <DataTable
        label={`Attempts of delivery ${delivery.id}`}
        columns={COLUMNS}
        rows={delivery.attempts}
        keyOf={({ startedAt }) => startedAt}
        empty={<p className="muted">Not tried yet.</p>}
      />
    </article>
  );
}

/** Says where the event goes, and when it is sent next, or why it is not. */
function Waiting({
  delivery,
  isInSight,
}: {
  readonly delivery: NonNullable<DeliveryQuery['delivery']>;
  readonly isInSight: boolean;
}): ReactNode {
  const { endpointId, state, nextAttemptAt } = delivery;
  const answer = useAnswer(
    'endpoint',
    EndpointDocument,
    { endpointId },
    isInSight ? { everyMs: FRESH_MS } : {},
  );
  const endpoint = answer.data?.endpoint;
  const isDisabled = endpoint?.enabled === false;
  return (
    <>
      {endpoint != null && <code className="url">{endpoint.url}</code>}
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
    </>
  );
}

const COLUMNS: readonly Column<Attempt>[] = [
  { title: 'Attempt', minPx: 96, cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    title: 'Result',
    minPx: 130,
    cell: ({ failure, responseCode }) =>
      `${resultOf(failure)}${responseCode === null ? '' : `, HTTP ${String(responseCode)}`}`,
  },
  { title: 'Took', minPx: 64, isNumber: true, cell: ({ durationMs }) => formatDuration(durationMs) },
  {
    title: 'Answer',
    minPx: 240,
    cell: ({ responseExcerpt }) =>
      responseExcerpt === null || responseExcerpt === '' ? (
        <span className="muted">empty</span>
      ) : (
        <code>{responseExcerpt}</code>
      ),
  },
];

function resultOf(failure: string | null): string {
  if (failure === null) return 'delivered';
  return failure === 'http_status' ? 'failed' : failure.replaceAll('_', ' ');
}

import type { ReactNode } from 'react';
import { DeliveryDocument, ResendDeliveryDocument } from '../../../../src/cli/generated/operations.js';
import { useAction, useAnswer } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { Failure, Loading } from '../../parts/notice.js';
import { formatDuration, Time } from '../../parts/time.js';

const FRESH_MS = 1500;

/** Shows a delivery with each attempt, and a button to resend it. */
export function DeliveryCard({ deliveryId }: { readonly deliveryId: string }): ReactNode {
  const answer = useAnswer('delivery', DeliveryDocument, { deliveryId }, { everyMs: FRESH_MS });
  const resend = useAction(ResendDeliveryDocument, 'delivery', 'deliveries', 'event');
  const delivery = answer.data?.delivery;
  if (answer.isError) return <Failure error={answer.error} retry={() => void answer.refetch()} />;
  if (delivery == null) return <Loading />;
  return (
    <article className="card" aria-label={`Delivery ${delivery.id}`}>
      <div className="bar">
        <StateBadge state={delivery.state} />
        <span>
          to endpoint <code>{delivery.endpointId}</code>
        </span>
        {delivery.nextAttemptAt !== null && (
          <span>
            next try <Time at={delivery.nextAttemptAt} />
          </span>
        )}
        <button
          type="button"
          disabled={resend.isPending}
          onClick={() => resend.mutate({ input: { deliveryId } })}
        >
          Resend
        </button>
      </div>
      {resend.isError && <Failure error={resend.error} />}
      {delivery.attempts.length === 0 ? (
        <p className="muted">Not tried yet.</p>
      ) : (
        <div
          className="scrolls"
          tabIndex={0}
          role="region"
          aria-label={`Attempts of delivery ${delivery.id}`}
        >
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Attempt</th>
                <th scope="col">Result</th>
                <th scope="col" className="number">
                  Took
                </th>
                <th scope="col">Answer</th>
              </tr>
            </thead>
            <tbody>
              {delivery.attempts.map((attempt) => (
                <tr key={attempt.startedAt}>
                  <td>
                    <Time at={attempt.startedAt} />
                  </td>
                  <td>
                    {resultOf(attempt.failure)}
                    {attempt.responseCode === null ? '' : `, HTTP ${String(attempt.responseCode)}`}
                  </td>
                  <td className="number">{formatDuration(attempt.durationMs)}</td>
                  <td>
                    {attempt.responseExcerpt === null || attempt.responseExcerpt === '' ? (
                      <span className="muted">empty</span>
                    ) : (
                      <code>{attempt.responseExcerpt}</code>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </article>
  );
}

function resultOf(failure: string | null): string {
  if (failure === null) return 'delivered';
  return failure === 'http_status' ? 'failed' : failure.replaceAll('_', ' ');
}

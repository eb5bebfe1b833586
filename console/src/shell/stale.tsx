import { useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { sentenceOfQuery } from '../gateway/gateway-error.js';
import { Notice } from '../parts/notice.js';
import { formatTime } from '../parts/time.js';

/** Says on every page that its content is old, while the gateway does not answer. */
export function Stale(): ReactNode {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const oldest = useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .filter(isStale)
      .map(({ state }) => state)
      .reduce<Query['state'] | null>(
        (a, b) => (a !== null && a.dataUpdatedAt <= b.dataUpdatedAt ? a : b),
        null,
      ),
  );
  return (
    <div className="stale" role="status">
      {oldest !== null && (
        <Notice tone="warn">
          {sentenceOfQuery(oldest.fetchFailureReason ?? oldest.error)} You see the state of{' '}
          {formatTime(oldest.dataUpdatedAt)}.
        </Notice>
      )}
    </div>
  );
}

/** A query in use that failed twice, or for good. A single failure is over before somebody could read of it. */
function isStale(query: Query): boolean {
  const { data, status, fetchFailureCount } = query.state;
  return query.isActive() && data !== undefined && (status === 'error' || fetchFailureCount > 1);
}

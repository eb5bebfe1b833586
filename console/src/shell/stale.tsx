import { Box } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { sentenceOfQuery } from '../gateway/gateway-error.js';
import { useSilence } from '../gateway/silence.js';
import { Notice } from '../parts/page.js';
import { formatTime } from '../parts/time.js';

/** Says on every page that its content is old or not there yet, while the gateway does not answer. */
export function Stale(): ReactNode {
  const silence = useSilence();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const oldest = useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .filter((query) => isStale(query, silence !== null))
      .map(({ state }) => state)
      .reduce<Query['state'] | null>(
        (a, b) => (a !== null && a.dataUpdatedAt <= b.dataUpdatedAt ? a : b),
        null,
      ),
  );
  return (
    <Box role="status" pos="sticky" bottom={8} style={{ zIndex: 20 }}>
      {oldest !== null && (
        <Notice tone="warn">
          {sentenceOfQuery(oldest.fetchFailureReason ?? oldest.error ?? silence)}
          {oldest.data !== undefined && ` You see the state of ${formatTime(oldest.dataUpdatedAt)}.`}
        </Notice>
      )}
    </Box>
  );
}

/**
 * A query in use that failed twice or for good, or that waits for a silent gateway. A single failure is over before somebody
 * could read of it. Where a query without data fails for good, its part of the page says so.
 */
function isStale(query: Query, isSilent: boolean): boolean {
  const { data, status, fetchStatus, fetchFailureCount } = query.state;
  const isWaiting = fetchStatus === 'fetching' && (isSilent || fetchFailureCount > 1);
  return query.isActive() && (isWaiting || (data !== undefined && status === 'error'));
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  TransactionsDocument,
  type TransactionRowFragment,
  type TransactionFilter,
} from '../../../../src/generated/operations.js';
import { type Listing, useListing } from '../../gateway/asking.js';
import { type LiveState, useLiveTransactions } from '../../gateway/live.js';

export type LiveFilter = Pick<TransactionFilter, 'terminalId' | 'method' | 'state' | 'resultCode'>;

const LIST = 'live';
/** Number of received rows above which the list is read again. */
const LIVE_ROWS_MAX = 5000;
/**
 * Delay before the list is read again. The subscription starts after its connection opens; the list then includes rows saved
 * in between.
 */
const SETTLE_MS = 200;

export interface Followed extends Listing<TransactionRowFragment> {
  readonly state: LiveState;
  readonly isPaused: boolean;
  /** Number of rows received while paused, or while the top of the list is out of sight. */
  readonly held: number;
  readonly togglePause: () => void;
  readonly showHeld: () => void;
  readonly setAway: (isAway: boolean) => void;
}

/** Returns the list as last read, with rows received since then before it. */
export function useFollowed(filter: LiveFilter): Followed {
  const queries = useQueryClient();
  const listing = useListing({
    name: LIST,
    document: TransactionsDocument,
    conditions: filter,
    variables: () => ({ filter }),
    pageIn: ({ transactions }) => transactions,
    isRepeated: false,
  });
  const [received, setReceived] = useState<readonly TransactionRowFragment[]>([]);
  const [held, setHeld] = useState<readonly TransactionRowFragment[]>([]);
  const [isPaused, setPaused] = useState(false);
  const [isAway, setAway] = useState(false);
  const isHolding = isPaused || isAway;
  const holding = useRef(isHolding);
  holding.current = isHolding;
  /** True after a reconnection: held rows may have gaps. */
  const isOutdated = useRef(false);

  const name = JSON.stringify(filter);
  useEffect(() => {
    setReceived([]);
    setHeld([]);
  }, [name]);

  const readAnew = useCallback(() => {
    isOutdated.current = false;
    setReceived([]);
    setHeld([]);
    void queries.resetQueries({ queryKey: [LIST] });
  }, [queries]);

  const state = useLiveTransactions({
    terminalId: filter.terminalId ?? null,
    onOpened: () =>
      void setTimeout(() => {
        if (holding.current) isOutdated.current = true;
        else void readAgain(queries);
      }, SETTLE_MS),
    onRows(rows) {
      // Statistics are read again at once, so that a doubt appears in the count.
      if (rows.some(({ state: saved }) => saved === 'in_doubt' || saved === 'contradicted'))
        void queries.invalidateQueries({ queryKey: ['stats'] });
      const passing = rows.filter((row) => passes(row, filter));
      if (passing.length === 0) return;
      if (holding.current) setHeld((before) => [...passing, ...before].slice(0, LIVE_ROWS_MAX));
      else setReceived((before) => [...passing, ...before]);
    },
  });

  useEffect(() => {
    if (received.length > LIVE_ROWS_MAX && !isHolding) readAnew();
  }, [received.length, isHolding, readAnew]);

  const showHeld = useCallback(() => {
    if (held.length >= LIVE_ROWS_MAX || isOutdated.current) return readAnew();
    setReceived((before) => [...held, ...before]);
    setHeld([]);
  }, [held, readAnew]);

  // Rows held while scrolling enter at the top.
  useEffect(() => {
    if (!isHolding && (held.length > 0 || isOutdated.current)) showHeld();
  }, [isHolding, held.length, showHeld]);

  const togglePause = (): void => {
    // A read that is on its way would show transactions that came after.
    if (!isPaused && listing.rows.length > 0 && queries.isFetching({ queryKey: [LIST] }) > 0) {
      isOutdated.current = true;
      void queries.cancelQueries({ queryKey: [LIST] });
    }
    setPaused(!isPaused);
  };

  const rows = useMemo(() => merged(received, listing.rows), [received, listing.rows]);
  return {
    ...listing,
    rows,
    state,
    isPaused,
    held: held.length,
    togglePause,
    showHeld,
    setAway,
  };
}

/** A first read that is still on its way would otherwise count as this one, although it may be older than the subscription. */
async function readAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey: [LIST] });
  await queries.invalidateQueries({ queryKey: [LIST] });
}

function passes(row: TransactionRowFragment, filter: LiveFilter): boolean {
  return (
    (filter.method == null || row.methodName === filter.method) &&
    (filter.state == null || row.state === filter.state) &&
    (filter.resultCode == null || row.resultCode === filter.resultCode)
  );
}

/** Returns each row once, in its latest version. */
function merged(
  received: readonly TransactionRowFragment[],
  listed: readonly TransactionRowFragment[],
): readonly TransactionRowFragment[] {
  if (received.length === 0) return listed;
  const seen = new Set<string>();
  const isNew = ({ requestId }: TransactionRowFragment): boolean =>
    !seen.has(requestId) && seen.add(requestId).size > 0;
  return [...received.filter(isNew), ...listed.filter(({ requestId }) => !seen.has(requestId))];
}

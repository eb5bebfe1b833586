import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  StatsDocument,
  type TransactionFilter,
  type TransactionRowFragment,
  TransactionsDocument,
} from '../../../../src/generated/operations.js';
import { nodesIn, useAnswer } from '../../gateway/asking.js';
import { type LiveState, useLiveTransactions } from '../../gateway/live.js';
import type { TableQuery } from '../../parts/data-table.js';

type Row = TransactionRowFragment;

/** Rows of the live list. The page of all transactions has the others. */
const ROWS_MAX = 100;
/**
 * Delay before the list is read again. The subscription starts after its connection opens; the list then includes rows saved
 * in between.
 */
const SETTLE_MS = 200;

interface Followed {
  readonly rows: readonly Row[];
  readonly query: TableQuery;
  readonly state: LiveState;
  readonly isPaused: boolean;
  /** Number of new rows that a paused list does not show. */
  readonly held: number;
  readonly togglePause: () => void;
}

/** Returns the newest transactions, with those that were saved since they were read. A paused list stays as it is. */
export function useFollowed(filter: TransactionFilter): Followed {
  const queries = useQueryClient();
  const query = useAnswer(TransactionsDocument, { filter, first: ROWS_MAX });
  const [received, setReceived] = useState<readonly Row[]>([]);
  const [paused, setPaused] = useState<readonly Row[] | null>(null);
  useEffect(() => setReceived([]), [filter]);
  const state = useLiveTransactions({
    terminalId: filter.terminalId ?? null,
    onOpened: () =>
      void setTimeout(() => void queries.invalidateQueries({ queryKey: [TransactionsDocument] }), SETTLE_MS),
    onRows(rows) {
      // Statistics are read again at once, so that a doubt appears in the count.
      if (rows.some(({ state: saved }) => saved === 'in_doubt' || saved === 'contradicted'))
        void queries.invalidateQueries({ queryKey: [StatsDocument] });
      const passing = rows.filter((row) => passes(row, filter));
      if (passing.length > 0) setReceived((before) => merged(passing, before));
    },
  });
  const rows = useMemo(() => merged(received, nodesIn(query.data)), [received, query.data]);
  return {
    rows: paused ?? rows,
    query,
    state,
    isPaused: paused !== null,
    held: paused === null ? 0 : rows.filter((row) => !paused.some((shown) => isSame(row, shown))).length,
    togglePause: () => setPaused(paused === null ? rows : null),
  };
}

function isSame(one: Row, other: Row): boolean {
  return one.requestId === other.requestId;
}

function passes(row: Row, filter: TransactionFilter): boolean {
  return (
    (filter.method == null || row.methodName === filter.method) &&
    (filter.state == null || row.state === filter.state) &&
    (filter.resultCode == null || row.resultCode === filter.resultCode)
  );
}

/** Returns each row once, as it came last, the newest first. */
function merged(received: readonly Row[], listed: readonly Row[]): readonly Row[] {
  const rows = new Map([...listed, ...received.toReversed()].map((row) => [row.requestId, row]));
  return [...rows.values()]
    .sort((one, other) => other.receivedAt.localeCompare(one.receivedAt))
    .slice(0, ROWS_MAX);
}

import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../parts/badge.js';
import { DataTable } from '../../parts/data-table.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { conditionsIn, useFilterValues } from '../../parts/filters.js';
import { IconPlayerPause, IconPlayerPlay } from '../../parts/icons.js';
import { Empty } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { TRANSACTION_FILTERS, TRANSACTION_LIST } from '../transactions/transaction-row.js';
import { useFollowed } from './followed.js';
import { Overview } from './overview.js';

/** Conditions that a subscription can follow. */
const FILTERS = TRANSACTION_FILTERS.filter(({ name }) =>
  ['state', 'result', 'method', 'terminal'].includes(name),
);

/** Words and colours of the connection. */
const STATES = {
  connecting: ['warn', 'Connecting …'],
  live: ['good', 'Live'],
  interrupted: ['bad', 'Interrupted; trying again …'],
  paused: ['quiet', 'Paused'],
} as const;

/** Shows transactions as they happen, with statistics. */
export function LivePage(): ReactNode {
  const values = useFilterValues(FILTERS);
  const filter = useMemo(() => conditionsIn(FILTERS, values), [values]);
  const { rows, query, state, isPaused, held, togglePause } = useFollowed(filter);
  const [tone, words] = STATES[isPaused ? 'paused' : state];
  return (
    <Page
      title="Live"
      badges={
        <span role="status">
          <Badge tone={tone}>{words}</Badge>
        </span>
      }
    >
      <Overview />
      <Section title="Transactions" actions={<Link href="/transactions">All transactions</Link>}>
        <FilterBar fields={FILTERS}>
          <Button
            size="xs"
            leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
            onClick={togglePause}
          >
            {isPaused ? `Go on (${formatCount(held)} new)` : 'Pause'}
          </Button>
        </FilterBar>
        <DataTable
          {...TRANSACTION_LIST}
          label="Transactions, newest first"
          rows={rows}
          query={query}
          empty={
            Object.keys(filter).length === 0 ? (
              <Empty title="No transactions yet.">
                The first one appears here. In the sandbox: <code>cardway send Deduct</code>.
              </Empty>
            ) : (
              <Empty title="None passes these filters.">New ones appear here by themselves.</Empty>
            )
          }
        />
      </Section>
    </Page>
  );
}

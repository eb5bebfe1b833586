import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { TransactionsDocument } from '../../../../src/generated/operations.js';
import { nodesIn, useAnswer } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { DataTable } from '../../parts/data-table.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { conditionsIn, useFilterValues } from '../../parts/filters.js';
import { IconPlayerPause, IconPlayerPlay } from '../../parts/icons.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { TRANSACTION_FILTERS, TRANSACTION_LIST } from '../transactions/transaction-row.js';
import { Overview } from './overview.js';

/** Rows of the list. The page of all transactions has the others. */
const ROWS_MAX = 100;
/** Interval at which the list is read. */
const EVERY_MS = 1000;

/** The list is that of now. */
const FILTERS = TRANSACTION_FILTERS.filter(({ kind }) => kind !== 'time');

/** Shows transactions as they happen, with statistics. A paused list stays as it is. */
export function LivePage(): ReactNode {
  const [isPaused, setPaused] = useState(false);
  const filter = conditionsIn(FILTERS, useFilterValues(FILTERS));
  const query = useAnswer(
    TransactionsDocument,
    { filter, first: ROWS_MAX },
    { everyMs: isPaused ? false : EVERY_MS },
  );
  const isAway = query.failureReason !== null;
  return (
    <Page
      title="Live"
      badges={
        <span role="status">
          {isPaused ? (
            <Badge tone="quiet">Paused</Badge>
          ) : isAway ? (
            <Badge tone="bad">Interrupted; trying again …</Badge>
          ) : (
            <Badge tone="good">Live</Badge>
          )}
        </span>
      }
    >
      <Overview />
      <Section title="Transactions" actions={<Link href="/transactions">All transactions</Link>}>
        <FilterBar fields={FILTERS}>
          <Button
            size="xs"
            leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Go on' : 'Pause'}
          </Button>
        </FilterBar>
        <DataTable
          {...TRANSACTION_LIST}
          label="Transactions, newest first"
          rows={nodesIn(query.data)}
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

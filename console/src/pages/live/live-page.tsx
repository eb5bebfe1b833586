import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { DataTable } from '../../parts/data-table.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  numberIn,
  oneOf,
  optionsOf,
  useFilterValues,
} from '../../parts/filters.js';
import { IconPlayerPause, IconPlayerPlay } from '../../parts/icons.js';
import { Empty } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import {
  addressOfRow,
  METHODS,
  nameOfRow,
  STATES,
  TRANSACTION_COLUMNS,
} from '../transactions/transaction-row.js';
import { type Followed, type LiveFilter, useFollowed } from './followed.js';
import { Overview } from './overview.js';

const FIELDS = [
  { kind: 'text', name: 'terminal', label: 'Terminal' },
  {
    kind: 'select',
    name: 'method',
    label: 'Method',
    options: METHODS.map((name) => [name, name]),
    hasOthers: true,
  },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(STATES) },
  { kind: 'number', name: 'result', label: 'Result code' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): LiveFilter {
  return given({
    terminalId: values.terminal,
    method: values.method,
    state: oneOf(values.state, STATES),
    resultCode: numberIn(values.result),
  });
}

/** Shows transactions as they happen, with statistics. */
export function LivePage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = useMemo(() => filterOf(values), [values]);
  const followed = useFollowed(filter);
  return (
    <Page title="Live" badges={<Connection followed={followed} />}>
      <Overview />
      <Section title="Transactions" actions={<Link href="/transactions">All transactions</Link>}>
        <FilterBar fields={FIELDS}>
          <Holding followed={followed} />
        </FilterBar>
        <DataTable
          label="Transactions, newest first"
          columns={TRANSACTION_COLUMNS}
          rows={followed.rows}
          query={followed.query}
          keyOf={({ requestId }) => requestId}
          hrefOf={addressOfRow}
          nameOf={nameOfRow}
          onAway={followed.setAway}
          held={followed.held}
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

const STATE_WORDS = {
  connecting: 'Connecting …',
  live: 'Live',
  interrupted: 'Interrupted; trying again …',
} as const;

function Connection({ followed: { state, isPaused } }: { readonly followed: Followed }): ReactNode {
  return (
    <span className={`live-state ${isPaused ? 'paused' : state}`} role="status">
      {isPaused ? 'Paused' : STATE_WORDS[state]}
    </span>
  );
}

/** Shows how many rows wait, and lets people pause the list. */
function Holding({ followed }: { readonly followed: Followed }): ReactNode {
  const { held, isPaused } = followed;
  return (
    <>
      {held > 0 && (
        <Button
          variant="light"
          size="xs"
          onClick={() => {
            // The button goes.
            document.querySelector('h1')?.focus({ preventScroll: true });
            followed.showHeld();
          }}
        >
          Show {formatCount(held)} new
        </Button>
      )}
      <Button
        size="xs"
        data-key="x"
        aria-pressed={isPaused}
        leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
        onClick={followed.togglePause}
      >
        {isPaused ? 'Go on' : 'Pause'}
      </Button>
    </>
  );
}

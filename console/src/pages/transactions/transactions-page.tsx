import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { TransactionsDocument } from '../../../../src/generated/operations.js';
import { useMay } from '../../gateway/session.js';
import type { Choice } from '../../parts/data-table.js';
import { EntityListPage } from '../../parts/entity.js';
import { Presets } from '../../parts/filter-bar.js';
import { conditionsIn, oneOf, useAddressPart, useFilterValues } from '../../parts/filters.js';
import { RunbookLink } from '../../parts/page.js';
import { MANY_STATES, SettleMany } from './settle-many.js';
import { TRANSACTION_FILTERS, TRANSACTION_LIST } from './transaction-row.js';

const NONE: ReadonlySet<string> = new Set();

/** Shows all transactions, by conditions. */
export function TransactionsPage(): ReactNode {
  const values = useFilterValues(TRANSACTION_FILTERS);
  const [{ of, chosen }, setChoice] = useState({ of: values, chosen: NONE });
  const state = oneOf(values['state'] ?? '', MANY_STATES);
  const maySettle = useMay('SETTLE') && state !== undefined;
  // A choice ends with its filter.
  const choice: Choice = {
    chosen: of === values ? chosen : NONE,
    choose: (keys) => setChoice({ of: values, chosen: keys }),
  };
  return (
    <EntityListPage
      {...TRANSACTION_LIST}
      {...(maySettle ? { choice } : {})}
      title="Transactions"
      document={TransactionsDocument}
      exported="transactions"
      filters={TRANSACTION_FILTERS}
      end={<Advice />}
      none="The first call of a terminal appears here."
      noneFiltered={
        <>
          Remove one of the filters, or <Link href="/refused">look among the refused calls</Link>, which are
          not saved as transactions.
        </>
      }
    >
      <Presets label="States" name="state" choices={STATES} />
      {maySettle && (
        <SettleMany
          key={state}
          state={state}
          filter={conditionsIn(TRANSACTION_FILTERS, values)}
          {...choice}
        />
      )}
    </EntityListPage>
  );
}

/** Links to the entry of the runbook about the state that is listed. */
function Advice(): ReactNode {
  const state = useAddressPart('state');
  if (state === 'in_doubt') return <RunbookLink entry="doubt" />;
  if (state === 'queued') return <RunbookLink entry="queue" />;
  return state === 'unmatched' && <RunbookLink entry="unmatched" />;
}

/** States that people look for most. Counting what passes the other filters would read all of it. */
const STATES = [
  ['', 'All'],
  ['in_doubt', 'In doubt'],
  ['contradicted', 'Contradicted'],
  ['queued', 'Queued'],
  ['unmatched', 'Unmatched'],
  ['refused', 'Refused'],
] as const;

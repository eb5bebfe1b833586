import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  ReconciliationDocument,
  type ReconciliationQuery,
} from '../../../../src/cli/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { type FilterField, useFilterValues, useSetAddress } from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { formatMoney } from '../../parts/money.js';
import { Empty } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';

type Line = ReconciliationQuery['reconciliation'][number];

const FIELDS = [{ kind: 'text', name: 'day', label: 'Day' }] as const satisfies readonly FilterField[];

/** Adds up a day by programme, terminal, route and method. */
export function ReconcilePage(): ReactNode {
  const { day: written } = useFilterValues(FIELDS);
  const set = useSetAddress();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : new Date().toISOString().slice(0, 10);
  const answer = useAnswer('reconciliation', ReconciliationDocument, { day });
  return (
    <Page title="Reconcile">
      <div className="filters">
        <TextInput
          type="date"
          label="Day in UTC"
          value={day}
          onChange={(event) => set({ day: event.currentTarget.value })}
        />
      </div>
      <DataTable
        label="Sums of the day"
        columns={COLUMNS}
        rows={answer.data?.reconciliation ?? []}
        query={answer}
        keyOf={({ programme, terminalId, route, methodName }) =>
          `${programme} ${terminalId} ${route} ${methodName}`
        }
        empty={<Empty title="No transactions on this day.">Choose another day.</Empty>}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Line>[] = [
  {
    title: 'Programme',
    minPx: 100,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
  {
    title: 'Terminal',
    minPx: 112,
    cell: ({ terminalId }) => <Id kind="terminal" id={terminalId} isInList />,
  },
  { title: 'Method', minPx: 120, cell: ({ methodName }) => methodName },
  { title: 'Calls', minPx: 56, isNumber: true, cell: ({ count }) => formatCount(count) },
  { title: 'Approved', minPx: 104, isNumber: true, cell: (line) => <Sum line={line} of="approvedAmount" /> },
  { title: 'Declined', minPx: 104, isNumber: true, cell: (line) => <Sum line={line} of="declinedAmount" /> },
  { title: 'In doubt', minPx: 104, isNumber: true, cell: (line) => <Sum line={line} of="inDoubtAmount" /> },
  {
    title: 'Contradicted',
    minPx: 104,
    isNumber: true,
    cell: (line) => <Sum line={line} of="contradictedAmount" />,
  },
];

function Sum({
  line,
  of,
}: {
  readonly line: Line;
  readonly of: 'approvedAmount' | 'declinedAmount' | 'inDoubtAmount' | 'contradictedAmount';
}): ReactNode {
  return (
    <span className="amount">{formatMoney({ minorUnits: Number(line[of]), currency: line.currency })}</span>
  );
}

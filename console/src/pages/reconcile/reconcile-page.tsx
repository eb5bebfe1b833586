import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ReconciliationDocument, type ReconciliationQuery } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { type FilterField, useFilterValues, useSetAddress } from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { formatMoney } from '../../parts/format-money.js';
import { Empty } from '../../parts/notice.js';
import { formatCount } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { DayFile } from './day-file.js';

type Line = ReconciliationQuery['reconciliation'][number];

const FIELDS = [{ kind: 'text', name: 'day', label: 'Day' }] as const satisfies readonly FilterField[];

/** Compares a day with a file of the other side, and adds it up by programme, terminal, route and method. */
export function ReconcilePage(): ReactNode {
  const { day: written } = useFilterValues(FIELDS);
  const set = useSetAddress();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : new Date().toISOString().slice(0, 10);
  // The browser gives no value while a part of the date is missing. Another value would replace what the person types.
  const [isPartial, setPartial] = useState(false);
  const answer = useAnswer('reconciliation', ReconciliationDocument, { day });
  return (
    <Page title="Reconcile">
      <div className="filters">
        <TextInput
          type="date"
          label="Day in UTC"
          value={isPartial ? '' : day}
          onBlur={() => setPartial(false)}
          onChange={({ currentTarget: { value } }) => {
            setPartial(value === '');
            if (value !== '') set({ day: value });
          }}
        />
      </div>
      <DayFile day={day} />
      <Section title="Sums of the day">
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
      </Section>
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
  { title: 'Unit', minPx: 80, cell: ({ currency }) => currency ?? 'minor units' },
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
  // A sum beyond the safe integers comes as digits. A number would round it.
  const minorUnits = BigInt(line[of]);
  return (
    <span className="amount">
      {line.currency === null
        ? formatCount(minorUnits)
        : formatMoney({ minorUnits, currency: line.currency })}
    </span>
  );
}

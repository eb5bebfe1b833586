import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ReconciliationDocument, type ReconciliationQuery } from '../../../../src/generated/operations.js';
import { useAnswer } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { useAddressPart, useSetAddress } from '../../parts/filters.js';
import { formatCount, formatMoney } from '../../parts/format.js';
import { Empty, Page, Section } from '../../parts/page.js';
import type { Field } from '../../parts/value.js';
import { DayFile } from './day-file.js';

type Line = ReconciliationQuery['reconciliation'][number];

const FIELDS: readonly Field<Line>[] = [
  { label: 'Programme', name: 'programme', kind: 'programme' },
  { label: 'Terminal', name: 'terminalId', kind: 'terminal' },
  { label: 'Method', name: 'methodName' },
  { label: 'Unit', show: ({ currency }) => currency ?? 'minor units' },
  { label: 'Calls', isNumber: true, show: ({ count }) => formatCount(count) },
  sumField('Sum approved', 'approvedAmount'),
  sumField('Sum declined', 'declinedAmount'),
  sumField('Sum in doubt', 'inDoubtAmount'),
  sumField('Sum contradicted', 'contradictedAmount'),
];

function sumField(
  label: string,
  name: 'approvedAmount' | 'declinedAmount' | 'inDoubtAmount' | 'contradictedAmount',
): Field<Line> {
  const show = ({ currency, ...line }: Line): string => {
    // A sum beyond the safe integers comes as digits. A number would round it.
    const minorUnits = BigInt(line[name]);
    return currency === null ? formatCount(minorUnits) : formatMoney({ minorUnits, currency });
  };
  return { label, isNumber: true, show };
}

/** Compares a day with a file of the other side, and adds it up by programme, terminal, route and method. */
export function ReconcilePage(): ReactNode {
  const written = useAddressPart('day');
  const set = useSetAddress();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : new Date().toISOString().slice(0, 10);
  // The browser gives no value while a part of the date is missing. Another value would replace what the person types.
  const [isPartial, setPartial] = useState(false);
  const answer = useAnswer(ReconciliationDocument, { day });
  return (
    <Page title="Reconcile">
      <TextInput
        type="date"
        label="Day in UTC"
        w="11rem"
        value={isPartial ? '' : day}
        onBlur={() => setPartial(false)}
        onChange={({ currentTarget: { value } }) => {
          setPartial(value === '');
          if (value !== '') set({ day: value });
        }}
      />
      <DayFile day={day} />
      <Section title="Sums of the day">
        <DataTable
          label="Sums of the day"
          fields={FIELDS}
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

import type { ReactNode } from 'react';
import { currencyLetters } from '../../parts/currencies.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/notice.js';
import { formatMoney } from '../../parts/format-money.js';
import { Section } from '../../parts/section.js';
import type { FullTransaction } from './full-transaction.js';

type Entries = FullTransaction['klv'];
type Entry = Entries[number];

/** Shows the KLV of the call, key by key. */
export function Klv({ entries }: { readonly entries: Entries }): ReactNode {
  const currency = currencyLetters(entries.find(({ key }) => key === '049')?.value);
  const columns: readonly Column<Entry>[] = [
    { title: 'Key', minPx: 56, cell: ({ key }) => <code>{key}</code> },
    {
      title: 'Means',
      minPx: 200,
      cell: ({ title }) => title ?? <span className="muted">not documented</span>,
    },
    { title: 'Value', minPx: 220, cell: (entry) => <Value entry={entry} currency={currency} /> },
    { title: 'On the JSON interface', minPx: 220, cell: ({ name }) => <code>{name}</code> },
  ];
  return (
    <Section title="KLV, key by key">
      <DataTable
        label="Entries of the KLV"
        columns={columns}
        rows={entries}
        keyOf={({ key }) => key}
        empty={<Empty title="The call brought none." />}
      />
    </Section>
  );
}

/** Shows a value, with its meaning where it is known. */
function Value({
  entry: { key, value },
  currency,
}: {
  readonly entry: Entry;
  readonly currency: string | null;
}): ReactNode {
  const meaning = meaningOf(key, value, currency);
  return (
    <>
      {value === '' ? <span className="muted">empty</span> : <code>{value}</code>}
      {meaning !== null && <span className="muted"> {meaning}</span>}
    </>
  );
}

function meaningOf(key: string, value: string, currency: string | null): string | null {
  if (key === '049') return currencyLetters(value);
  if (key === '004' && currency !== null && /^\d{1,15}$/.test(value))
    return formatMoney({ minorUnits: Number(value), currency });
  return null;
}

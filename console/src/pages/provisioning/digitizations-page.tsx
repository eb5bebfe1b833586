import type { ReactNode } from 'react';
import { type DigitizationFilter, DigitizationsPageDocument } from '../../../../src/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  numberIn,
  oneOf,
  optionsOf,
  timeRangeIn,
  useFilterValues,
} from '../../parts/filters.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { DIGITIZATION_COLUMNS, STATES } from './digitization-row.js';

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Reported' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(STATES) },
  { kind: 'number', name: 'card', label: 'Card' },
  { kind: 'text', name: 'token', label: 'Token reference' },
  { kind: 'text', name: 'programme', label: 'Programme' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): DigitizationFilter {
  return given({
    time: timeRangeIn(values.time),
    state: oneOf(values.state, STATES),
    cardId: numberIn(values.card),
    tokenReference: values.token,
    programme: values.programme,
  });
}

/** Shows the tokens of cards in wallets. */
export function DigitizationsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'digitizations',
    document: DigitizationsPageDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ digitizations }) => digitizations,
  });
  return (
    <Page title="Digitizations" actions={<ExportButton list="digitizations" filter={filter} />}>
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Digitizations, newest first"
        columns={DIGITIZATION_COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No card is in a wallet yet.">
              The network reports each token. Try it: <code>cardway trigger provisioning --card 5002</code>
            </Empty>
          ) : (
            <Empty title="No digitization passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

import type { ReactNode } from 'react';
import {
  type ProvisioningAttemptFilter,
  ProvisioningPageDocument,
} from '../../../../src/generated/operations.js';
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
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { ATTEMPT_COLUMNS, STATES } from './attempt-row.js';
import { Funnel } from './funnel.js';

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Issued' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(STATES) },
  { kind: 'number', name: 'card', label: 'Card' },
  { kind: 'text', name: 'token', label: 'Token reference' },
  { kind: 'text', name: 'programme', label: 'Programme' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): ProvisioningAttemptFilter {
  return given({
    time: timeRangeIn(values.time),
    state: oneOf(values.state, STATES),
    cardId: numberIn(values.card),
    tokenReference: values.token,
    programme: values.programme,
  });
}

/** Shows the provisioning attempts of cards. */
export function ProvisioningPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'attempts',
    document: ProvisioningPageDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ provisioningAttempts }) => provisioningAttempts,
  });
  return (
    <Page title="Provisioning" actions={<ExportButton list="attempts" filter={filter} />}>
      <Funnel />
      <Section title="Attempts">
        <FilterBar fields={FIELDS} />
        <DataTable
          label="Provisioning attempts, newest first"
          columns={ATTEMPT_COLUMNS}
          {...listing}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => addressOf('attempt', id)}
          nameOf={({ id }) => `attempt ${id}`}
          empty={
            Object.keys(filter).length === 0 ? (
              <Empty title="No attempts.">
                An attempt begins when an integrator asks for a secret. Try it:{' '}
                <code>cardway trigger provisioning --card 5002</code>
              </Empty>
            ) : (
              <Empty title="No attempt passes these filters.">Remove one of them.</Empty>
            )
          }
        />
      </Section>
    </Page>
  );
}

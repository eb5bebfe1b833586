import { type ReactNode, useMemo } from 'react';
import {
  type AttemptLineFragment,
  type ProvisioningAttemptFilter,
  type ProvisioningAttemptState,
  ProvisioningPageDocument,
} from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { StateBadge } from '../../parts/badge.js';
import { type Column, DataTable } from '../../parts/data-table.js';
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
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { between } from '../../parts/numbers.js';
import { Page } from '../../parts/page.js';
import { Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { Funnel } from './funnel.js';

const STATES: readonly ProvisioningAttemptState[] = [
  'issued',
  'verified',
  'authorized',
  'digitized',
  'expired',
  'superseded',
  'declined',
];

const FIELDS = [
  { kind: 'number', name: 'card', label: 'Card' },
  { kind: 'select', name: 'state', label: 'State', options: optionsOf(STATES) },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): ProvisioningAttemptFilter {
  return given({ cardId: numberIn(values.card), state: oneOf(values.state, STATES) });
}

const FRESH_MS = 5000;

/** Shows the provisioning attempts of cards. */
export function ProvisioningPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = useMemo(() => filterOf(values), [values]);
  const listing = useListing({
    name: 'attempts',
    document: ProvisioningPageDocument,
    variables: { filter },
    pageIn: ({ provisioningAttempts }) => provisioningAttempts,
    everyMs: FRESH_MS,
  });
  return (
    <Page title="Provisioning">
      <Funnel />
      <Section title="Attempts">
        <FilterBar fields={FIELDS} />
        <DataTable
          label="Provisioning attempts, newest first"
          columns={COLUMNS}
          {...listing}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => addressOf('attempt', id)}
          nameOf={({ id }) => `attempt ${id}`}
          empty={
            <Empty title="No attempts.">
              An attempt begins when an integrator asks for a secret. Try it:{' '}
              <code>cardway trigger provisioning --card 5002</code>
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

const COLUMNS: readonly Column<AttemptLineFragment>[] = [
  { title: 'Issued', minPx: 96, cell: ({ issuedAt }) => <Time at={issuedAt} /> },
  { title: 'Card', minPx: 80, cell: ({ cardId }) => <Id kind="card" id={cardId} isInList /> },
  { title: 'State', minPx: 96, cell: ({ state }) => <StateBadge state={state} /> },
  {
    title: 'To the wallet',
    minPx: 96,
    isNumber: true,
    cell: ({ issuedAt, digitizedAt }) => between(issuedAt, digitizedAt),
  },
  {
    title: 'Programme',
    minPx: 110,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
  { title: 'Token reference', minPx: 180, cell: ({ tokenReference }) => tokenReference ?? '–' },
];

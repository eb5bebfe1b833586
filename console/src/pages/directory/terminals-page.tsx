import type { ReactNode } from 'react';
import {
  AddTerminalDocument,
  type TerminalFilter,
  TerminalsDocument,
  type TerminalsQuery,
} from '../../../../src/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { type FilterField, given, useFilterValues } from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { useOpenEntry } from '../../parts/leaving.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { entriesIn } from './entry-form.js';
import { FormButton } from './form-button.js';
import { useProgrammeField } from './programme-field.js';
import { algorithmIn, PASSWORD_FIELD, TERMINAL_FIELDS } from './terminal-form.js';
import { TerminalState } from './terminal-state.js';

type Terminal = TerminalsQuery['terminals']['edges'][number]['node'];

const FIELDS = [
  { kind: 'text', name: 'text', label: 'Terminal', hint: 'The first characters of its id.' },
  { kind: 'text', name: 'programme', label: 'Programme' },
] as const satisfies readonly FilterField[];

/** Shows the terminals. */
export function TerminalsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter: TerminalFilter = given(values);
  const listing = useListing({
    name: 'terminals',
    document: TerminalsDocument,
    conditions: values,
    variables: () => ({ filter }),
    pageIn: ({ terminals }) => terminals,
  });
  return (
    <Page
      title="Terminals"
      actions={
        <>
          <ExportButton list="terminals" filter={filter} />
          <AddTerminal />
        </>
      }
    >
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Terminals"
        columns={COLUMNS}
        {...listing}
        keyOf={({ terminalId }) => terminalId}
        hrefOf={({ terminalId }) => addressOf('terminal', terminalId)}
        nameOf={({ terminalId }) => `terminal ${terminalId}`}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No terminals.">
              Add one with the button above, or: <code>cardway terminals add ID --programme NAME</code>
            </Empty>
          ) : (
            <Empty title="No terminal passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Terminal>[] = [
  { title: 'Terminal', minPx: 104, cell: ({ terminalId }) => <code>{terminalId}</code> },
  { title: 'State', minPx: 72, cell: (terminal) => <TerminalState {...terminal} /> },
  {
    title: 'Programme',
    minPx: 104,
    cell: ({ programme }) => <Id kind="programme" id={programme} isInList />,
  },
  { title: 'Checksum', minPx: 72, cell: ({ checksumAlgorithm }) => checksumAlgorithm },
  {
    title: 'Calls from',
    minPx: 128,
    cell: ({ allowedAddresses }) => allowedAddresses?.join(' ') ?? 'anywhere',
  },
  {
    title: 'Previous password until',
    minPx: 140,
    cell: ({ previousPasswordUntil }) => <Time at={previousPasswordUntil} />,
  },
  { title: 'Added', minPx: 84, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function AddTerminal(): ReactNode {
  const open = useOpenEntry();
  const programme = useProgrammeField();
  const add = useAction(AddTerminalDocument, 'terminals', 'audit');
  return (
    <FormButton
      name="Add a terminal …"
      permission="MANAGE_TERMINALS"
      isMain
      title="Add a terminal"
      verb="Add"
      consequence="The gateway accepts its calls at once. The audit log keeps it with your key."
      fields={[
        {
          kind: 'text',
          name: 'terminalId',
          label: 'Terminal id',
          hint: '10 characters, as the processor gave them.',
          isRequired: true,
        },
        programme,
        PASSWORD_FIELD,
        ...TERMINAL_FIELDS,
      ]}
      initial={{ checksumAlgorithm: 'sha256' }}
      action={add}
      variables={(values) => ({
        input: {
          terminalId: values['terminalId'] ?? '',
          programme: values['programme'] ?? '',
          password: values['password'] ?? '',
          checksumAlgorithm: algorithmIn(values['checksumAlgorithm']),
          ...given({ allowedAddresses: addressesIn(values['allowedAddresses']) }),
        },
      })}
      onDone={({ addTerminal: { terminal } }) => {
        notifyDone(`Terminal ${terminal.terminalId} is added.`);
        open(addressOf('terminal', terminal.terminalId));
      }}
    />
  );
}

function addressesIn(written = ''): readonly string[] | undefined {
  const entries = entriesIn(written);
  return entries.length === 0 ? undefined : entries;
}

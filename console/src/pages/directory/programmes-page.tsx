import type { ReactNode } from 'react';
import {
  type ProgrammeFilter,
  ProgrammesDocument,
  PutProgrammeDocument,
} from '../../../../src/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { Badge } from '../../parts/badge.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { type FilterField, given, useFilterValues } from '../../parts/filters.js';
import { useOpenEntry } from '../../parts/leaving.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { Page } from '../../parts/page.js';
import { FormButton } from './form-button.js';
import { changesIn, PROGRAMME_FIELDS } from './programme-form.js';
import type { Programme } from './shared-keys.js';

const FIELDS = [
  { kind: 'text', name: 'text', label: 'Programme', hint: 'The first characters of its short name.' },
] as const satisfies readonly FilterField[];

/** Shows the programmes. */
export function ProgrammesPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter: ProgrammeFilter = given(values);
  const listing = useListing({
    name: 'programmes',
    document: ProgrammesDocument,
    conditions: values,
    variables: () => ({ filter }),
    pageIn: ({ programmes }) => programmes,
  });
  return (
    <Page
      title="Programmes"
      actions={
        <>
          <ExportButton list="programmes" filter={filter} />
          <AddProgramme />
        </>
      }
    >
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Programmes"
        columns={COLUMNS}
        {...listing}
        keyOf={({ programme }) => programme}
        hrefOf={({ programme }) => addressOf('programme', programme)}
        nameOf={({ programme }) => `programme ${programme}`}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No programmes.">
              Add one with the button above, or: <code>cardway programmes set NAME --currency EUR</code>
            </Empty>
          ) : (
            <Empty title="No programme passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Programme>[] = [
  { title: 'Programme', minPx: 104, cell: ({ programme }) => <code>{programme}</code> },
  { title: 'Name', minPx: 140, cell: ({ name }) => name },
  { title: 'Currency', minPx: 72, cell: ({ currency }) => currency ?? 'minor units' },
  {
    title: 'Secrets',
    minPx: 128,
    cell: ({ digits, algorithm }) => `${String(digits)} digits, ${algorithm}`,
  },
  { title: 'Verified by', minPx: 80, cell: ({ verifier }) => verifier },
  { title: 'Issuing key', minPx: 96, cell: ({ sharedKeys }) => <Issuing sharedKeys={sharedKeys} /> },
];

function Issuing({ sharedKeys }: Pick<Programme, 'sharedKeys'>): ReactNode {
  const issuing = sharedKeys.filter(({ state }) => state === 'active').at(-1);
  if (issuing === undefined) return <Badge tone="warn">none</Badge>;
  const isRotating = sharedKeys.some(({ state }) => state === 'retiring');
  return (
    <>
      <code>{issuing.keyId}</code> {isRotating && <Badge tone="busy">rotation</Badge>}
    </>
  );
}

function AddProgramme(): ReactNode {
  const open = useOpenEntry();
  const put = useAction(PutProgrammeDocument, 'programmes', 'audit');
  return (
    <FormButton
      name="Add a programme …"
      permission="MANAGE_PROGRAMMES"
      isMain
      title="Add a programme"
      verb="Add"
      consequence="It has no terminals, wallets and keys yet. Empty fields get the gateway’s defaults. A programme of this name is changed."
      fields={[
        {
          kind: 'text',
          name: 'programme',
          label: 'Short name',
          hint: '1 to 64 letters, digits, dots, underscores or hyphens. It never changes.',
          isRequired: true,
        },
        ...PROGRAMME_FIELDS,
      ]}
      action={put}
      variables={(values) => ({ input: { programme: values['programme'] ?? '', ...changesIn(values) } })}
      onDone={({ putProgramme: { programme } }) => {
        notifyDone(`Programme ${programme.programme} is saved.`);
        open(addressOf('programme', programme.programme));
      }}
    />
  );
}

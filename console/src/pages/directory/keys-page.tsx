import type { ReactNode } from 'react';
import {
  CreateKeyDocument,
  type KeyFieldsFragment,
  type KeyFilter,
  KeysDocument,
} from '../../../../src/generated/operations.js';
import { ROLE_NAMES } from '../../../../src/core/access/permissions.js';
import { useListing } from '../../gateway/asking.js';
import { useSecretAction } from '../../gateway/secrets.js';
import { timeIn, timeZone, useChoice } from '../../parts/choices.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  oneOf,
  optionsOf,
  useFilterValues,
} from '../../parts/filters.js';
import { Id } from '../../parts/id.js';
import { addressOf } from '../../parts/links.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { entriesIn } from './entry-form.js';
import { FormButton } from './form-button.js';
import { documentsIn, newKeyFields, roleIn } from './key-form.js';
import { KeyState } from './key-state.js';
import { useProgrammeField } from './programme-field.js';

const FIELDS = [
  { kind: 'text', name: 'text', label: 'Key', hint: 'The first characters of its name.' },
  { kind: 'select', name: 'role', label: 'Role', options: optionsOf(ROLE_NAMES) },
  { kind: 'text', name: 'programme', label: 'Programme' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): KeyFilter {
  return given({ text: values.text, role: oneOf(values.role, ROLE_NAMES), programme: values.programme });
}

/** Shows the API keys. */
export function KeysPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'keys',
    document: KeysDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ keys }) => keys,
  });
  return (
    <Page
      title="API keys"
      actions={
        <>
          <ExportButton list="keys" filter={filter} />
          <CreateKey />
        </>
      }
    >
      <FilterBar fields={FIELDS} />
      <DataTable
        label="API keys"
        columns={COLUMNS}
        {...listing}
        keyOf={({ keyId }) => keyId}
        hrefOf={({ keyId }) => addressOf('key', keyId)}
        nameOf={({ keyId }) => `key ${keyId}`}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No keys.">
              Create one with the button above, or: <code>cardway keys create NAME --role client</code>
            </Empty>
          ) : (
            <Empty title="No key passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<KeyFieldsFragment>[] = [
  { title: 'Key', minPx: 140, cell: ({ keyId }) => <code>{keyId}</code> },
  { title: 'Role', minPx: 80, cell: ({ role }) => role },
  { title: 'State', minPx: 72, cell: (key) => <KeyState {...key} /> },
  {
    title: 'Programme',
    minPx: 102,
    cell: ({ programme }) => (programme === null ? 'all' : <Id kind="programme" id={programme} isInList />),
  },
  { title: 'Terminals', minPx: 120, cell: ({ terminalIds }) => terminalIds?.join(', ') ?? 'all' },
  { title: 'Last used', minPx: 84, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { title: 'Expires', minPx: 84, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];

function CreateKey(): ReactNode {
  const programme = useProgrammeField();
  const zone = useChoice(timeZone);
  const create = useSecretAction(
    CreateKeyDocument,
    ({ createKey: { key, secret } }) => ({
      title: `Key ${key.keyId}`,
      use: 'This is the key. It is shown this once: the gateway keeps only a hash of it.',
      label: 'Key',
      text: secret,
      next: { from: '/directory/keys', to: addressOf('key', key.keyId) },
    }),
    'keys',
    'audit',
  );
  return (
    <FormButton
      name="Create a key …"
      permission="MANAGE_KEYS"
      isMain
      title="Create a key"
      verb="Create"
      consequence="The bearer of the key may do what its role allows. The key itself is shown once, after this."
      fields={newKeyFields(programme, zone)}
      initial={{ documents: 'any' }}
      action={create}
      variables={(values) => ({
        input: {
          keyId: values['keyId'] ?? '',
          role: roleIn(values['role']),
          documents: documentsIn(values['documents']),
          ...given({
            programme: values['programme'],
            expiresAt: timeIn(zone, values['expiresAt']),
            terminalIds: terminalsIn(values['terminalIds']),
          }),
        },
      })}
    />
  );
}

function terminalsIn(written = ''): readonly string[] | undefined {
  const entries = entriesIn(written);
  return entries.length === 0 ? undefined : entries;
}

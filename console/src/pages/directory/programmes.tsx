import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ENUMS } from '../../../../src/generated/enums.js';
import {
  ProgrammePageDocument,
  ProgrammesDocument,
  type ProgrammesQuery,
  PutProgrammeDocument,
  SetSharedKeyStateDocument,
  type SharedKeyState,
} from '../../../../src/generated/operations.js';
import { DataTable } from '../../parts/data-table.js';
import { ActionButton, type FormField } from '../../parts/entity-form.js';
import { EntityListPage, EntityPage, type EntityPageProps } from '../../parts/entity.js';
import { optionsOf } from '../../parts/filters.js';
import { Empty, Section } from '../../parts/page.js';
import { addressOf, Badge, type Field } from '../../parts/value.js';
import { NewestTransactions } from '../transactions/transaction-row.js';
import { AuditOf } from './audit.js';

type Programme = ProgrammesQuery['programmes']['edges'][number]['node'];
type SharedKey = Programme['sharedKeys'][number];

const FIELDS: readonly Field<Programme>[] = [
  { label: 'Programme', name: 'programme', kind: 'code' },
  { label: 'Name', name: 'name' },
  { label: 'Currency', show: ({ currency }) => currency ?? 'none: amounts are minor units' },
  {
    label: 'Secrets',
    show: ({ digits, algorithm }) => `${String(digits)} digits, HMAC-${algorithm.toUpperCase()}`,
  },
  { label: 'Derivation', name: 'derivation', isExtra: true },
  {
    label: 'Time step, validity',
    isExtra: true,
    show: ({ stepSeconds, validitySeconds }) => `${String(stepSeconds)} s, ${String(validitySeconds)} s`,
  },
  {
    label: 'Verified by',
    show: ({ verifier }) => (verifier === 'gateway' ? 'this gateway' : 'the back end of the SDK'),
  },
  { label: 'Issuing key', show: ({ sharedKeys }) => <Issuing sharedKeys={sharedKeys} /> },
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

/** Shows the programmes. */
export function ProgrammesPage(): ReactNode {
  return (
    <EntityListPage
      title="Programmes"
      document={ProgrammesDocument}
      exported="programmes"
      filters={[{ kind: 'text', name: 'text', label: 'Programme', hint: 'its beginning' }]}
      fields={FIELDS}
      keyOf={({ programme }) => programme}
      kind="programme"
      actions={<AddProgramme />}
      none={
        <>
          Add one with the button above, or: <code>cardway programmes set NAME --currency EUR</code>
        </>
      }
    />
  );
}

/** Fields of a programme that can change. */
const CHANGEABLE: readonly FormField[] = [
  { kind: 'text', name: 'name', label: 'Name', hint: 'For people.' },
  {
    kind: 'text',
    name: 'currency',
    label: 'Currency',
    hint: 'ISO 4217, for example EUR. Without a currency, amounts show as minor units.',
    read: (written) => written.toUpperCase(),
  },
  { kind: 'number', name: 'digits', label: 'Digits of a secret', hint: '1 to 8.' },
  {
    kind: 'select',
    name: 'algorithm',
    label: 'Hash function of secrets',
    options: optionsOf(ENUMS.OtpAlgorithm),
  },
  {
    kind: 'select',
    name: 'derivation',
    label: 'How the card enters the key',
    options: [
      ['none', 'not at all'],
      ['append', 'appended to the shared key'],
      ['hmac', 'by HMAC with the shared key'],
    ],
  },
  { kind: 'number', name: 'stepSeconds', label: 'Time step in seconds' },
  { kind: 'number', name: 'validitySeconds', label: 'Validity of a secret in seconds' },
  {
    kind: 'select',
    name: 'verifier',
    label: 'Verified by',
    options: [
      ['gateway', 'this gateway'],
      ['external', 'the back end of the SDK'],
    ],
  },
];

function AddProgramme(): ReactNode {
  return (
    <ActionButton
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
        ...CHANGEABLE,
      ]}
      document={PutProgrammeDocument}
      next={({ putProgramme: { programme } }) => addressOf('programme', programme.programme)}
    />
  );
}

/** Shows one programme: its parameters, shared keys, transactions and changes. */
export function ProgrammePage({ id: programme }: EntityPageProps): ReactNode {
  return (
    <EntityPage
      kind="Programme"
      id={programme}
      document={ProgrammePageDocument}
      variables={{ programme }}
      actions={(entity) => <Edit programme={entity} />}
      fields={FIELDS.slice(1)}
    >
      {(entity) => (
        <>
          <SharedKeys programme={entity} />
          <NewestTransactions filter={{ programme }} all={{ programme }} />
          <AuditOf title="Changes" filter={{ subject: programme }} />
        </>
      )}
    </EntityPage>
  );
}

function Edit({ programme }: { readonly programme: Programme }): ReactNode {
  return (
    <ActionButton
      name="Edit …"
      permission="MANAGE_PROGRAMMES"
      title={`Edit programme ${programme.programme}`}
      verb="Save"
      consequence="New secrets follow the new parameters, and the SDK must follow them too. An empty field changes nothing. The currency is that of the amounts of all its transactions."
      fields={CHANGEABLE}
      initial={{
        name: programme.name,
        currency: programme.currency ?? '',
        digits: String(programme.digits),
        algorithm: programme.algorithm,
        derivation: programme.derivation,
        stepSeconds: String(programme.stepSeconds),
        validitySeconds: String(programme.validitySeconds),
        verifier: programme.verifier,
      }}
      document={PutProgrammeDocument}
      input={{ programme: programme.programme }}
    />
  );
}

/** Shows the shared keys of a programme with their rotation. */
function SharedKeys({ programme: { programme, sharedKeys } }: { readonly programme: Programme }): ReactNode {
  return (
    <Section title="Shared keys">
      <p>
        The newest active key issues secrets. Active and retiring keys verify them. To rotate, add a key:{' '}
        <code>cardway shared-keys add --programme {programme}</code>
      </p>
      <DataTable
        label={`Shared keys of ${programme}`}
        fields={sharedKeyFields(programme)}
        rows={sharedKeys}
        keyOf={({ keyId }) => keyId}
        empty={<Empty title="No shared keys." />}
      />
    </Section>
  );
}

function sharedKeyFields(programme: string): readonly Field<SharedKey>[] {
  return [
    { label: 'Key', name: 'keyId', kind: 'code' },
    { label: 'State', name: 'state', kind: 'state' },
    { label: 'Added', name: 'createdAt', kind: 'time' },
    { label: 'Changed', name: 'changedAt', kind: 'time' },
    {
      label: 'Audit log',
      show: ({ keyId }) => (
        <Link
          href={`/directory/audit?subject=${encodeURIComponent(`${programme} ${keyId}`)}`}
          aria-label={`Changes of shared key ${keyId}`}
        >
          Changes
        </Link>
      ),
    },
    { label: 'Change', show: (key) => <NextState programme={programme} sharedKey={key} /> },
  ];
}

/** A gateway of a newer release may have further states. */
const NEXT: Readonly<
  Partial<Record<string, readonly (readonly [name: string, state: SharedKeyState, consequence: string])[]>>
> = {
  active: [['Set to retiring', 'retiring', 'It stops issuing secrets and still verifies them.']],
  retiring: [
    ['Set to active', 'active', 'It may issue secrets again.'],
    ['Retire', 'retired', 'This is final. Its secrets are no longer verified.'],
  ],
};

function NextState({
  programme,
  sharedKey: { keyId, state },
}: {
  readonly programme: string;
  readonly sharedKey: SharedKey;
}): ReactNode {
  return (
    <Group gap="xs">
      {NEXT[state]?.map(([name, next, consequence]) => (
        <ActionButton
          key={next}
          verb={name}
          permission="MANAGE_PROGRAMMES"
          title={`${name} key ${keyId}?`}
          subject={[['Programme', programme]]}
          consequence={consequence}
          isDangerous={next === 'retired'}
          document={SetSharedKeyStateDocument}
          input={{ programme, keyId, state: next }}
        />
      ))}
    </Group>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isStaff, ROLE_NAMES, ROLES } from '../../../../src/core/access/permissions.js';
import {
  CreateKeyDocument,
  KeyDocument,
  type KeyFieldsFragment,
  KeysDocument,
  RevokeKeyDocument,
  SetKeyDocumentsDocument,
  SetKeyExpiryDocument,
} from '../../../../src/generated/operations.js';
import { Allowed, useSession } from '../../gateway/session.js';
import { ActionButton, type FormField, PROGRAMME } from '../../parts/entity-form.js';
import { EntityListPage, EntityPage, type EntityPageProps } from '../../parts/entity.js';
import { optionsOf } from '../../parts/filters.js';
import { RunbookLink } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { addressOf, Badge, type Field, Id } from '../../parts/value.js';
import { NewestTransactions } from '../transactions/transaction-row.js';
import { AuditOf } from './audit.js';

type Key = KeyFieldsFragment;

const FIELDS: readonly Field<Key>[] = [
  { label: 'Key', name: 'keyId', kind: 'code' },
  { label: 'State', show: (key) => <State {...key} /> },
  { label: 'Role', name: 'role' },
  {
    label: 'Programme',
    show: ({ programme }) => (programme === null ? 'all' : <Id kind="programme" id={programme} isInList />),
  },
  {
    label: 'Terminals',
    show: ({ terminalIds }) =>
      terminalIds === null
        ? 'all of its programme'
        : terminalIds.map((id) => (
            <span key={id}>
              <Id kind="terminal" id={id} isInList />{' '}
            </span>
          )),
  },
  {
    label: 'GraphQL documents',
    isExtra: true,
    show: ({ documents }) => (documents === 'any' ? 'any' : 'registered ones only'),
  },
  { label: 'Last used', name: 'lastUsedAt', kind: 'time' },
  { label: 'Created', name: 'createdAt', kind: 'time', isExtra: true },
  {
    label: 'Expires',
    show: ({ expiresAt }) => (expiresAt === null ? 'never' : <Time at={expiresAt} form="date" />),
  },
];

/** Shows whether a key may be used. */
function State({ revoked, expiresAt }: Pick<Key, 'revoked' | 'expiresAt'>): ReactNode {
  if (revoked) return <Badge tone="bad">revoked</Badge>;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return isOver ? <Badge tone="quiet">expired</Badge> : <Badge tone="good">in use</Badge>;
}

/** Shows the API keys. */
export function KeysPage(): ReactNode {
  return (
    <EntityListPage
      title="API keys"
      document={KeysDocument}
      exported="keys"
      filters={[
        { kind: 'text', name: 'text', label: 'Key', hint: 'its beginning' },
        { kind: 'select', name: 'role', label: 'Role', options: optionsOf(ROLE_NAMES) },
        { kind: 'text', name: 'programme', label: 'Programme' },
      ]}
      fields={FIELDS}
      keyOf={({ keyId }) => keyId}
      kind="key"
      actions={<CreateKey />}
      none={
        <>
          Create one with the button above, or: <code>cardway keys create NAME --role client</code>
        </>
      }
    />
  );
}

const EXPIRY: FormField = { kind: 'time', name: 'expiresAt', label: 'Expires', hint: 'Empty: never.' };

const DOCUMENTS: FormField = {
  kind: 'select',
  name: 'documents',
  label: 'GraphQL documents',
  isRequired: true,
  options: [
    ['any', 'any'],
    ['persisted', 'persisted ones only'],
  ],
};

const NEW_KEY: readonly FormField[] = [
  {
    kind: 'text',
    name: 'keyId',
    label: 'Name',
    hint: '1 to 64 letters, digits, dots, underscores or hyphens. No other key ever gets it.',
    isRequired: true,
  },
  {
    kind: 'select',
    name: 'role',
    label: 'Role',
    isRequired: true,
    options: ROLE_NAMES.map((role) => [role, `${role}: ${ROLES[role]}`]),
  },
  { ...PROGRAMME, isRequired: false, hint: 'Left out for auditors, settlers, custodians and operators.' },
  {
    kind: 'entries',
    name: 'terminalIds',
    label: 'Terminals',
    hint: 'Binds a client key to these terminals. Empty: all of its programme.',
  },
  EXPIRY,
  DOCUMENTS,
];

function CreateKey(): ReactNode {
  return (
    <ActionButton
      name="Create a key …"
      permission="MANAGE_KEYS"
      isMain
      title="Create a key"
      verb="Create"
      consequence="The bearer of the key may do what its role allows. The key itself is shown once, after this."
      fields={NEW_KEY}
      initial={{ documents: 'any' }}
      document={CreateKeyDocument}
      secret={({ createKey: { key, secret } }) => ({
        title: `Key ${key.keyId}`,
        use: 'It is shown this once: the gateway keeps only a hash of it.',
        text: secret,
      })}
      next={({ createKey: { key } }) => addressOf('key', key.keyId)}
    />
  );
}

/** Shows one API key: what it may do, what it did, and who changed it. */
export function KeyPage({ id: keyId }: EntityPageProps): ReactNode {
  const { about } = useSession();
  return (
    <EntityPage
      kind="Key"
      id={keyId}
      document={KeyDocument}
      variables={{ keyId }}
      badges={(key) => (
        <>
          <State {...key} />
          {keyId === about.keyId && <Badge tone="busy">yours</Badge>}
        </>
      )}
      actions={(key) => !key.revoked && <Actions apiKey={key} />}
      fields={FIELDS.slice(2)}
      links={
        <>
          <Allowed permission="MONITOR">
            <Link href={`/refused?key=${encodeURIComponent(keyId)}`}>Refused calls with this key</Link>
          </Allowed>
          <RunbookLink entry="leaked">The key is known to others</RunbookLink>
        </>
      }
    >
      {(key) => (
        <>
          {key.role === 'client' && <NewestTransactions filter={{ keyId }} all={{ key: keyId }} />}
          <AuditOf title="Changes of the key" filter={{ subject: keyId }} />
          {key.role !== 'network' && <AuditOf title="Changes by the key" filter={{ actor: keyId }} />}
        </>
      )}
    </EntityPage>
  );
}

function Actions({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const { keyId, role, programme, documents, expiresAt } = apiKey;
  const { about } = useSession();
  const permission = isStaff(role) ? 'MANAGE_STAFF_KEYS' : 'MANAGE_KEYS';
  const own = keyId === about.keyId ? ' It is the key that you are signed in with.' : '';
  return (
    <>
      <ActionButton
        name="Set its end …"
        permission={permission}
        title={`Set the end of key ${keyId}`}
        verb="Save"
        consequence="From then on, every node refuses the key and closes its connections."
        fields={[EXPIRY]}
        initial={{ expiresAt: expiresAt ?? '' }}
        document={SetKeyExpiryDocument}
        input={{ keyId }}
      />
      <ActionButton
        name="Documents …"
        permission={permission}
        title={`GraphQL documents of key ${keyId}`}
        verb="Save"
        consequence="With registered ones only, every other GraphQL document of the key is refused within seconds."
        fields={[DOCUMENTS]}
        initial={{ documents }}
        document={SetKeyDocumentsDocument}
        input={{ keyId }}
      />
      <ActionButton
        verb="Revoke"
        permission={permission}
        title={`Revoke key ${keyId}?`}
        subject={[
          ['Role', role],
          ['Programme', programme ?? 'all'],
        ]}
        consequence={`This is final. Every node refuses the key within seconds and closes its connections.${own}`}
        isDangerous
        document={RevokeKeyDocument}
        input={{ keyId }}
      />
    </>
  );
}

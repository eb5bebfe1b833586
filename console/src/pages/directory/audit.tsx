import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type AuditFilter,
  AuditLogDocument,
  type AuditLogQuery,
} from '../../../../src/generated/operations.js';
import { Allowed } from '../../gateway/session.js';
import { EntityListPage, Newest } from '../../parts/entity.js';
import type { FilterField } from '../../parts/filters.js';
import { DetailsButton } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { addressOf, Code, type Field, Id, None, wordOf } from '../../parts/value.js';

type Entry = AuditLogQuery['auditLog']['edges'][number]['node'];

const FIELDS: readonly Field<Entry>[] = [
  { label: 'At', name: 'at', kind: 'time' },
  { label: 'Actor', show: (entry) => <Actor {...entry} /> },
  { label: 'Action', show: ({ action }) => wordOf(action) },
  { label: 'Subject', show: (entry) => <Subject {...entry} /> },
  { label: 'Reason', name: 'reason' },
  { label: 'Change', show: (entry) => <Change entry={entry} /> },
];

function Actor({ actor }: Pick<Entry, 'actor'>): ReactNode {
  // A person of a sign-in provider is named `Mary Smith <subject>`, and has no key.
  if (actor.startsWith('cli:') || actor === 'system' || actor.endsWith('>')) return <code>{actor}</code>;
  return <Id kind="key" id={actor} isInList />;
}

function Subject({ action, subject }: Pick<Entry, 'action' | 'subject'>): ReactNode {
  if (subject === '') return <None />;
  const address = addressOfSubject(action, subject);
  const code = <code>{subject}</code>;
  return address === null ? code : <Link href={address}>{code}</Link>;
}

/** Returns the address of what an action was done to. */
function addressOfSubject(action: string, subject: string): string | null {
  // The subject is the programme and the id of the key.
  if (action.endsWith('shared_key') || action.endsWith('shared_key_state'))
    return addressOf('programme', subject.split(' ')[0] ?? '');
  if (/^(settle|send)_/.test(action)) return addressOf('transaction', subject);
  if (action.includes('_terminal')) return addressOf('terminal', subject);
  if (/^(block|unblock|put|move)_(wallet|card)$/.test(action)) return addressOf('wallet', subject);
  if (action === 'put_programme') return addressOf('programme', subject);
  if (action.includes('_key') || action.startsWith('sign_')) return addressOf('key', subject);
  if (action === 'resend_event') return addressOf('event', subject);
  return action.includes('_endpoint') ? addressOf('endpoint', subject) : null;
}

function Change({ entry }: { readonly entry: Entry }): ReactNode {
  const { action, subject, actor, at, reason } = entry;
  return (
    <DetailsButton label={`Details of ${action} ${subject}`} title={wordOf(action)}>
      {() => (
        <>
          <p>
            <Time at={at} form="date" />, <code>{actor}</code>, to <code>{subject}</code>
            {reason === '' ? '' : `: ${reason}`}
          </p>
          <Title order={3}>Before</Title>
          <Code value={entry.before} label="Before" />
          <Title order={3}>After</Title>
          <Code value={entry.after} label="After" />
        </>
      )}
    </DetailsButton>
  );
}

const FILTERS: readonly FilterField<keyof AuditFilter>[] = [
  { kind: 'time', name: 'time', label: 'Time' },
  { kind: 'text', name: 'actor', label: 'Actor', hint: 'a key, or system' },
  {
    kind: 'text',
    name: 'action',
    label: 'Action',
    hint: 'block wallet',
    read: (words) => words.replaceAll(' ', '_'),
  },
  { kind: 'text', name: 'subject', label: 'Subject', hint: 'its id' },
];

/** Shows the audit log: changes, with their actors. */
export function AuditPage(): ReactNode {
  return (
    <EntityListPage
      title="Audit log"
      document={AuditLogDocument}
      exported="audit-log"
      filters={FILTERS}
      fields={FIELDS}
      keyOf={({ id }) => id}
      none="Whatever an operator changes is kept here."
    />
  );
}

/** Shows the newest audit entries of a subject, or of an actor, to people who may read them. */
export function AuditOf({
  title,
  filter,
}: {
  readonly title: string;
  readonly filter: Readonly<Record<string, string>>;
}): ReactNode {
  return (
    <Allowed permission="READ_AUDIT_LOG">
      <Newest
        title={title}
        document={AuditLogDocument}
        filter={filter}
        all={['All entries', `/directory/audit?${new URLSearchParams(filter).toString()}`]}
        fields={FIELDS}
        keyOf={({ id }) => id}
        none="Each change is kept here with its actor."
      />
    </Allowed>
  );
}

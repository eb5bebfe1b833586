import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { AuditLogQuery } from '../../../../src/generated/operations.js';
import { wordOf } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import type { Column } from '../../parts/data-table.js';
import { addressOf } from '../../parts/links.js';
import { asJson } from '../../parts/readable.js';
import { Time } from '../../parts/time.js';

export type AuditLine = AuditLogQuery['auditLog']['edges'][number]['node'];

/** Columns of lists of audit entries. */
export const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
  { title: 'At', minPx: 84, cell: ({ at }) => <Time at={at} /> },
  { title: 'Actor', minPx: 128, cell: (entry) => <Actor {...entry} /> },
  { title: 'Did', minPx: 150, cell: ({ action }) => wordOf(action) },
  { title: 'To', minPx: 140, cell: (entry) => <Subject {...entry} /> },
  { title: 'Why', minPx: 140, cell: ({ reason }) => (reason === '' ? '–' : reason) },
  { title: 'Change', minPx: 64, canGrow: false, cell: (entry) => <Change entry={entry} /> },
];

function Actor({ actor }: Pick<AuditLine, 'actor'>): ReactNode {
  // A person of a sign-in provider is named `Mary Smith <subject>`, and has no key.
  if (actor.startsWith('cli:') || actor === 'system' || actor.endsWith('>')) return <code>{actor}</code>;
  return (
    <Link href={addressOf('key', actor)}>
      <code>{actor}</code>
    </Link>
  );
}

function Subject({ action, subject }: Pick<AuditLine, 'action' | 'subject'>): ReactNode {
  const address = addressOfSubject(action, subject);
  if (address === null) return <code>{subject}</code>;
  return (
    <Link href={address} title={subject}>
      <code>{subject}</code>
    </Link>
  );
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

function Change({ entry }: { readonly entry: AuditLine }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        onClick={() => setOpen(true)}
        aria-label={`Show: ${entry.action} ${entry.subject}`}
      >
        Show
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} size="lg" title={wordOf(entry.action)}>
        <div className="dialog-form">
          <p>
            <Time at={entry.at} form="date" />, <code>{entry.actor}</code>, to <code>{entry.subject}</code>
            {entry.reason === '' ? '' : `: ${entry.reason}`}
          </p>
          <h3>Before</h3>
          <Code text={asJson(entry.before)} label="Before" />
          <h3>After</h3>
          <Code text={asJson(entry.after)} label="After" />
        </div>
      </Modal>
    </>
  );
}

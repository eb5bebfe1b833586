import { type ReactNode, useState } from 'react';
import { AuditLogDocument, type AuditLogQuery } from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { asJson, Code } from '../../parts/code.js';
import { Dialog } from '../../parts/dialog.js';
import { type Column, Listing } from '../../parts/listing.js';
import { Empty } from '../../parts/notice.js';
import { Time } from '../../parts/time.js';

type Entry = AuditLogQuery['auditLog']['edges'][number]['node'];

const FRESH_MS = 5000;

/** Shows the audit log: changes, with their actors. */
export function AuditList(): ReactNode {
  const listing = useListing({
    name: 'audit',
    document: AuditLogDocument,
    variables: {},
    pageIn: ({ auditLog }) => auditLog,
    everyMs: FRESH_MS,
  });
  return (
    <Listing
      label="Audit log, newest first"
      columns={COLUMNS}
      {...listing}
      keyOf={(entry) => `${entry.at} ${entry.actor} ${entry.action} ${entry.subject}`}
      empty={<Empty title="Nothing was changed yet.">Whatever an operator changes is kept here.</Empty>}
    />
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'At', width: '12rem', cell: ({ at }) => <Time at={at} /> },
  { title: 'Actor', width: '10rem', cell: ({ actor }) => <code>{actor}</code> },
  { title: 'Did', width: '14rem', cell: ({ action }) => action.replaceAll('_', ' ') },
  { title: 'To', isExtra: true, cell: ({ subject }) => <code>{subject}</code> },
  { title: 'Why', isExtra: true, cell: ({ reason }) => reason },
  { title: 'Change', width: '7rem', cell: (entry) => <Change entry={entry} /> },
];

function Change({ entry }: { readonly entry: Entry }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`Show: ${entry.action} ${entry.subject}`}
      >
        Show
      </button>
      {isOpen && (
        <Dialog title={entry.action.replaceAll('_', ' ')} onClose={() => setOpen(false)}>
          <p>
            <Time at={entry.at} />, <code>{entry.actor}</code>, to <code>{entry.subject}</code>
            {entry.reason === '' ? '' : `: ${entry.reason}`}
          </p>
          <h3>Before</h3>
          <Code text={asJson(entry.before)} label="Before" />
          <h3>After</h3>
          <Code text={asJson(entry.after)} label="After" />
        </Dialog>
      )}
    </>
  );
}

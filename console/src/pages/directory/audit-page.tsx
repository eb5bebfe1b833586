import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AuditLogDocument, type AuditLogQuery } from '../../../../src/cli/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { Code } from '../../parts/code.js';
import { asJson } from '../../parts/readable.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';

type Entry = AuditLogQuery['auditLog']['edges'][number]['node'];

const FRESH_MS = 5000;

/** Shows the audit log: changes, with their actors. */
export function AuditPage(): ReactNode {
  const listing = useListing({
    name: 'audit',
    document: AuditLogDocument,
    variables: {},
    pageIn: ({ auditLog }) => auditLog,
    everyMs: FRESH_MS,
  });
  return (
    <Page title="Audit log">
      <DataTable
        label="Audit log, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={(entry) => `${entry.at} ${entry.actor} ${entry.action} ${entry.subject}`}
        empty={<Empty title="Nothing was changed yet.">Whatever an operator changes is kept here.</Empty>}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'At', minPx: 96, cell: ({ at }) => <Time at={at} /> },
  { title: 'Actor', minPx: 128, cell: ({ actor }) => <code>{actor}</code> },
  { title: 'Did', minPx: 179, cell: ({ action }) => action.replaceAll('_', ' ') },
  { title: 'To', minPx: 140, cell: ({ subject }) => <code>{subject}</code> },
  { title: 'Why', minPx: 140, cell: ({ reason }) => reason },
  { title: 'Change', minPx: 90, cell: (entry) => <Change entry={entry} /> },
];

function Change({ entry }: { readonly entry: Entry }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        onClick={() => setOpen(true)}
        aria-label={`Show: ${entry.action} ${entry.subject}`}
      >
        Show
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="lg"
        title={entry.action.replaceAll('_', ' ')}
      >
        <div className="dialog-form">
          <p>
            <Time at={entry.at} />, <code>{entry.actor}</code>, to <code>{entry.subject}</code>
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

import type { ReactNode } from 'react';
import { type AuditFilter, AuditLogDocument } from '../../../../src/generated/operations.js';
import { useListing } from '../../gateway/asking.js';
import { wordOf } from '../../parts/badge.js';
import { DataTable } from '../../parts/data-table.js';
import { ExportButton } from '../../parts/export-button.js';
import { FilterBar } from '../../parts/filter-bar.js';
import {
  type FilterField,
  type FilterValues,
  given,
  timeRangeIn,
  useFilterValues,
} from '../../parts/filters.js';
import { Empty } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { AUDIT_COLUMNS } from './audit-columns.js';

const ACTIONS = [
  'add_endpoint',
  'add_shared_key',
  'add_terminal',
  'approve_request',
  'block_card',
  'block_wallet',
  'bootstrap_key',
  'create_key',
  'disable_endpoint',
  'disable_terminal',
  'enable_endpoint',
  'enable_terminal',
  'export',
  'import_wallets',
  'move_card',
  'move_wallet',
  'order_purge',
  'purge_audit_log',
  'purge_audit_log_ends',
  'purge_begins',
  'purge_ends',
  'put_programme',
  'put_wallet',
  'reject_request',
  'request_approval',
  'resend_deliveries',
  'resend_delivery',
  'resend_event',
  'revoke_key',
  'rotate_endpoint_secret',
  'rotate_terminal_password',
  'send_transaction',
  'set_key_documents',
  'set_key_expiry',
  'set_shared_key_state',
  'set_terminal',
  'settle_transaction',
  'sign_in',
  'sign_out',
  'unblock_card',
  'unblock_wallet',
  'use_approval',
];

const FIELDS = [
  { kind: 'time', name: 'time', label: 'Time' },
  { kind: 'text', name: 'actor', label: 'Actor', hint: 'A key id, cli:<user>, or system.' },
  {
    kind: 'select',
    name: 'action',
    label: 'Action',
    options: ACTIONS.map((action) => [action, wordOf(action)]),
    hasOthers: true,
  },
  { kind: 'text', name: 'subject', label: 'Subject', hint: 'The id that was changed.' },
] as const satisfies readonly FilterField[];

function filterOf(values: FilterValues<(typeof FIELDS)[number]['name']>): AuditFilter {
  return given({
    time: timeRangeIn(values.time),
    actor: values.actor,
    action: values.action,
    subject: values.subject,
  });
}

/** Shows the audit log: changes, with their actors. */
export function AuditPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const filter = filterOf(values);
  const listing = useListing({
    name: 'audit',
    document: AuditLogDocument,
    conditions: values,
    variables: () => ({ filter: filterOf(values) }),
    pageIn: ({ auditLog }) => auditLog,
  });
  return (
    <Page title="Audit log" actions={<ExportButton list="audit-log" filter={filter} />}>
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Audit log, newest first"
        columns={AUDIT_COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="Nothing was changed yet.">Whatever an operator changes is kept here.</Empty>
          ) : (
            <Empty title="No entry passes these filters.">Remove one of them.</Empty>
          )
        }
      />
    </Page>
  );
}

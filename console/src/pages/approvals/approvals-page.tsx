import type { ReactNode } from 'react';
import {
  type ApprovalFieldsFragment,
  ApprovalsDocument,
  ApproveRequestDocument,
  RejectRequestDocument,
} from '../../../../src/cli/generated/operations.js';
import { useAction, useListing } from '../../gateway/asking.js';
import { useSession } from '../../gateway/session.js';
import { StateBadge } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { ConfirmButton } from '../../parts/confirm-dialog.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { type FilterField, given, oneOf, useFilterValues } from '../../parts/filters.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { Page } from '../../parts/page.js';
import { asJson } from '../../parts/readable.js';
import { Time } from '../../parts/time.js';

type Approval = ApprovalFieldsFragment;

const STATES: readonly Approval['state'][] = [
  'pending',
  'approved',
  'rejected',
  'used',
  'expired',
  'bypassed',
];
const FRESH_MS = 3000;

const FIELDS = [
  { kind: 'select', name: 'state', label: 'State', options: STATES.map((state) => [state, state]) },
] as const satisfies readonly FilterField[];

/** Shows changes that need a second person, with buttons for that person. */
export function ApprovalsPage(): ReactNode {
  const values = useFilterValues(FIELDS);
  const listing = useListing({
    name: 'approvals',
    document: ApprovalsDocument,
    conditions: values,
    variables: () => ({ filter: given({ state: oneOf(values.state, STATES) }) }),
    pageIn: ({ approvals }) => approvals,
    everyMs: FRESH_MS,
  });
  return (
    <Page title="Approvals">
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Changes that need a second person, newest first"
        columns={COLUMNS}
        {...listing}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Nothing waits here.">
            With the setting <code>approvals</code>, a second person approves settlements and changes of keys
            and terminals here.
          </Empty>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Approval>[] = [
  { title: 'Asked', minPx: 84, cell: ({ askedAt }) => <Time at={askedAt} /> },
  { title: 'By', minPx: 110, cell: ({ askedBy }) => <code>{askedBy}</code> },
  { title: 'Change', minPx: 120, cell: ({ field }) => field },
  {
    title: 'Input',
    minPx: 170,
    cell: ({ arguments: input }) => <code title={asJson(input)}>{JSON.stringify(input)}</code>,
  },
  { title: 'State', minPx: 84, cell: ({ state }) => <StateBadge state={state} /> },
  {
    title: 'Decided',
    minPx: 90,
    cell: ({ decidedBy }) => (decidedBy === null ? '–' : <code>{decidedBy}</code>),
  },
  { title: 'Why', minPx: 120, isExtra: true, cell: ({ reason }) => (reason === '' ? '–' : reason) },
  { title: 'Decide', minPx: 160, canGrow: false, cell: (approval) => <Decide approval={approval} /> },
];

function Decide({ approval }: { readonly approval: Approval }): ReactNode {
  const { about } = useSession();
  const approve = useAction(ApproveRequestDocument, 'approvals', 'audit');
  const reject = useAction(RejectRequestDocument, 'approvals', 'audit');
  const { id, state, field, askedBy, askedAt, expiresAt, permission } = approval;
  const isOwn = askedBy === about.keyId;
  const isOpen = state === 'pending' || state === 'approved';
  const isAllowed = about.permissions.includes(permission);
  if (!isOpen || !(isOwn || isAllowed)) return null;
  const shared = {
    subject: [
      ['Change', field],
      ['Asked by', askedBy],
      ['Asked', <Time key="a" at={askedAt} form="date" />],
      ['Until', <Time key="u" at={expiresAt} form="date" />],
    ] as const,
    permission: 'DECIDE_APPROVALS' as const,
    children: <Code text={asJson(approval.arguments)} label="Input" />,
  };
  const verb = isOwn ? 'Withdraw' : 'Reject';
  return (
    <>
      {state === 'pending' && !isOwn && (
        <ConfirmButton
          verb="Approve"
          label={`Approve ${field} of ${askedBy}`}
          title={`Approve ${field}?`}
          consequence={`${askedBy} may then make this change once.`}
          action={approve}
          variables={() => ({ input: { id } })}
          onDone={() => notifyDone(`${field} is approved. ${askedBy} can make the change now.`)}
          {...shared}
        />
      )}{' '}
      <ConfirmButton
        verb={verb}
        label={`${verb} ${field} of ${askedBy}`}
        title={`${verb} ${field}?`}
        consequence="The change is not made."
        isDangerous
        reasonLabel="Why"
        action={reject}
        variables={(reason) => ({ input: { id, reason } })}
        onDone={() => notifyDone(`${field} will not be made.`)}
        {...shared}
      />
    </>
  );
}

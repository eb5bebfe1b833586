import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import {
  ApprovalDocument,
  type ApprovalFieldsFragment,
  ApprovalsDocument,
  ApproveRequestDocument,
  RejectRequestDocument,
} from '../../../../src/generated/operations.js';
import { FRESH_MS, useAction, useAnswer, useListing } from '../../gateway/asking.js';
import { useSession } from '../../gateway/session.js';
import { StateBadge } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { type FilterField, given, oneOf, useFilterValues } from '../../parts/filters.js';
import { Empty } from '../../parts/notice.js';
import { notifyDone } from '../../parts/notify.js';
import { Page } from '../../parts/page.js';
import { asJson } from '../../parts/readable.js';
import { Time } from '../../parts/time.js';

type Approval = ApprovalFieldsFragment;

const STATES: readonly Approval['state'][] = ['pending', 'approved', 'rejected', 'used', 'expired'];
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
  });
  const [choice, setChoice] = useState<Choice | null>(null);
  const columns = useMemo<readonly Column<Approval>[]>(
    () => [
      ...COLUMNS,
      {
        title: 'Decide',
        minPx: 160,
        canGrow: false,
        cell: (approval) => <Decide approval={approval} choose={setChoice} />,
      },
    ],
    [],
  );
  return (
    <Page title="Approvals">
      <FilterBar fields={FIELDS} />
      <DataTable
        label="Changes that need a second person, newest first"
        columns={columns}
        {...listing}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Nothing waits here.">
            With the setting <code>approvals</code>, a second person approves settlements and changes of keys
            and terminals here.
          </Empty>
        }
      />
      {choice !== null && <DecideDialog choice={choice} />}
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
];

/** Decision that a person is about to make. */
interface Choice {
  readonly verb: 'Approve' | 'Reject' | 'Withdraw';
  readonly approval: Approval;
}

function Decide({
  approval,
  choose,
}: {
  readonly approval: Approval;
  readonly choose: (choice: Choice) => void;
}): ReactNode {
  const { keyId, permissions } = useSession().about;
  const { state, field, askedBy, permission } = approval;
  const isOwn = askedBy === keyId;
  const isOpen = state === 'pending' || state === 'approved';
  if (!isOpen || !permissions.includes('DECIDE_APPROVALS') || !(isOwn || permissions.includes(permission)))
    return null;
  const verbs = isOwn ? (['Withdraw'] as const) : (['Approve', 'Reject'] as const);
  return verbs
    .filter((verb) => verb !== 'Approve' || state === 'pending')
    .map((verb) => (
      <Button
        key={verb}
        size="xs"
        mr={4}
        aria-label={`${verb} ${field} of ${askedBy}`}
        onClick={() => choose({ verb, approval })}
      >
        {verb}
      </Button>
    ));
}

/** Asks before a decision. The row may leave the list meanwhile, so it asks for the state itself. */
function DecideDialog({ choice }: { readonly choice: Choice }): ReactNode {
  const { verb, approval } = choice;
  const [closed, setClosed] = useState<Choice | null>(null);
  const approve = useAction(ApproveRequestDocument, 'approvals', 'audit');
  const reject = useAction(RejectRequestDocument, 'approvals', 'audit');
  const { id, field, askedBy, askedAt, expiresAt } = approval;
  const answer = useAnswer('approvals', ApprovalDocument, { approvalId: id }, { everyMs: FRESH_MS });
  const node = answer.data?.node;
  const now = node != null && 'state' in node && node.id === id ? node.state : approval.state;
  const isOpen = [approval.state, 'pending'].includes(now);
  const shared = {
    isOpen: choice !== closed,
    onClose: () => setClosed(choice),
    title: `${verb} ${field}?`,
    draft: id,
    verb,
    subject: [
      ['Change', field],
      ['Asked by', askedBy],
      ['Asked', <Time key="a" at={askedAt} form="date" />],
      ['Until', <Time key="u" at={expiresAt} form="date" />],
    ] as const,
    children: <Code text={asJson(approval.arguments)} label="Input" />,
    isReady: isOpen,
  };
  const decided = !isOpen && (
    <span role="alert">
      This waits for nobody any more: <StateBadge state={now} />
    </span>
  );
  return verb === 'Approve' ? (
    <ConfirmDialog
      {...shared}
      consequence={decided || `${askedBy} may then make this change once.`}
      action={approve}
      variables={() => ({ input: { id } })}
      onDone={() => notifyDone(`${field} is approved. ${askedBy} can make the change now.`)}
    />
  ) : (
    <ConfirmDialog
      {...shared}
      consequence={decided || 'The change is not made.'}
      isDangerous
      reasonLabel="Why"
      action={reject}
      variables={(reason) => ({ input: { id, reason } })}
      onDone={() => notifyDone(`${field} will not be made.`)}
    />
  );
}

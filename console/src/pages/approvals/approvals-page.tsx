import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ENUMS } from '../../../../src/generated/enums.js';
import {
  type ApprovalFieldsFragment,
  ApprovalsDocument,
  ApproveRequestDocument,
  RejectRequestDocument,
} from '../../../../src/generated/operations.js';
import { useSession } from '../../gateway/session.js';
import { ActionButton, reasonField } from '../../parts/entity-form.js';
import { EntityListPage } from '../../parts/entity.js';
import { optionsOf } from '../../parts/filters.js';
import { Time } from '../../parts/time.js';
import { Code, type Field } from '../../parts/value.js';

type Approval = ApprovalFieldsFragment;

const FIELDS: readonly Field<Approval>[] = [
  { label: 'Asked', name: 'askedAt', kind: 'time' },
  { label: 'By', name: 'askedBy', kind: 'code' },
  { label: 'Change', name: 'field' },
  {
    label: 'Input',
    show: ({ arguments: input }) => (
      <Text component="code" lineClamp={3}>
        {JSON.stringify(input)}
      </Text>
    ),
  },
  { label: 'State', name: 'state', kind: 'state' },
  { label: 'Decided', name: 'decidedBy', kind: 'code' },
  { label: 'Reason', name: 'reason', isExtra: true },
  { label: 'Decide', show: (approval) => <Decide approval={approval} /> },
];

/** Shows changes that need a second person, with buttons for that person. */
export function ApprovalsPage(): ReactNode {
  return (
    <EntityListPage
      title="Approvals"
      document={ApprovalsDocument}
      filters={[{ kind: 'select', name: 'state', label: 'State', options: optionsOf(ENUMS.ApprovalState) }]}
      fields={FIELDS}
      keyOf={({ id }) => id}
      none={
        <>
          With the setting <code>approvals</code>, a second person approves settlements and changes of keys
          and terminals here.
        </>
      }
      noneFiltered="Nothing waits here."
    />
  );
}

/** Offers the decisions that the person may make. The gateway refuses one that comes after another. */
function Decide({ approval }: { readonly approval: Approval }): ReactNode {
  const { keyId, permissions } = useSession().about;
  const { id, state, field, askedBy, askedAt, expiresAt, permission } = approval;
  const isOwn = askedBy === keyId;
  const isOpen = state === 'pending' || state === 'approved';
  if (!isOpen || !(isOwn || permissions.includes(permission))) return null;
  const rejection = isOwn ? 'Withdraw' : 'Reject';
  const shared = (verb: string) => ({
    permission: 'DECIDE_APPROVALS' as const,
    verb,
    title: `${verb} ${field} of ${askedBy}?`,
    subject: [
      ['Change', field],
      ['Asked by', askedBy],
      ['Asked', <Time key="a" at={askedAt} form="date" />],
      ['Until', <Time key="u" at={expiresAt} form="date" />],
      ['Input', <Code key="i" value={approval.arguments} label="Input" />],
    ] as const,
  });
  return (
    <Group gap="xs">
      {!isOwn && state === 'pending' && (
        <ActionButton
          {...shared('Approve')}
          consequence={`${askedBy} may then make this change once.`}
          document={ApproveRequestDocument}
          input={{ id }}
          onDone={() => `${field} is approved. ${askedBy} can make the change now.`}
        />
      )}
      <ActionButton
        {...shared(rejection)}
        consequence="The change is not made."
        isDangerous
        fields={[reasonField('Reason')]}
        document={RejectRequestDocument}
        input={{ id }}
        onDone={() => `${field} will not be made.`}
      />
    </Group>
  );
}

import { ID } from 'type-graphql';
import type { ApprovalState as StateValue } from '../../core/access/approval.js';
import type { ApprovalRow } from '../../use-cases/access/approval-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { pageConnection, pageOf } from '../paging.js';
import { list, mutation, resolverOf } from '../root-fields.js';
import { JSONObject } from '../scalars.js';
import {
  closedSet,
  computedOrNull,
  field,
  given,
  inputType,
  nodeType,
  nullable,
  time,
  timeOrNull,
} from '../shapes.js';
import { Permission } from './key.js';

const ApprovalState = closedSet<StateValue>('ApprovalState', 'State of an approval.', {
  pending: 'It waits for a second person.',
  approved: 'The person who asked may send the same call again, once.',
  rejected: 'A second person rejected it, or the person who asked withdrew it.',
  used: 'The change was made.',
  expired: 'Nobody decided in time, or the approved change was not made in time.',
});

const Approval = nodeType('Approval', 'A change that needs a second person, with its approval.', {
  state: field(ApprovalState, 'Its state now.'),
  field: field(String, 'The mutation that waits.'),
  arguments: computedOrNull(
    JSONObject,
    'Input of the mutation. Passwords and other secrets are hidden. A settlement that closes a contradicted transaction also has its state.',
    ({ arguments: saved }: ApprovalRow) => JSON.parse(saved) as object | null,
  ),
  permission: field(Permission, 'Permission that the second person needs.'),
  askedBy: field(String, 'Who asked: the id of a key, or a person.'),
  askedAt: time('askedAtMs', 'When it was asked.'),
  expiresAt: time('expiresAtMs', 'Until when the change can be approved and made.'),
  decidedBy: nullable(String, 'Who decided. Null until somebody does.'),
  decidedAt: timeOrNull('decidedAtMs', 'When it was decided. Null until then.'),
  reason: field(String, 'Reason of the decision. Empty where none was given.'),
  usedAt: timeOrNull('usedAtMs', 'When the change was made. Null until then.'),
});
type Approval = InstanceType<typeof Approval>;

const ApprovalFilter = inputType('ApprovalFilter', 'Conditions on approvals. All given ones must hold.', {
  state: nullable(ApprovalState, 'State now.'),
});

const DECISION = {
  id: field(ID, 'Id of the approval.'),
  reason: nullable(String, 'Reason, at most 500 characters. The audit log keeps it.'),
};
const APPROVAL = { approval: field(Approval, 'The approval as it is now.') };

const LIST = 'apr';

export const ApprovalResolver = resolverOf({
  approvals: list(Approval, {
    permission: 'readApprovals',
    description:
      'Lists changes that need a second person, newest first, for roles that may make or read them. They are kept for 30 days after their end.',
    filter: ApprovalFilter,
    async resolve(page, { state }, { useCases, caller }) {
      const found = await useCases.approvals.list(callerKey(caller), pageOf(page, LIST, given({ state })));
      return pageConnection(found, LIST);
    },
  }),
  approveRequest: mutation({
    permission: 'decideApprovals',
    description:
      'Approves a change that somebody else asked for. That person then sends the same call again.',
    input: ['The approval to give.', DECISION],
    result: APPROVAL,
    resolve: (input, context) => decide(context, 'approved', input),
  }),
  rejectRequest: mutation({
    permission: 'decideApprovals',
    description: 'Rejects a change that is not made yet. The person who asked withdraws it so.',
    input: ['The approval to reject.', DECISION],
    result: APPROVAL,
    resolve: (input, context) => decide(context, 'rejected', input),
  }),
});

async function decide(
  { useCases, caller }: GraphQLContext,
  decision: 'approved' | 'rejected',
  { id, reason }: { readonly id: string; readonly reason?: string | null },
) {
  const order = { approvalId: id, decision, reason: reason ?? '' };
  return { approval: await useCases.approvals.decide(callerKey(caller), order) };
}

export function findApproval(id: string, { useCases, caller }: GraphQLContext): Promise<Approval | null> {
  return useCases.approvals.find(callerKey(caller), id);
}

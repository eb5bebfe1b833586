import { Arg, Args, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { ApprovalState as StateValue } from '../../core/access/approval.js';
import type { Permission as PermissionValue } from '../../core/access/permissions.js';
import type { ApprovalRow } from '../../use-cases/access/approval-port.js';
import { callerKey, type GraphQLContext } from '../context.js';
import { Node } from '../node.js';
import { connectionOf, PageArgs, pageConnection, pageOf } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime, JSONObject } from '../scalars.js';
import { closedSet, Computed, given, inputType, optional, required, resultType } from '../shapes.js';
import { Permission } from './key.js';

const ApprovalState = closedSet<StateValue>('ApprovalState', 'State of an approval.', {
  pending: 'It waits for a second person.',
  approved: 'The person who asked may send the same call again, once.',
  rejected: 'A second person rejected it, or the person who asked withdrew it.',
  used: 'The change was made.',
  expired: 'Nobody decided in time, or the approved change was not made in time.',
});

@ObjectType({ implements: Node, description: 'A change that needs a second person, with its approval.' })
class Approval extends Node {
  @Field(() => ApprovalState, { description: 'Its state now.' })
  state!: StateValue;

  @Field(() => String, { description: 'The mutation that waits.' })
  field!: string;

  @Computed(({ arguments: saved }: ApprovalRow) => JSON.parse(saved) as object | null)
  @Field(() => JSONObject, {
    nullable: true,
    description:
      'Input of the mutation. Passwords and other secrets are hidden. A settlement that closes a contradicted transaction also has its state.',
  })
  arguments!: string;

  @Field(() => Permission, { description: 'Permission that the second person needs.' })
  permission!: PermissionValue;

  @Field(() => String, { description: 'Who asked: the id of a key, or a person.' })
  askedBy!: string;

  @Field(() => DateTime, { name: 'askedAt', description: 'When it was asked.' })
  askedAtMs!: number;

  @Field(() => DateTime, {
    name: 'expiresAt',
    description: 'Until when the change can be approved and made.',
  })
  expiresAtMs!: number;

  @Field(() => String, { nullable: true, description: 'Who decided. Null until somebody does.' })
  decidedBy!: string | null;

  @Field(() => DateTime, {
    name: 'decidedAt',
    nullable: true,
    description: 'When it was decided. Null until then.',
  })
  decidedAtMs!: number | null;

  @Field(() => String, { description: 'Reason of the decision. Empty where none was given.' })
  reason!: string;

  @Field(() => DateTime, {
    name: 'usedAt',
    nullable: true,
    description: 'When the change was made. Null until then.',
  })
  usedAtMs!: number | null;
}

const ApprovalConnection = connectionOf(Approval, 'Approval');

const ApprovalFilter = inputType('ApprovalFilter', 'Conditions on approvals. All given ones must hold.', {
  state: optional(ApprovalState, 'State now.'),
});
type ApprovalFilter = InstanceType<typeof ApprovalFilter>;

const DECISION = {
  id: required(ID, 'Id of the approval.'),
  reason: optional(String, 'Reason, at most 500 characters. The audit log keeps it.'),
};
const ApproveRequestInput = inputType('ApproveRequestInput', 'The approval to give.', DECISION);
type Decision = InstanceType<typeof ApproveRequestInput>;
const RejectRequestInput = inputType('RejectRequestInput', 'The approval to reject.', DECISION);
const APPROVAL = { type: () => Approval, description: 'The approval as it is now.' };
const ApproveRequestResult = resultType('ApproveRequestResult', 'approval', APPROVAL);
const RejectRequestResult = resultType('RejectRequestResult', 'approval', APPROVAL);

const LIST = 'apr';

@Resolver(() => Approval)
export class ApprovalResolver {
  @Requires('readApprovals')
  @Query(() => ApprovalConnection, {
    description:
      'Lists changes that need a second person, newest first, for roles that may make or read them. They are kept for 30 days after their end.',
  })
  async approvals(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => ApprovalFilter, { nullable: true, description: 'Conditions on the approvals.' })
    filter: ApprovalFilter | null | undefined,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<InstanceType<typeof ApprovalConnection>> {
    const wanted = given({ state: filter?.state });
    const found = await useCases.approvals.list(callerKey(caller), pageOf(page, LIST, wanted));
    return pageConnection(found, LIST);
  }

  @Requires('decideApprovals')
  @Mutation(() => ApproveRequestResult, {
    description:
      'Approves a change that somebody else asked for. That person then sends the same call again. The audit log keeps it.',
  })
  approveRequest(
    @Arg('input', () => ApproveRequestInput, { description: 'The approval.' }) input: Decision,
    @Ctx() context: GraphQLContext,
  ): Promise<{ approval: Approval }> {
    return decide(context, 'approved', input);
  }

  @Requires('decideApprovals')
  @Mutation(() => RejectRequestResult, {
    description:
      'Rejects a change that is not made yet. The person who asked withdraws it so. The audit log keeps it.',
  })
  rejectRequest(
    @Arg('input', () => RejectRequestInput, { description: 'The approval.' }) input: Decision,
    @Ctx() context: GraphQLContext,
  ): Promise<{ approval: Approval }> {
    return decide(context, 'rejected', input);
  }
}

async function decide(
  { useCases, caller }: GraphQLContext,
  decision: 'approved' | 'rejected',
  { id, reason }: Decision,
): Promise<{ approval: Approval }> {
  const order = { approvalId: id, decision, reason: reason ?? '' };
  return { approval: await useCases.approvals.decide(callerKey(caller), order) };
}

export function findApproval(id: string, { useCases, caller }: GraphQLContext): Promise<Approval | null> {
  return useCases.approvals.find(callerKey(caller), id);
}

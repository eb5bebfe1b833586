import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { administrator, type GraphQLContext } from '../context.js';
import { Requires } from '../roles.js';
import { DateTime } from '../scalars.js';
import { field, inputType, resultType } from '../shapes.js';

const reason = field(String, 'Reason, at most 500 characters. The audit log keeps it.');
const PurgeTransactionsInput = inputType('PurgeTransactionsInput', 'The transactions to delete.', {
  before: field(DateTime, 'Those received before this time; 32 days ago or earlier.'),
  reason,
});
type Purge = InstanceType<typeof PurgeTransactionsInput>;
const PurgeAuditLogInput = inputType('PurgeAuditLogInput', 'The audit entries to delete.', {
  before: field(DateTime, 'Those before this time; a day ago or earlier.'),
  reason,
});
const PurgeTransactionsResult = resultType('PurgeTransactionsResult', {
  before: field(DateTime, 'Gateways delete finished transactions that were received before this time.'),
});
const PurgeAuditLogResult = resultType('PurgeAuditLogResult', {
  deleted: field(Int, 'Number of deleted entries.'),
});

@Resolver()
export class PurgeResolver {
  @Requires('purge')
  @Mutation(() => PurgeTransactionsResult, {
    description:
      'Orders the deletion of finished transactions. Gateways begin within a minute, and delete piece by piece. Needs the setting approvals. The audit log keeps it.',
  })
  async purgeTransactions(
    @Arg('input', () => PurgeTransactionsInput, { description: 'The transactions.' })
    { before, reason }: Purge,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ before: Date }> {
    const order = { beforeMs: before.getTime(), reason };
    await useCases.administration.purges.transactions(administrator(caller), order);
    return { before };
  }

  @Requires('purge')
  @Mutation(() => PurgeAuditLogResult, {
    description:
      'Deletes the oldest audit entries, and keeps the last hash that it deleted. Needs the setting approvals. The audit log keeps it.',
  })
  async purgeAuditLog(
    @Arg('input', () => PurgeAuditLogInput, { description: 'The entries.' }) { before, reason }: Purge,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ deleted: number }> {
    const order = { beforeMs: before.getTime(), reason };
    const who = administrator(caller);
    return { deleted: await useCases.administration.purges.auditLog(who, order) };
  }
}

import { Int } from 'type-graphql';
import { administrator } from '../context.js';
import { mutation, resolverOf } from '../root-fields.js';
import { DateTime } from '../scalars.js';
import { field, time } from '../shapes.js';

const REASON = { reason: field(String, 'Reason, at most 500 characters. The audit log keeps it.') };

export const PurgeResolver = resolverOf({
  purgeTransactions: mutation({
    permission: 'purge',
    description:
      'Orders the deletion of finished transactions. Gateways begin within a minute, and delete piece by piece. Needs the setting approvals.',
    input: [
      'The transactions to delete.',
      { before: field(DateTime, 'Those received before this time; 32 days ago or earlier.'), ...REASON },
    ],
    result: {
      before: time('beforeMs', 'Finished transactions received before this time are deleted.'),
    },
    async resolve({ before, reason }, { useCases, caller }) {
      const order = { beforeMs: before.getTime(), reason };
      await useCases.administration.purges.transactions(administrator(caller), order);
      return order;
    },
  }),
  purgeAuditLog: mutation({
    permission: 'purge',
    description:
      'Deletes the oldest audit entries, and keeps the last hash that it deleted. Needs the setting approvals.',
    input: [
      'The audit entries to delete.',
      { before: field(DateTime, 'Those before this time; a day ago or earlier.'), ...REASON },
    ],
    result: { deleted: field(Int, 'Number of deleted entries.') },
    async resolve({ before, reason }, { useCases, caller }) {
      const order = { beforeMs: before.getTime(), reason };
      return { deleted: await useCases.administration.purges.auditLog(administrator(caller), order) };
    },
  }),
});

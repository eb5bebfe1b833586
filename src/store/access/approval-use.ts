import { sql, type SqlBool } from 'kysely';
import type { Actor, AuditEntry } from '../../core/access/audit.js';
import { CardwayError } from '../../platform/errors.js';
import type { StoreDialect } from '../engine/dialect.js';
import { first, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';

/** Holds for approvals whose time is not over, unless the key that approved them has ended. */
export function isInForce({ leaseNow }: StoreDialect) {
  return sql<SqlBool>`approvals.expires_at_ms > ${leaseNow} and not exists (select 1 from api_keys
    where key_id = decided_by and (is_disabled = 1 or api_keys.expires_at_ms <= ${leaseNow}))`;
}

/**
 * Returns the step that uses up an approval, and gives its audit entry. It is part of the commit of the change. Errors:
 * APPROVAL_REQUIRED where the approval is not in force any more, which takes back the whole change.
 */
export function createApprovalUse(
  dialect: StoreDialect,
): (approved: Exclude<Actor, string>) => Step<AuditEntry> {
  const take = compile((p: { approvalId: string }) =>
    dialect.compiler
      .updateTable('approvals')
      .set({ state: 'used', used_at_ms: sql<number>`${dialect.leaseNow}` })
      .where('approval_id', '=', p.approvalId)
      .where('state', '=', 'approved')
      .where(isInForce(dialect))
      .returning('field'),
  );
  return function* use({ name: actor, approvalId }) {
    const taken = yield* first(take, { approvalId });
    if (taken === null)
      throw new CardwayError('APPROVAL_REQUIRED', {
        message: 'The approval was used, was rejected or has expired. Send the call again to ask anew.',
      });
    const texts = { before: '{"state":"approved"}', after: JSON.stringify({ state: 'used', ...taken }) };
    return { actor, action: 'use_approval', subject: approvalId, reason: '', ...texts };
  };
}

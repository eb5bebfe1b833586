import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.js';
import { CardwayError } from '../../platform/errors.js';
import type { ApprovalStore } from '../../use-cases/access/approval-port.js';
import type { CommitQueue } from '../engine/commit-queue.js';
import type { StoreDialect } from '../engine/dialect.js';
import { NO_RESULT, type Operation, run } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import type { AppendAudit } from './audit.js';

interface InUse {
  readonly approvalId: string;
  readonly actor: string;
  /** Guarded field: it names the change in the entry of the use, which is in the same commit. */
  readonly field: string;
  /** True after the commit that used it up, and after the change. Work that the change started behind itself goes on without it. */
  isOver: boolean;
}

/**
 * Returns the queue of commits, and a way to run a change with an approval. Every guarded change writes an audit entry. The commit with
 * the first one also uses up the approval, so that neither is stored without the other. A change that finds nothing to do leaves the
 * approval for another try.
 */
export function withApprovals(
  commits: CommitQueue,
  {
    dialect,
    clock,
    audit,
  }: { readonly dialect: StoreDialect; readonly clock: Clock; readonly audit: AppendAudit },
): { readonly commits: CommitQueue; readonly using: ApprovalStore['using'] } {
  const changes = new AsyncLocalStorage<InUse>();
  const now = sql<number>`${dialect.leaseNow}`;
  const take = compile((p: { approvalId: string }) =>
    dialect.compiler
      .updateTable('approvals')
      .set({ state: 'used', used_at_ms: now })
      .where('approval_id', '=', p.approvalId)
      .where('state', '=', 'approved')
      .where('expires_at_ms', '>', now),
  );

  function* withUse<T>(operation: Operation<T>, { approvalId, actor, field }: InUse): Operation<Taken<T>> {
    let isChange = false;
    let step = operation.next(NO_RESULT);
    while (step.done !== true) {
      isChange ||= step.value.sql.startsWith('insert into "audit_log"');
      step = operation.next(yield step.value);
    }
    if (!isChange) return { value: step.value, isTaken: false };
    const { changes: taken } = yield* run(take, { approvalId });
    // The error takes back the whole operation.
    if (taken === 0)
      throw new CardwayError('APPROVAL_REQUIRED', {
        message: 'The approval was used, was rejected or has expired. Send the call again to ask anew.',
      });
    const texts = {
      reason: '',
      before: '{"state":"approved"}',
      after: JSON.stringify({ state: 'used', field }),
    };
    yield* audit({ actor, action: 'use_approval', subject: approvalId, ...texts, atMs: clock.nowMs() });
    return { value: step.value, isTaken: true };
  }

  async function submitted<T>(use: InUse, submit: () => Promise<Taken<T>>): Promise<T> {
    const { value, isTaken } = await submit();
    use.isOver ||= isTaken;
    return value;
  }

  /** Returns the approval that the running change may still use up. */
  function inUse(isHousekeeping = false): InUse | null {
    const use = changes.getStore();
    return use === undefined || use.isOver || isHousekeeping ? null : use;
  }

  return {
    async using(approval, work) {
      const use = { ...approval, isOver: false };
      try {
        return await changes.run(use, work);
      } finally {
        use.isOver = true;
      }
    },
    commits: {
      ...commits,
      submit(start, options) {
        const use = inUse(options?.isHousekeeping);
        if (use === null) return commits.submit(start, options);
        return submitted(use, () => commits.submit(() => withUse(start(), use), options));
      },
      submitAppending(start, options) {
        const use = inUse(options?.isHousekeeping);
        if (use === null) return commits.submitAppending(start, options);
        return submitted(use, () => commits.submitAppending((log) => withUse(start(log), use), options));
      },
    },
  };
}

interface Taken<T> {
  readonly value: T;
  readonly isTaken: boolean;
}

import { actorName } from '../../core/access/audit.js';
import { keepText } from '../../core/keep.js';
import { CardwayError } from '../../platform/errors.js';
import type { LedgerHistory } from '../transactions/history/history-port.js';
import { type Administrator, demand, hasLength } from './administrator.js';
import type { AuditChain } from './audit-chain.js';

/** Audit entries stay for a day at least, so that people see what a purge would hide. */
export const AUDIT_KEPT_MS = 86_400_000;

interface DeletionOrder {
  readonly beforeMs: number;
  readonly reason: string;
}

export type Purges = ReturnType<typeof createPurges>;

/**
 * Purges that a second person has approved (docs/administration.md#four-eyes). Without the setting `approvals` there are none: one
 * stolen key must not delete what happened. Errors: BAD_REQUEST, UNAVAILABLE.
 */
export function createPurges(deps: {
  readonly history: Pick<LedgerHistory, 'order' | 'trustedNowMs'>;
  readonly auditChain: Pick<AuditChain, 'purge'>;
  /** Time for which transactions answer repeated calls. */
  readonly keptAtLeastMs: number;
  readonly isApproved: boolean;
}) {
  const check = async ({ beforeMs, reason }: DeletionOrder, keptMs: number): Promise<void> => {
    if (!deps.isApproved)
      throw new CardwayError('BAD_REQUEST', {
        message:
          'A gateway purges only with the setting approvals: one stolen key must not delete what happened.',
      });
    demand(
      'reason',
      hasLength(reason.trim(), 1, REASON_MAX),
      `must have 1 to ${String(REASON_MAX)} characters`,
    );
    const latestMs = (await deps.history.trustedNowMs()) - keptMs;
    demand('before', beforeMs >= 0, 'must not be before 1970');
    demand('before', beforeMs <= latestMs, `must be ${new Date(latestMs).toISOString()} or earlier`);
  };
  return {
    /** Orders the deletion of finished transactions. Gateways carry it out soon, piece by piece. */
    async transactions({ actor }: Administrator, order: DeletionOrder): Promise<void> {
      await check(order, deps.keptAtLeastMs);
      const reason = keepText(order.reason, REASON_MAX);
      const receivedBefore = new Date(order.beforeMs).toISOString();
      await deps.history.order(
        { receivedBeforeMs: order.beforeMs, actor: actorName(actor), reason },
        {
          ...{ actor, action: 'order_purge', subject: 'transactions', reason },
          ...{ before: 'null', after: JSON.stringify({ receivedBefore }) },
        },
      );
    },
    /** Deletes the oldest audit entries, and resolves with their number. Errors: also UNAVAILABLE where an entry was changed. */
    async auditLog({ actor }: Administrator, order: DeletionOrder): Promise<number> {
      await check(order, AUDIT_KEPT_MS);
      const { beforeMs } = order;
      const reason = keepText(order.reason, REASON_MAX);
      return (await deps.auditChain.purge({ actor, reason, beforeMs })).deleted;
    },
  };
}

const REASON_MAX = 500;

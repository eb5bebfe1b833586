import { sql } from 'kysely';
import type { ApprovalState } from '../../core/access/approval.js';
import type { ApprovalFilter, ApprovalRow, ApprovalStore } from '../../use-cases/access/approval-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { firstOnce, runOnce, type Step } from '../engine/operation.js';
import { createList } from '../engine/windowed-list.js';
import { isInForce } from './approval-use.js';
import type { StoreParts } from '../parts.js';

const ID_BYTES = 12;
/** Rows stay for 30 days after the end of their time. The audit log has every step for longer. */
const KEPT_MS = 30 * 86_400_000;

/** Creates the store of approvals. */
export function createApprovalStore(args: StoreParts): ApprovalStore {
  const { dialect, connection, change } = args;
  const { compiler } = dialect;
  const now = sql<number>`${dialect.leaseNow}`;
  const open = selectOpen(dialect);
  const find = (approvalId: string): Step<ApprovalRow | null> =>
    firstOnce(selectRows(dialect).where('approval_id', '=', approvalId));

  return {
    ask: ({ lifetimeMs, openMax, ...question }) =>
      change(function* (record) {
        const { askedBy: actor, permission, field, requestHash } = question;
        const known = yield* firstOnce(open.where('request_hash', '=', requestHash));
        if (known !== null)
          return { kind: known.state === 'approved' ? 'approved' : 'pending', approvalId: known.approvalId };
        const { rows } = yield* runOnce(open.where('asked_by', '=', actor));
        if (rows.length >= openMax) return { kind: 'too_many' };
        yield* runOnce(
          compiler.deleteFrom('approvals').where('expires_at_ms', '<', sql<number>`${now} - ${KEPT_MS}`),
        );
        const approvalId = `apr_${args.random(ID_BYTES).toString('base64url')}`;
        const asked = yield* firstOnce(
          compiler
            .insertInto('approvals')
            .values({
              ...columnsOf(question, 'permission', 'field', 'arguments', 'requestHash', 'askedBy'),
              approval_id: approvalId,
              state: 'pending',
              reason: '',
              asked_at_ms: now,
              expires_at_ms: sql<number>`${now} + ${lifetimeMs}`,
            })
            .returning('expires_at_ms as expiresAtMs'),
        );
        const shown: unknown = JSON.parse(question.arguments);
        const after = { state: 'pending', permission, field, arguments: shown, ...asked };
        record({ actor, action: 'request_approval', subject: approvalId, before: null, after });
        return { kind: 'pending', approvalId };
      }),
    find: (approvalId) => connection.read(find(approvalId)),
    decide: ({ approvalId, decision, actor, reason }) =>
      change(function* (record) {
        const before = yield* find(approvalId);
        const isOpen =
          before?.state === 'pending' || (before?.state === 'approved' && decision === 'rejected');
        if (before === null || !isOpen) return null;
        const { changes } = yield* runOnce(
          compiler
            .updateTable('approvals')
            .set({ state: decision, decided_by: actor, decided_at_ms: now, reason })
            .where('approval_id', '=', approvalId)
            .where('state', '=', before.state)
            .where('expires_at_ms', '>', now),
        );
        if (changes === 0) return null;
        record({
          actor,
          action: decision === 'approved' ? 'approve_request' : 'reject_request',
          subject: approvalId,
          reason,
          before: { state: before.state, field: before.field, askedBy: before.askedBy },
          after: { state: decision },
        });
        return yield* find(approvalId);
      }),
    list: createList(args, 'approvals', createMatching(dialect)),
  };
}

function selectOpen(dialect: StoreDialect) {
  return dialect.compiler
    .selectFrom('approvals')
    .select(['approval_id as approvalId', 'state'])
    .where('state', 'in', ['pending', 'approved'])
    .where(isInForce(dialect))
    .orderBy('sequence');
}

/** Selects approvals with their states as of now. */
function selectRows(dialect: StoreDialect) {
  return dialect.compiler
    .selectFrom('approvals')
    .select(named('sequence', 'approvalId', 'permission', 'field', 'arguments', 'askedBy', 'askedAtMs'))
    .select(named('expiresAtMs', 'decidedBy', 'decidedAtMs', 'reason', 'usedAtMs'))
    .select(stateNow(dialect).as('state'));
}

function stateNow({ leaseNow }: StoreDialect) {
  return sql<ApprovalState>`case when state in ('pending', 'approved') and expires_at_ms <= ${leaseNow} then 'expired' else state end`;
}

function createMatching(dialect: StoreDialect) {
  return ({ state, permissions }: ApprovalFilter) =>
    selectRows(dialect)
      .where('permission', 'in', [...permissions])
      .$if(state !== undefined, (q) => q.where(stateNow(dialect), '=', state ?? 'pending'));
}

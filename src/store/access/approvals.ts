import { sql } from 'kysely';
import type { ApprovalState } from '../../core/access/approval.js';
import type { ApprovalFilter, ApprovalRow, ApprovalStore } from '../../use-cases/access/approval-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { columnsOf, named } from '../engine/names.js';
import { first, type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createRows, createWindowedList } from '../engine/windowed-list.js';
import { isInForce } from './approval-use.js';
import { createChange, type Record } from './audit.js';
import type { StoreParts } from '../parts.js';

const ID_BYTES = 12;
/** Rows stay for 30 days after the end of their time. The audit log has every step for longer. */
const KEPT_MS = 30 * 86_400_000;

/** Creates the store of approvals. */
export function createApprovalStore(args: StoreParts): ApprovalStore {
  const { dialect, connection } = args;
  const statements = compileApprovals(dialect);
  const change = createChange(args);

  function* insert(row: Omit<NewApproval, 'approvalId'>): Step<string> {
    const approvalId = `apr_${args.random(ID_BYTES).toString('base64url')}`;
    yield* run(statements.insert, { ...row, approvalId });
    return approvalId;
  }

  return {
    ask: ({ lifetimeMs, openMax, ...question }) =>
      change(function* (record) {
        const { askedBy: actor, permission, field, requestHash } = question;
        const known = yield* first(statements.open, { requestHash });
        if (known !== null)
          return { kind: known.isApproved === 1 ? 'approved' : 'pending', approvalId: known.approvalId };
        const { rows } = yield* run(statements.openOf, { askedBy: actor });
        if (rows.length >= openMax) return { kind: 'too_many' };
        const nowMs = yield* nowOf(statements);
        yield* run(statements.removeOld, { beforeMs: nowMs - KEPT_MS });
        const expiresAtMs = nowMs + lifetimeMs;
        const asked = { state: 'pending', askedAtMs: nowMs, expiresAtMs, reason: '' } as const;
        const approvalId = yield* insert({ ...question, ...asked });
        const shown: unknown = JSON.parse(question.arguments);
        const after = { state: 'pending', permission, field, arguments: shown, expiresAtMs };
        record({ actor, action: 'request_approval', subject: approvalId, before: null, after });
        return { kind: 'pending', approvalId };
      }),
    find: (approvalId) => connection.read(first(statements.find, { approvalId })),
    decide: (order) => change((record) => decide(statements, record, order)),
    list: createWindowedList(
      connection,
      args.settings,
      createRows(dialect, 'approvals', createMatching(dialect)),
    ),
  };
}

type Statements = ReturnType<typeof compileApprovals>;

function* decide(
  statements: Statements,
  record: Record,
  { approvalId, decision, actor, reason }: Parameters<ApprovalStore['decide']>[0],
): Operation<ApprovalRow | null> {
  const before = yield* first(statements.find, { approvalId });
  const from = decision === 'approved' ? (['pending'] as const) : (['pending', 'approved'] as const);
  if (before === null || !(from as readonly ApprovalState[]).includes(before.state)) return null;
  const decided = { approvalId, from: before.state, decision, actor, reason };
  const { changes } = yield* run(statements.decide, decided);
  if (changes === 0) return null;
  record({
    actor,
    action: decision === 'approved' ? 'approve_request' : 'reject_request',
    subject: approvalId,
    reason,
    before: { state: before.state, field: before.field, askedBy: before.askedBy },
    after: { state: decision },
  });
  return yield* first(statements.find, { approvalId });
}

function* nowOf(statements: Statements): Step<number> {
  return (yield* first(statements.now, {}))?.nowMs ?? 0;
}

const INSERTED = [
  'approvalId',
  'state',
  'permission',
  'field',
  'arguments',
  'requestHash',
  'askedBy',
  'askedAtMs',
  'expiresAtMs',
  'reason',
] as const;

type NewApproval = Pick<ApprovalRow, Exclude<(typeof INSERTED)[number], 'requestHash'>> & {
  readonly requestHash: string;
};

const SELECTED = named(
  'sequence',
  'approvalId',
  'permission',
  'field',
  'arguments',
  'askedBy',
  'askedAtMs',
  'expiresAtMs',
  'decidedBy',
  'decidedAtMs',
  'reason',
  'usedAtMs',
);

/** Compiles a select of approvals with their states as of now. */
function selectRows({ compiler, leaseNow }: StoreDialect) {
  return compiler
    .selectFrom('approvals')
    .select(SELECTED)
    .select(
      sql<ApprovalState>`case when state in ('pending', 'approved') and expires_at_ms <= ${leaseNow} then 'expired' else state end`.as(
        'state',
      ),
    );
}

function compileApprovals(dialect: StoreDialect) {
  const { compiler, leaseNow } = dialect;
  const nowMs = sql<number>`${leaseNow}`;
  const open = compiler
    .selectFrom('approvals')
    .where('state', 'in', ['pending', 'approved'])
    .where(isInForce(dialect));
  return {
    now: compile((_: object) => compiler.selectNoFrom(nowMs.as('nowMs'))),
    open: compile((p: { requestHash: string }) =>
      open
        .select(['approval_id as approvalId'])
        .select(sql<number>`case when state = 'approved' then 1 else 0 end`.as('isApproved'))
        .where('request_hash', '=', p.requestHash)
        .orderBy('sequence'),
    ),
    openOf: compile((p: { askedBy: string }) => open.select('sequence').where('asked_by', '=', p.askedBy)),
    find: compile((p: { approvalId: string }) => selectRows(dialect).where('approval_id', '=', p.approvalId)),
    insert: compile((p: NewApproval) => compiler.insertInto('approvals').values(columnsOf(p, ...INSERTED))),
    removeOld: compile((p: { beforeMs: number }) =>
      compiler.deleteFrom('approvals').where('expires_at_ms', '<', p.beforeMs),
    ),
    decide: compile(
      (p: {
        approvalId: string;
        from: ApprovalState;
        decision: ApprovalState;
        actor: string;
        reason: string;
      }) =>
        compiler
          .updateTable('approvals')
          .set({ state: p.decision, decided_by: p.actor, decided_at_ms: nowMs, reason: p.reason })
          .where('approval_id', '=', p.approvalId)
          .where('state', '=', p.from)
          .where('expires_at_ms', '>', nowMs),
    ),
  };
}

function createMatching(dialect: StoreDialect) {
  const now = sql<number>`${dialect.leaseNow}`;
  return ({ state, permissions }: ApprovalFilter) =>
    selectRows(dialect)
      .where('permission', 'in', [...permissions])
      .$if(state === 'expired', (q) =>
        q.where('state', 'in', ['pending', 'approved']).where('expires_at_ms', '<=', now),
      )
      .$if(state !== undefined && state !== 'expired', (q) => q.where('state', '=', state ?? 'pending'))
      .$if(state === 'pending' || state === 'approved', (q) => q.where('expires_at_ms', '>', now));
}

import { sql, type SqlBool } from 'kysely';
import {
  isApprovalPossible,
  justClaimed,
  type Move,
  next,
  type State,
} from '../../core/transactions/life.js';
import {
  type Applied,
  type ApplyInput,
  type Brought,
  NOTHING_BROUGHT,
  type TransactionRow,
} from '../../use-cases/transactions/ledger-port.js';
import type { StoreDialect } from '../engine/dialect.js';
import { type Operation, run, type Step } from '../engine/operation.js';
import { compile } from '../engine/statement.js';
import { createAdd } from './claim.js';
import type { Finder } from './find.js';
import type { Reversals } from './reversals.js';
import { columnsOf } from '../engine/names.js';
import { hasRequestId } from './row.js';
import type { AppendTransactionEvents } from './saved-transactions.js';
import type { AppendAudit } from '../parts.js';

/**
 * Creates the one write of states beside claims and leases (core: life). A row that is as its call claimed it takes one statement, without
 * a look at it; for every other one `next` decides on the row as it is. The event for operators who are alerted to the
 * new state is in the same commit.
 */
export function createApply(
  dialect: StoreDialect,
  parts: {
    readonly finder: Finder;
    readonly report: AppendTransactionEvents;
    readonly reversals: Reversals;
    readonly audit: AppendAudit;
  },
): (input: ApplyInput) => Operation<Applied> {
  const { finder, report, reversals, audit } = parts;
  const write = createWrite(dialect);
  const link = compileLink(dialect);
  const add = createAdd(dialect);

  function* toClaimed(input: ApplyInput): Step<Applied | null> {
    const to = moveOfClaimed(input);
    if (to === null || isAlerted(to)) return null;
    const about = { attempt: 1, from: 'pending', isClaimed: 1 } as const;
    const isMoved = yield* write(input, to, { ...NOTHING_BROUGHT, ...input.brought, ...about });
    return isMoved ? { kind: 'moved', state: to.state, row: null } : null;
  }

  function* toRow(input: ApplyInput): Step<Applied> {
    const row = yield* finder.find(input.requestId);
    if (row === null) return { kind: 'gone' };
    const isFree = yield* reversals.areFree(input.requestId, input.reversals ?? []);
    const life = { ...row, isBeingSent: isBeingSent(row), hasEarlyReversal: yield* hasEarlyReversal(row) };
    const to = isFree ? next(life, input.fact) : null;
    if (to === null) return { kind: 'unmoved', row };
    if (to.state === 'contradicted' && input.ownReversal === 'unknown')
      return { kind: 'contradicts', row: { ...row, ...to, answer: input.brought?.answer ?? row.answer } };
    // Housekeeping of another process locks no request, and may have changed the row since.
    if (!(yield* move(row, input, to))) return yield* toRow(input);
    if (to.state === 'contradicted') yield* giveBack(row, input);
    const after = (yield* finder.find(input.requestId)) ?? row;
    if (isAlerted(to)) yield* report([after]);
    yield* record(row, input, to);
    return { kind: 'moved', state: to.state, row: after };
  }

  function* giveBack(row: TransactionRow, { ownReversal }: ApplyInput): Step<void> {
    if (typeof ownReversal !== 'object' || ownReversal === null) return;
    const { claim, rivals } = ownReversal;
    if (!(yield* reversals.isGivenBack(row, rivals))) yield* add(claim, row.requestId);
  }

  function* hasEarlyReversal(row: TransactionRow): Step<boolean> {
    if (row.effect !== 'money' || !isApprovalPossible(row)) return false;
    return yield* reversals.hasEarly(row);
  }

  /** Returns whether the row was as it was read. */
  function* move(row: TransactionRow, input: ApplyInput, to: Move): Step<boolean> {
    const brought = input.fact.kind === 'operator' ? broughtBefore(row, input) : input.brought;
    const about = { attempt: row.attempt, from: row.state, isClaimed: 0 };
    const kept = to.writes === 'decision' ? row : { ...NOTHING_BROUGHT, ...brought };
    if (!(yield* write(input, to, { ...kept, ...about }))) return false;
    for (const reversal of input.reversals ?? [])
      yield* run(link, { original: input.requestId, requestId: reversal });
    return true;
  }

  function* record(row: TransactionRow, input: ApplyInput, to: Move): Step<void> {
    if (input.audit === undefined) return;
    const [before = '', after = ''] = [row, to].map(({ state, resultCode }) =>
      JSON.stringify({ state, resultCode }),
    );
    yield* audit({ ...input.audit, before, after, atMs: input.atMs });
  }

  return function* apply(input) {
    return (yield* toClaimed(input)) ?? (yield* toRow(input));
  };
}

/** Returns what the fact makes of a row that is as its call claimed it; null where nobody expects that. */
export function moveOfClaimed({ claimed, fact }: ApplyInput): Move | null {
  if (claimed === undefined || !('attempt' in fact) || fact.attempt !== 1) return null;
  return next(justClaimed(claimed), fact);
}

export function isAlerted({ state, writes }: Move): boolean {
  return writes !== 'reply' && (state === 'in_doubt' || state === 'contradicted');
}

function isBeingSent({ state, nextAttemptAtMs }: TransactionRow): boolean {
  return state === 'queued' && nextAttemptAtMs === null;
}

/** An operator's word stands beside what the last attempt brought. */
function broughtBefore(row: TransactionRow, { operatorsAnswer }: ApplyInput): Brought {
  const { refusedSentAtMs, rawAnswer, httpStatus, failure } = row;
  const answer = operatorsAnswer ?? null;
  return { ...NOTHING_BROUGHT, refusedSentAtMs, rawAnswer, httpStatus, failure, answer };
}

/** Values of an update. Those of an attempt are null where it brought nothing. */
interface Values extends Brought, Omit<Move, 'writes' | 'failure'> {
  readonly requestId: string;
  readonly atMs: number;
  readonly attempt: number;
  readonly from: State;
  /** 1 for a row that must still be as it was claimed, or 0. */
  readonly isClaimed: number;
  readonly nextAttemptInMs: number;
  /** 1 or 0. */
  readonly isQueued: number;
  readonly isOver: number;
}

function createWrite(dialect: StoreDialect) {
  const update = compile(updateOf(dialect));
  const updateReply = compile(updateReplyOf(dialect));
  return function* write(
    input: ApplyInput,
    to: Move,
    about: Brought & Pick<Values, 'attempt' | 'from' | 'isClaimed'>,
  ): Step<boolean> {
    const given: Values = {
      ...about,
      ...to,
      failure: to.writes === 'outcome' ? about.failure : to.failure,
      requestId: input.requestId,
      atMs: input.atMs,
      nextAttemptInMs: input.nextAttemptInMs ?? 0,
      isQueued: Number(to.state === 'queued'),
      isOver: Number(to.state === 'answered' || to.state === 'contradicted'),
    };
    return (yield* run(to.writes === 'reply' ? updateReply : update, given)).changes === 1;
  };
}

/**
 * An expression that matches no index. The key must find the row. A server that believes the ledger to be empty would search the
 * open rows, and pass everything settled since the last vacuum.
 */
const STATE = sql<State>`state || ''`;

function updateOf({ compiler, leaseNow }: StoreDialect) {
  return (p: Values) =>
    compiler
      .updateTable('transactions')
      .set({
        ...columnsOf(p, 'state', 'resultCode', 'errorCode', 'replyReason', 'failure'),
        ...columnsOf(p, 'repliedResultCode', 'terminalRepliedCode'),
        ...columnsOf(p, 'answeredAtMs', 'httpStatus', 'refusedSentAtMs', 'rawAnswer', 'answer'),
        // Once a call may have reached downstream, no later refusal may hide that.
        sent_at_ms: sql<number>`coalesce(${p.sentAtMs}, sent_at_ms)`,
        settled_at_ms: p.atMs,
        next_attempt_at_ms: sql<number>`case when ${p.isQueued} = 1 then ${leaseNow} + ${p.nextAttemptInMs} end`,
        sealed_body: sql<Buffer>`case when ${p.isOver} = 0 then sealed_body end`,
      })
      .where(hasRequestId(p.requestId))
      .where('attempt', '=', p.attempt)
      .where(STATE, '=', p.from)
      .where(
        sql<SqlBool>`(${p.isClaimed} = 0 or replied_result_code is null and terminal_replied_code is null)`,
      );
}

function updateReplyOf({ compiler }: StoreDialect) {
  return (p: Values) =>
    compiler
      .updateTable('transactions')
      .set(columnsOf(p, 'repliedResultCode', 'terminalRepliedCode'))
      .where(hasRequestId(p.requestId));
}

/** Links a reversal that found no original to the row that has come after it. */
function compileLink({ compiler }: StoreDialect) {
  return compile((p: { readonly original: string; readonly requestId: string }) =>
    compiler
      .updateTable('transactions')
      .set({ original_request_id: p.original })
      .where(hasRequestId(p.requestId))
      .where('original_request_id', 'is', null),
  );
}

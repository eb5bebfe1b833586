import { isApprovalPossible, type Move, next } from '../../src/core/transactions/life.js';
import { givesMoneyBack } from '../../src/core/transactions/transaction.js';
import { wireDatesAround } from '../../src/core/wire/wire-date.js';
import type { Clock } from '../../src/platform/clock.js';
import { CardwayError } from '../../src/platform/errors.js';
import type {
  Applied,
  ApplyInput,
  Brought,
  ClaimInput,
  ClaimOutcome,
  Confirmation,
  ConfirmInput,
  Ledger,
  MarkSentInDoubtInput,
  MarkSentInDoubtOutcome,
  ReclaimInput,
  ReclaimOutcome,
  RequeueInput,
  RequeueOutcome,
  TransactionRow,
} from '../../src/use-cases/transactions/ledger-port.js';
import { createMemoryLeases } from './memory-leases.js';
import { createMemoryLister } from './memory-lister.js';
import { type MemoryRows, seen, step, type Stored, summaryOf } from './memory-row.js';

/** Makes a model of the ledger: every operation is one atomic step. `clock` is the ledger's own. */
export function createMemoryLedger(args: {
  readonly clock: Clock;
  readonly onChange?: (row: TransactionRow) => void;
}): Ledger {
  const rows = new Map<string, Stored>();
  const changed = (row: Stored): void => args.onChange?.(seen(row));
  const parts = { rows, changed };
  const nowMs = (): number => args.clock.nowMs();
  return {
    claim: (input) => step(() => claim(parts, input, nowMs())),
    reclaim: (input) => step(() => reclaim(parts, input, nowMs())),
    apply: (input) => step(() => apply(parts, input, nowMs())),
    confirm: (input) => step(() => confirm(parts, input, nowMs())),
    markEarly: (input) => step(() => markEarly(parts, input)),
    requeue: (input) => step(() => requeue(parts, input, nowMs())),
    sealedBody: (requestId) => step(() => rows.get(requestId)?.sealedBody ?? null),
    find: (requestId) => step(() => found(rows.get(requestId))),
    keyless: (named) => step(() => found(keyless(rows, named))),
    linked: (requestId) =>
      step(() => [...rows.values()].filter((row) => row.originalRequestId === requestId).map(summaryOf)),
    reversalsBefore: (advice) => step(() => reversalsBefore(rows, advice).map(summaryOf)),
    ...createMemoryLister(rows),
    ...createMemoryLeases(parts, nowMs),
  };
}

function found(stored: Stored | undefined): TransactionRow | null {
  return stored === undefined ? null : seen(stored);
}

function claim({ rows, changed }: MemoryRows, input: ClaimInput, nowMs: number): ClaimOutcome {
  const made = input.keyId === null ? keyless(rows, input) : undefined;
  if (made?.digest === input.digest) return { kind: 'existing', row: seen(made) };
  const taken = rows.get(input.requestId);
  if (taken !== undefined) return { kind: 'existing', row: seen(taken) };
  if (made !== undefined) return { kind: 'boundary_mismatch', requestId: made.requestId };
  const by = input.decline !== null ? null : reversalBefore(rows, input, input.reversedBy);
  if (by !== null) {
    if (input.keyId === null && input.effect === 'money')
      add(
        { rows, changed },
        { ...input, state: 'refused', decline: REVERSED_FIRST },
        { nowMs, original: null },
      );
    return { kind: 'reversed', by };
  }
  const original = originalOf(rows, input);
  add({ rows, changed }, input, { nowMs, original });
  return { kind: 'claimed', attempt: 1, original };
}

const REVERSED_FIRST = { resultCode: -3, errorCode: 'IDEMPOTENCY_CONFLICT' } as const;

function add(
  { rows, changed }: MemoryRows,
  input: ClaimInput,
  { nowMs, original }: { readonly nowMs: number; readonly original: TransactionRow | null },
): void {
  const { checksumKey: _key, reversedBy: _reversedBy, reverses: _reverses, ...rest } = input;
  const { leaseMs, decline, ...kept } = rest;
  const row: Stored = {
    ...kept,
    ...NOTHING_YET,
    sequence: rows.size + 1,
    leaseUntilMs: nowMs + leaseMs,
    claimedAtMs: nowMs,
    originalRequestId: original?.requestId ?? null,
    ...(input.state === 'queued' ? { nextAttemptAtMs: nowMs, leaseUntilMs: 0 } : {}),
    ...(decline === null
      ? {}
      : {
          settledAtMs: input.receivedAtMs,
          errorCode: decline.errorCode,
          repliedResultCode: decline.resultCode,
          terminalRepliedCode: decline.resultCode,
        }),
  };
  rows.set(row.requestId, row);
  changed(row);
}

const NOTHING_BROUGHT = {
  refusedSentAtMs: null,
  answeredAtMs: null,
  settledAtMs: null,
  rawAnswer: null,
  httpStatus: null,
  failure: null,
  answer: null,
  resultCode: null,
  errorCode: null,
  replyReason: null,
  nextAttemptAtMs: null,
} as const;

const NOTHING_YET = {
  ...NOTHING_BROUGHT,
  attempt: 1,
  sentAtMs: null,
  repliedResultCode: null,
  terminalRepliedCode: null,
  earlyAtMs: null,
} as const;

function reclaim({ rows, changed }: MemoryRows, input: ReclaimInput, nowMs: number): ReclaimOutcome {
  const row = rows.get(input.requestId);
  if (row === undefined) throw new CardwayError('INTERNAL');
  if (row.state !== input.fromState || row.attempt !== input.fromAttempt)
    return { kind: 'lost', row: seen(row) };
  const by = reversalBefore(rows, row, input.reversedBy) ?? linkedReversal(rows, row, input.reversedBy);
  if (by !== null) return { kind: 'reversed', by };
  const { owner, route } = input;
  const leaseUntilMs = nowMs + input.leaseMs;
  const attempt = row.attempt + 1;
  const sentAtMs = row.state === 'refused' ? null : row.sentAtMs;
  const changes = { state: 'pending', attempt, owner, route, leaseUntilMs, claimedAtMs: nowMs, sentAtMs };
  Object.assign(row, NOTHING_BROUGHT, changes);
  changed(row);
  return { kind: 'claimed', attempt };
}

function apply({ rows, changed }: MemoryRows, input: ApplyInput, nowMs: number): Applied {
  const row = rows.get(input.requestId);
  if (row === undefined) return { kind: 'gone' };
  const isBeingSent = row.state === 'queued' && row.nextAttemptAtMs === 0;
  const isHeld = isOfAnother(rows, row, input.reversals);
  const hasEarly = isApprovalPossible(row) && hasEarlyReversal(rows, row);
  const to = isHeld ? null : next({ ...row, isBeingSent, hasEarlyReversal: hasEarly }, input.fact);
  if (to === null) return { kind: 'unmoved', row: seen(row) };
  if (to.state === 'contradicted' && input.ownReversal === 'unknown')
    return { kind: 'contradicts', row: { ...seen(row), ...to, answer: input.brought?.answer ?? row.answer } };
  const { writes, ...decided } = to;
  if (writes === 'reply') Object.assign(row, decided);
  else
    Object.assign(row, decided, writes === 'outcome' ? broughtOf(row, input, to) : {}, {
      settledAtMs: input.atMs,
      nextAttemptAtMs: to.state === 'queued' ? nowMs + (input.nextAttemptInMs ?? 0) : null,
      leaseUntilMs: 0,
    });
  if (row.state === 'answered' || row.state === 'contradicted') row.sealedBody = null;
  changed(row);
  link({ rows, changed }, input);
  if (to.state === 'contradicted') giveBack({ rows, changed }, input, { row, nowMs });
  return { kind: 'moved', state: to.state, row: seen(row) };
}

function giveBack(
  parts: MemoryRows,
  { ownReversal }: ApplyInput,
  { row, nowMs }: { readonly row: Stored; readonly nowMs: number },
): void {
  if (typeof ownReversal !== 'object' || ownReversal === null) return;
  const { claim, rivals } = ownReversal;
  if (parts.rows.has(claim.requestId) || givenBackBy(parts.rows, row, rivals)) return;
  add(parts, claim, { nowMs, original: seen(row) });
}

function broughtOf(row: Stored, input: ApplyInput, to: Move): Partial<Brought> {
  if (input.operatorsAnswer !== undefined) return { answer: input.operatorsAnswer, answeredAtMs: null };
  const brought = input.brought ?? { ...NOTHING_BROUGHT, sentAtMs: null };
  return { ...brought, failure: to.failure ?? brought.failure, sentAtMs: brought.sentAtMs ?? row.sentAtMs };
}

/** Returns whether another row got one of the reversals meanwhile. */
function isOfAnother(
  rows: MemoryRows['rows'],
  { requestId, transactionDate }: Stored,
  reversals: readonly string[] = [],
): boolean {
  return reversals.some((reversal) => {
    const { originalRequestId: id = null, referenceDate } = rows.get(reversal) ?? {};
    if (id === null || id === requestId) return false;
    return referenceDate !== transactionDate || rows.get(id)?.transactionDate === transactionDate;
  });
}

function link({ rows, changed }: MemoryRows, { requestId, reversals = [] }: ApplyInput): void {
  for (const reversal of reversals.map((id) => rows.get(id))) {
    if (reversal?.originalRequestId !== null) continue;
    reversal.originalRequestId = requestId;
    changed(reversal);
  }
}

function confirm({ rows }: MemoryRows, input: ConfirmInput, nowMs: number): Confirmation {
  const row = rows.get(input.requestId);
  const isOurs = row?.state === 'pending' && row.attempt === input.attempt && row.owner === input.owner;
  if (!isOurs || row.leaseUntilMs < nowMs) return 'claim_lost';
  const by = reversalBefore(rows, row, input.reversedBy) ?? linkedReversal(rows, row, input.reversedBy);
  return by === null ? 'valid' : 'reversed';
}

function keyless(
  rows: MemoryRows['rows'],
  named: Pick<ClaimInput, 'terminalId' | 'digest' | 'checksum'>,
): Stored | undefined {
  const own = [...rows.values()].filter(({ keyId }) => keyId === null);
  return (
    own.find(({ digest }) => digest === named.digest) ??
    own.find(({ terminalId, checksum }) => terminalId === named.terminalId && checksum === named.checksum)
  );
}

function markEarly({ rows, changed }: MemoryRows, input: MarkSentInDoubtInput): MarkSentInDoubtOutcome {
  const original = rows.get(input.originalRequestId);
  if (original === undefined || !isApprovalPossible(original))
    return { kind: 'not_in_doubt', original: found(original) };
  const row = rows.get(input.requestId);
  const isOpen = row?.state === 'pending' || row?.state === 'queued';
  if (row === undefined || !isOpen || row.attempt !== input.attempt) return { kind: 'lost' };
  row.earlyAtMs ??= input.atMs;
  changed(row);
  return { kind: 'marked' };
}

function requeue({ rows, changed }: MemoryRows, input: RequeueInput, nowMs: number): RequeueOutcome {
  const row = rows.get(input.requestId);
  const { wallet } = input;
  const isOpen =
    wallet === null ? row?.state === 'queued' && row.nextAttemptAtMs !== 0 : row?.state === 'unmatched';
  if (row === undefined || !isOpen || row.attempt !== input.attempt) return { kind: 'lost', row: found(row) };
  if (wallet !== null) {
    const { reverses, ...matched } = wallet;
    const originalRequestId = originalOf(rows, { ...row, reverses })?.requestId ?? null;
    const replyReason = 'advice_accepted';
    Object.assign(row, matched, { state: 'queued', replyReason, originalRequestId, leaseUntilMs: 0 });
  }
  row.nextAttemptAtMs = nowMs;
  changed(row);
  return { kind: 'queued' };
}

type Identity = Pick<TransactionRow, 'terminalId' | 'reference' | 'transactionId' | 'transactionDate'>;
type Advice = Pick<TransactionRow, 'terminalId' | 'reference' | 'referenceId' | 'referenceDate'>;

/** Returns whether an advice names this transaction. */
export function refersTo(advice: Advice, transaction: Identity): boolean {
  return isNear(advice, transaction) && advice.referenceDate === transaction.transactionDate;
}

/** Returns whether an advice names this transaction, or one with the same name and a near date. */
export function isNear(advice: Advice, transaction: Identity): boolean {
  const { transactionId, transactionDate } = transaction;
  if (transactionId === null || transactionDate === null || advice.referenceDate === null) return false;
  const { from, to } = wireDatesAround(advice.referenceDate, REVERSAL_WINDOW_MS);
  return (
    advice.referenceId === transactionId &&
    from <= transactionDate &&
    transactionDate <= to &&
    advice.terminalId === transaction.terminalId &&
    advice.reference === transaction.reference
  );
}

export const REVERSAL_WINDOW_MS = 86_400_000;

function reversalBefore(
  rows: MemoryRows['rows'],
  transaction: Identity,
  reversedBy: readonly string[],
): string | null {
  for (const row of rows.values()) {
    const isMeant =
      refersTo(row, transaction) || (row.originalRequestId === null && isNear(row, transaction));
    if (reversedBy.includes(row.methodName) && isMeant) return row.requestId;
  }
  return null;
}

function reversalsBefore(
  rows: MemoryRows['rows'],
  advice: Parameters<Ledger['reversalsBefore']>[0],
): readonly Stored[] {
  const before = [...rows.values()].filter(
    ({ methodName, sequence }) => advice.reversedBy.includes(methodName) && sequence < advice.sequence,
  );
  const hasOther = ({ originalRequestId: id }: Stored): boolean =>
    id !== null && id !== advice.requestId && rows.get(id)?.transactionDate === advice.transactionDate;
  const exact = before.filter((row) => refersTo(row, advice) && !hasOther(row));
  if (exact.length > 0) return exact;
  return before.filter(
    (row) =>
      row.originalRequestId === advice.requestId || (row.originalRequestId === null && isNear(row, advice)),
  );
}

function linkedReversal(
  rows: MemoryRows['rows'],
  { requestId }: Stored,
  reversedBy: readonly string[],
): string | null {
  const linked = linkedTo(rows, requestId).find(({ methodName }) => reversedBy.includes(methodName));
  return linked?.requestId ?? null;
}

function linkedTo(rows: MemoryRows['rows'], requestId: string): readonly Stored[] {
  return [...rows.values()].filter((row) => row.originalRequestId === requestId);
}

function hasEarlyReversal(rows: MemoryRows['rows'], { requestId }: Stored): boolean {
  return linkedTo(rows, requestId).some(({ earlyAtMs }) => earlyAtMs !== null);
}

function givenBackBy(rows: MemoryRows['rows'], { requestId }: Stored, rivals: readonly string[]): boolean {
  return linkedTo(rows, requestId).some((row) => rivals.includes(row.methodName) && givesMoneyBack(row));
}

function originalOf(
  rows: MemoryRows['rows'],
  advice: Advice & Pick<ClaimInput, 'reverses'>,
): TransactionRow | null {
  const named = [...rows.values()].reverse().filter((row) => row.effect !== 'none');
  for (const isMeant of [refersTo, isNear]) {
    // Rows of other wallets are also checked and counted.
    const alike = named.filter((row) => isMeant({ ...advice, reference: row.reference }, row));
    const candidates = alike
      .filter((row) => row.reference === advice.reference)
      .filter((row) => advice.reverses.length === 0 || advice.reverses.includes(row.methodName));
    const isClear = new Set(candidates.map(({ transactionDate }) => transactionDate)).size === 1;
    if (alike.length > DUPLICATES_MAX || (candidates.length > 1 && !isClear)) return null;
    if (isClear) return found(candidates.find(mayHaveMovedMoney) ?? candidates[0]);
  }
  return null;
}

const DUPLICATES_MAX = 100;

function mayHaveMovedMoney({ state }: Stored): boolean {
  return state !== 'refused' && state !== 'failed';
}

import { isSameButCard } from '../../src/core/request-id.js';
import { CardwayError } from '../../src/errors.js';
import type {
  ClaimInput,
  ClaimOutcome,
  Clock,
  Confirmation,
  ConfirmInput,
  Ledger,
  ReclaimInput,
  ReclaimOutcome,
  SettleInput,
  SettleOutcome,
  TellInput,
  TellOutcome,
  TransactionRow,
} from '../../src/usecase/ports.js';
import { createMemoryLeases } from './memory-leases.js';
import { createMemoryLister } from './memory-lister.js';
import { seen, step, type MemoryRows, type Stored } from './memory-row.js';

/** A model of the ledger: every operation is one step that nothing can come between. `clock` is the ledger's own. */
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
    settle: (input) => step(() => settle(parts, input, nowMs())),
    confirm: (input) => step(() => confirm(parts, input, nowMs())),
    tell: (input) => step(() => tell(parts, input)),
    find: (requestId) => step(() => found(rows.get(requestId))),
    withChecksum: ({ terminalId, checksum, borders }) =>
      step(() =>
        [...rows.values()]
          .filter((row) => row.terminalId === terminalId)
          .filter((row) => row.checksum === checksum && row.borders === borders)
          .map(seen),
      ),
    linked: (requestId) =>
      step(() => [...rows.values()].filter((row) => row.originalRequestId === requestId).map(seen)),
    ...createMemoryLister(rows),
    ...createMemoryLeases(parts, nowMs),
  };
}

function found(stored: Stored | undefined): TransactionRow | null {
  return stored === undefined ? null : seen(stored);
}

function claim({ rows, changed }: MemoryRows, input: ClaimInput, nowMs: number): ClaimOutcome {
  const taken = rows.get(input.requestId);
  if (taken !== undefined) return { kind: 'existing', row: seen(taken) };
  const twin = [...rows.values()].find((row) => hasShiftedBorders(row, input));
  if (twin !== undefined) return { kind: 'shifted_borders', requestId: twin.requestId };
  const before = [...rows.values()].find((row) => isOfOtherCard(row, input));
  if (before !== undefined) return { kind: 'other_card', requestId: before.requestId };
  const by = reversalOf(rows, input, input.reversedBy) ?? rivalOf(rows, input);
  if (by !== null) return { kind: 'reversed', by };
  const original = originalOf(rows, input);
  const { checksumKey: _key, reversedBy: _reversedBy, reverses: _reverses, rivals: _rivals, ...rest } = input;
  const { isCardChosen: _isCardChosen, leaseMs, ...kept } = rest;
  const row: Stored = {
    ...kept,
    ...NOTHING_YET,
    sequence: rows.size + 1,
    leaseUntilMs: nowMs + leaseMs,
    claimedAtMs: nowMs,
    originalRequestId: original?.requestId ?? null,
  };
  rows.set(row.requestId, row);
  changed(row);
  return { kind: 'claimed', attempt: 1, original };
}

const NOTHING_BROUGHT = {
  answeredAtMs: null,
  settledAtMs: null,
  rawAnswer: null,
  httpStatus: null,
  answer: null,
  resultCode: null,
  errorCode: null,
  defaultReason: null,
  nextAttemptAtMs: null,
} as const;

const NOTHING_YET = { ...NOTHING_BROUGHT, attempt: 1, sentAtMs: null, toldResultCode: null } as const;

function reclaim({ rows, changed }: MemoryRows, input: ReclaimInput, nowMs: number): ReclaimOutcome {
  const row = rows.get(input.requestId);
  if (row === undefined) throw new CardwayError('INTERNAL');
  if (row.state !== input.fromState || row.attempt !== input.fromAttempt)
    return { kind: 'lost', row: seen(row) };
  const by = reversalOf(rows, row, input.reversedBy);
  if (by !== null) return { kind: 'reversed', by };
  const { owner } = input;
  const leaseUntilMs = nowMs + input.leaseMs;
  const attempt = row.attempt + 1;
  Object.assign(row, NOTHING_BROUGHT, { state: 'pending', attempt, owner, leaseUntilMs, claimedAtMs: nowMs });
  changed(row);
  return { kind: 'claimed', attempt };
}

function settle({ rows, changed }: MemoryRows, input: SettleInput, nowMs: number): SettleOutcome {
  const row = rows.get(input.requestId);
  if (row === undefined) return { kind: 'lost', row: null };
  if (row.attempt !== input.attempt || !input.fromStates.includes(row.state))
    return { kind: 'lost', row: seen(row) };
  if (input.ifToldResultCode !== undefined && row.toldResultCode !== input.ifToldResultCode)
    return { kind: 'lost', row: seen(row) };
  const { audit: _audit, fromStates: _fromStates, ifToldResultCode: _told, ...rest } = input;
  const { nextAttemptInMs, ...brought } = rest;
  Object.assign(row, brought, {
    sentAtMs: input.sentAtMs ?? row.sentAtMs,
    toldResultCode: input.toldResultCode ?? row.toldResultCode,
    nextAttemptAtMs: input.state === 'queued' ? nowMs + (nextAttemptInMs ?? 0) : null,
    leaseUntilMs: 0,
  });
  if (row.state === 'answered' || row.state === 'contradicted') row.sealedBody = null;
  changed(row);
  return { kind: 'settled' };
}

function confirm({ rows }: MemoryRows, input: ConfirmInput, nowMs: number): Confirmation {
  const row = rows.get(input.requestId);
  const isOurs = row?.state === 'pending' && row.attempt === input.attempt && row.owner === input.owner;
  if (!isOurs || row.leaseUntilMs < nowMs) return 'claim_lost';
  return reversalOf(rows, row, input.reversedBy) === null ? 'valid' : 'reversed';
}

function tell({ rows, changed }: MemoryRows, input: TellInput): TellOutcome {
  const row = rows.get(input.requestId);
  if (row === undefined) throw new CardwayError('INTERNAL');
  const isOpen = row.state === 'pending' || row.state === 'in_doubt';
  const isUntold = row.toldResultCode === null || row.toldResultCode === input.toldResultCode;
  if (row.attempt !== input.attempt || !isOpen || !isUntold) return { kind: 'lost', row: seen(row) };
  row.toldResultCode = input.toldResultCode;
  changed(row);
  return { kind: 'told' };
}

function isOfOtherCard(row: Stored, input: ClaimInput): boolean {
  const isAlike = row.terminalId === input.terminalId && row.checksum === input.checksum;
  return input.isCardChosen && isAlike && isSameButCard(row.requestId, input.requestId);
}

function hasShiftedBorders(row: Stored, input: ClaimInput): boolean {
  return (
    row.checksum === input.checksum && row.terminalId === input.terminalId && row.borders !== input.borders
  );
}

type Identity = Pick<TransactionRow, 'terminalId' | 'reference' | 'transactionId' | 'transactionDate'>;
type Advice = Pick<TransactionRow, 'terminalId' | 'reference' | 'referenceId' | 'referenceDate'>;

/** This advice names this transaction. */
export function refersTo(advice: Advice, transaction: Identity): boolean {
  return (
    transaction.transactionId !== null &&
    transaction.transactionDate !== null &&
    advice.referenceId === transaction.transactionId &&
    advice.referenceDate === transaction.transactionDate &&
    advice.terminalId === transaction.terminalId &&
    advice.reference === transaction.reference
  );
}

function reversalOf(
  rows: MemoryRows['rows'],
  transaction: Identity,
  reversedBy: readonly string[],
): string | null {
  for (const row of rows.values()) {
    if (reversedBy.includes(row.methodName) && refersTo(row, transaction)) return row.requestId;
  }
  return null;
}

/** Another advice, by one of the methods that the claim names, for the transaction that it reverses itself. */
function rivalOf(rows: MemoryRows['rows'], advice: ClaimInput): string | null {
  for (const row of rows.values()) {
    const isSame = row.referenceId === advice.referenceId && row.referenceDate === advice.referenceDate;
    const isOfWallet = row.terminalId === advice.terminalId && row.reference === advice.reference;
    if (advice.rivals.includes(row.methodName) && isSame && isOfWallet) return row.requestId;
  }
  return null;
}

function originalOf(rows: MemoryRows['rows'], advice: ClaimInput): TransactionRow | null {
  const candidates = [...rows.values()]
    .reverse()
    .filter((row) => row.effect !== 'none' && refersTo(advice, row))
    .filter((row) => advice.reverses.length === 0 || advice.reverses.includes(row.methodName));
  return found(candidates.find(({ state }) => state !== 'refused' && state !== 'failed') ?? candidates[0]);
}

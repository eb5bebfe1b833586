import { ERRORS } from '../../platform/errors.js';
import {
  type ApplyInput,
  type ClaimInput,
  type ClaimOutcome,
  NOTHING_BROUGHT,
  type ReclaimInput,
  type ReclaimOutcome,
  type TransactionRow,
} from '../../use-cases/transactions/ledger-port.js';
import { requestLock } from '../engine/locks.js';
import type { Operation, Task } from '../engine/operation.js';

type Apply = (input: ApplyInput) => Operation<unknown>;
type Attempt = Pick<TransactionRow, 'requestId' | 'effect' | 'keyId' | 'attempt'>;

/**
 * Creates the ends of claims and leases whose commit was not acknowledged in time, and turns out to be saved. Their callers were
 * refused, so nothing was sent. Otherwise the rows would count as sent when their leases end.
 */
export function createEndUnsent(apply: Apply, nowMs: () => number) {
  const end = (attempt: Attempt): Task => ({
    start: () => apply(unsent(attempt, nowMs())),
    locks: [requestLock(attempt.requestId)],
  });
  return {
    claim: (input: ClaimInput) => (outcome: unknown) => {
      const claimed = outcome as ClaimOutcome;
      if (claimed.kind !== 'claimed' || input.state !== 'pending') return [];
      return [end({ ...input, attempt: claimed.attempt })];
    },
    reclaim: (input: ReclaimInput, row: TransactionRow | null) => (outcome: unknown) => {
      const reclaimed = outcome as ReclaimOutcome;
      // A transaction in doubt stays in doubt at the end of its lease.
      if (reclaimed.kind !== 'claimed' || row === null || input.fromState === 'in_doubt') return [];
      return [end({ ...input, effect: row.effect, attempt: reclaimed.attempt })];
    },
    leases: (leased: unknown) =>
      (leased as readonly { readonly row: TransactionRow }[]).map(({ row }) => end(row)),
  };
}

function unsent({ requestId, effect, keyId, attempt }: Attempt, atMs: number): ApplyInput {
  if (effect === 'advice') return { requestId, atMs, fact: { kind: 'withheld', attempt, as: 'waiting' } };
  const { resultCode } = ERRORS.UNAVAILABLE;
  const reply = { resultCode, errorCode: null, isToTerminal: keyId === null };
  return {
    ...{ requestId, atMs },
    fact: { kind: 'refusal', attempt, reply, wasInDoubt: false },
    brought: { ...NOTHING_BROUGHT, failure: 'not_confirmed' },
  };
}

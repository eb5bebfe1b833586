import type {
  ClaimInput,
  MarkEarlyInput,
  ReclaimInput,
  RequeueInput,
  TransactionRow,
} from '../../usecase/ports.js';
import { checksumLock, requestLock, transactionLock, type LockName } from '../locks.js';

/**
 * Besides its own id: what its checksum fits too (shifted borders), its own identity, which a reversal may name at this moment, and
 * the one that it names, if it is a reversal itself.
 */
export function claimLocks(input: ClaimInput): readonly LockName[] {
  return [
    requestLock(input.requestId),
    checksumLock(input),
    ...identityLock(input),
    ...transactionLock({ ...input, id: input.referenceId }),
  ];
}

/** A row never changes what it is called, so that it can be read before. */
export function reclaimLocks(input: ReclaimInput, row: TransactionRow | null): readonly LockName[] {
  return [requestLock(input.requestId), ...(row === null ? [] : identityLock(row))];
}

/** The original too: whether it is still in doubt is decided by its settlement. */
export function markEarlyLocks(input: MarkEarlyInput): readonly LockName[] {
  return [requestLock(input.requestId), requestLock(input.originalRequestId)];
}

/** An advice that finds its wallet is looked at as if it came now. */
export function requeueLocks(input: RequeueInput, row: TransactionRow | null): readonly LockName[] {
  return [
    requestLock(input.requestId),
    ...(row === null ? [] : transactionLock({ ...row, id: row.referenceId })),
  ];
}

function identityLock(
  named: Pick<TransactionRow, 'terminalId' | 'reference' | 'transactionId'>,
): readonly LockName[] {
  return transactionLock({ ...named, id: named.transactionId });
}

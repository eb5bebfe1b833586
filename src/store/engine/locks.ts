/**
 * Name of something that an operation touches. Operations that share a name run one after another, on all nodes. Rows that one of
 * them reads stay unchanged until its commit. A database with one writer gives that for nothing. One with several takes the names
 * as locks, all of a commit at once and in one order, to avoid deadlocks.
 */
export type LockName = string;

/**
 * Lock of the event log, which each event takes when it is appended. Readers see events in the order of their sequences only if no two
 * commits assign them at once. An operation that mostly appends one names it too: it then waits without a connection.
 */
export const EVENT_LOG: LockName = 'event log';

/** Lock of every process that deletes old events, or makes deliveries of old events due. */
export const OLD_EVENTS: LockName = 'old events';

/** Lock of terminals, wallets, keys and programmes, which change seldom. */
export const DIRECTORY: LockName = 'directory';

/** Lock of the facts that the store keeps about itself. */
export const METADATA_LOCK: LockName = 'facts';

/** Lock of every change that appends to the audit log. */
export const AUDIT_LOG: LockName = 'audit log';

export const requestLock = (requestId: string): LockName => `request ${requestId}`;

export const cardLock = (cardId: number): LockName => `card ${String(cardId)}`;

export const tokenLock = (programme: string, tokenReference: string): LockName =>
  `token ${JSON.stringify([programme, tokenReference])}`;

export const endpointLock = (endpointId: string): LockName => `endpoint ${endpointId}`;

/**
 * Returns the lock of the transactions with this name; operations that reverse them name it too. It omits the date, because a
 * reversal may name a near one. Returns none where the transaction has no id of its own.
 */
export function transactionLock(named: {
  readonly terminalId: string;
  readonly reference: string;
  readonly id: string | null;
}): readonly LockName[] {
  const { terminalId, reference, id } = named;
  return id === null ? [] : [`transaction ${JSON.stringify([terminalId, reference, id])}`];
}

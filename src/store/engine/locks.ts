/**
 * What an operation touches, by name. Operations that name the same thing run one after another, whichever node they were
 * submitted to: what one of them looks at stays so until its commit. A database with one writer gives that for nothing; one with
 * several takes the names as locks, all of a commit at once and in one order, so that no two commits wait for each other.
 */
export type LockName = string;

/**
 * Taken by every operation that appends an event: readers see events in the order of their sequences only if no two commits assign
 * them at once. `submitAppending` of the commit queue names it, and hands the operation an EventLogLock.
 */
export const EVENT_LOG: LockName = 'event log';

declare const HELD: unique symbol;

/**
 * Shows that an operation was submitted with EVENT_LOG among its locks. Appending an event asks for one, and only the commit queue makes
 * it, so that an operation that forgets the lock does not compile.
 */
export interface EventLogLock {
  readonly [HELD]: true;
}

/** Terminals, wallets, keys and programmes: they change seldom. */
export const DIRECTORY: LockName = 'directory';

/** What the store knows about itself. */
export const METADATA_LOCK: LockName = 'facts';

/** Whoever counts the ledger. */
export const LEDGER_COUNTS: LockName = 'ledger counts';

export const requestLock = (requestId: string): LockName => `request ${requestId}`;

export const cardLock = (cardId: number): LockName => `card ${String(cardId)}`;

export const tokenLock = (programme: string, tokenReference: string): LockName =>
  `token ${JSON.stringify([programme, tokenReference])}`;

export const endpointLock = (endpointId: string): LockName => `endpoint ${endpointId}`;

/**
 * The transactions that are called so; those that reverse them name them too. Without the date: a reversal may name one that is near
 * its own. None where it has no name of its own.
 */
export function transactionLock(named: {
  readonly terminalId: string;
  readonly reference: string;
  readonly id: string | null;
}): readonly LockName[] {
  const { terminalId, reference, id } = named;
  return id === null ? [] : [`transaction ${JSON.stringify([terminalId, reference, id])}`];
}

/** Requests that one checksum fits. */
export function checksumLock(input: { readonly terminalId: string; readonly checksum: string }): LockName {
  return `checksum ${input.checksum} ${input.terminalId}`;
}

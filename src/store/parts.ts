import type { Actor, AuditEntry } from '../core/access/audit.js';
import type { RandomBytes, Sealer } from '../core/access/seal.js';
import type { Clock } from '../platform/clock.js';
import type { CommitQueue } from './engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from './engine/dialect.js';
import type { LockName } from './engine/locks.js';
import type { Operation, Step } from './engine/operation.js';
import type { StoreSettings } from './settings.js';

/** Access to the opened database, for the parts of the store. */
export interface StoreParts {
  readonly dialect: StoreDialect;
  readonly connection: StoreConnection;
  readonly commits: CommitQueue;
  readonly settings: StoreSettings;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly random: RandomBytes;
  readonly audit: AppendAudit;
  readonly change: Change;
}

/**
 * Adds an entry, in the commit of the change that it records. It is the last step of the change: on PostgreSQL other changes wait
 * from here to the commit.
 */
export type AppendAudit = (entry: WrittenEntry) => Step<void>;

export type WrittenEntry = AuditEntry & { readonly atMs: number };

/** A recorded change; `before` and `after` must hold no secret. */
export interface Done {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  /** Left out where nobody gave one. */
  readonly reason?: string;
  readonly before: unknown;
  readonly after: unknown;
}

export type Record = (done: Done) => void;

/** Runs a change as one commit, with the entries that it records. */
export type Change = <T>(
  operation: (record: Record, nowMs: number) => Operation<T>,
  locks?: readonly LockName[],
) => Promise<T>;

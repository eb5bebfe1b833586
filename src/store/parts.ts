import type { AuditEntry } from '../core/access/audit.js';
import type { RandomBytes, Sealer } from '../core/access/seal.js';
import type { Change } from './access/audit.js';
import type { Clock } from '../platform/clock.js';
import type { CommitQueue } from './engine/commit-queue.js';
import type { StoreConnection, StoreDialect } from './engine/dialect.js';
import type { Step } from './engine/operation.js';
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

import type { Generated } from 'kysely';
import type { ApprovalState } from '../../core/access/approval.js';
import type { Permission, StaffRole } from '../../core/access/permissions.js';
import type { ErrorCode } from '../../platform/errors.js';
import type { DocumentPolicy, Role } from '../../use-cases/directory/directory-port.js';
import type { Channel } from '../../use-cases/transactions/ledger-port.js';

export interface ApiKeysTable {
  key_id: string;
  key_hash: string;
  role: Role;
  programme: string | null;
  /** JSON list. */
  terminal_ids: string | null;
  expires_at_ms: number | null;
  is_disabled: number;
  created_at_ms: number | null;
  last_used_at_ms: number | null;
  documents: Generated<DocumentPolicy>;
}

export interface RefusedCallsTable {
  sequence: Generated<number>;
  fold_key: string;
  channel: Channel;
  code: ErrorCode;
  field: string | null;
  reason: string;
  terminal_id: string | null;
  programme: string | null;
  key_id: string | null;
  address: string | null;
  first_at_ms: number;
  last_at_ms: number;
  count: number;
}

/** Sessions of the console that have not ended. Times are of the database's clock. */
export interface ConsoleSessionsTable {
  /** SHA-256 of the cookie, in hex. */
  session_hash: string;
  /** Id of the key, or the name of the person as in the audit log. */
  key_id: string;
  created_at_ms: number;
  last_active_at_ms: number;
  ends_at_ms: number;
  address: string | null;
  /** Role of the person. Null for a session of a key. */
  role: StaffRole | null;
}

/** Times are of the database's clock. */
export interface ApprovalsTable {
  sequence: Generated<number>;
  approval_id: string;
  /** Never `expired`: that follows from the time. */
  state: ApprovalState;
  permission: Permission;
  field: string;
  /** JSON, without secrets. */
  arguments: string;
  /** Keyed hash over the person, the field and the arguments. */
  request_hash: string;
  asked_by: string;
  asked_at_ms: number;
  expires_at_ms: number;
  decided_by: string | null;
  decided_at_ms: number | null;
  reason: string;
  used_at_ms: number | null;
}

/** A hash chain (core/access/audit). */
export interface AuditLogTable {
  /** Given by the program, without a gap. */
  sequence: number;
  entry_id: string;
  at_ms: number;
  actor: string;
  action: string;
  subject: string;
  reason: string;
  before: string;
  after: string;
  hash: string;
}

/** Sign-ins at the OpenID provider that have begun. The database keeps the SHA-256 of their state. */
export interface BegunSignInsTable {
  state_hash: string;
  expires_at_ms: number;
}

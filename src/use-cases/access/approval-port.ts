import type { ApprovalState } from '../../core/access/approval.js';
import type { Permission } from '../../core/access/permissions.js';
import type { Page, PageRequest } from '../paging.js';

/** Change that a second person approves. */
export interface GuardedChange {
  /** Permission that the approver needs too. */
  readonly permission: Permission;
  /** GraphQL field of the change. */
  readonly field: string;
  /** JSON text: the arguments, without secrets. */
  readonly arguments: string;
}

export interface ApprovalRow extends GuardedChange {
  readonly sequence: number;
  readonly approvalId: string;
  readonly state: ApprovalState;
  readonly askedBy: string;
  readonly askedAtMs: number;
  readonly expiresAtMs: number;
  /** Null until somebody decides. */
  readonly decidedBy: string | null;
  readonly decidedAtMs: number | null;
  /** Reason of the decision. Empty where nobody gave one. */
  readonly reason: string;
  readonly usedAtMs: number | null;
}

export interface ApprovalQuestion extends GuardedChange {
  readonly askedBy: string;
  /** Keyed hash over the person, the field and all arguments: it finds the question again. */
  readonly requestHash: string;
  readonly lifetimeMs: number;
  /** Maximum number of open questions of one actor. */
  readonly openMax: number;
}

export type Asked =
  { readonly kind: 'pending' | 'approved'; readonly approvalId: string } | { readonly kind: 'too_many' };

export interface ApprovalFilter {
  readonly state?: ApprovalState;
  readonly permissions: readonly Permission[];
}

/** Store of approvals. Each step is one commit with an audit entry; that of the change uses an approval up. Times are of the database's clock. Errors: UNAVAILABLE. */
export interface ApprovalStore {
  /** Finds the open question of this hash, or asks it. */
  ask(question: ApprovalQuestion): Promise<Asked>;
  find(approvalId: string): Promise<ApprovalRow | null>;
  /** Approves a pending question, or rejects a pending or approved one. Null: it is in another state, or there is none. */
  decide(args: {
    readonly approvalId: string;
    readonly decision: 'approved' | 'rejected';
    readonly actor: string;
    readonly reason: string;
  }): Promise<ApprovalRow | null>;
  /** Newest first. */
  list(page: PageRequest<ApprovalFilter>): Promise<Page<ApprovalRow>>;
}

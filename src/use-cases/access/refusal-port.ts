import type { CardwayError, ErrorCode } from '../../platform/errors.js';
import type { Page, PageRequest } from '../paging.js';
import type { Channel } from '../transactions/ledger-port.js';

/** Refusal as an interface knows it. The receiver of the request adds the caller's address. */
export interface Refused {
  readonly channel: Channel;
  readonly error: CardwayError;
}

/** Call that was refused before it was saved. Its own statements are claims, not facts. */
export interface RefusedCall extends Refused {
  readonly address: string | undefined;
  /** Id of the HTTP request, for the log. */
  readonly httpRequestId?: string | undefined;
  /** True where the caller got a resultCode (-4, -29 or -3) and no error. Left out, it got the error. */
  readonly isDecline?: boolean | undefined;
}

/** Receiver of refused calls. It never throws, and never waits. */
export type NoteRefused = (refused: RefusedCall) => void;

/** Common fields of similar refused calls. Texts of callers are ids or lengths. Null means unknown. */
export interface RefusalKind {
  readonly channel: Channel;
  readonly code: ErrorCode;
  readonly field: string | null;
  /** Reason for operators: the proof that failed, or the sentence that the caller got. */
  readonly reason: string;
  /** Terminal id that the caller claims. */
  readonly terminalId: string | null;
  readonly programme: string | null;
  readonly keyId: string | null;
  readonly address: string | null;
}

/** The last of similar refused calls names these. Null means unknown, or no id. */
export interface RefusalRecord extends RefusalKind {
  readonly method: string | null;
  readonly reference: string | null;
  readonly amount: number | null;
  readonly requestId: string | null;
  readonly httpRequestId: string | null;
}

export interface StoredRefusal extends Omit<RefusalCount, 'foldKey'> {
  readonly sequence: number;
}

/** Values that an entry must have, and a time at which calls of it came. */
export type RefusalFilter = {
  readonly [Name in Exclude<keyof RefusalRecord, 'field' | 'reason'>]?: NonNullable<RefusalRecord[Name]>;
} & { readonly fromMs?: number; readonly toMs?: number };

/** Count to add to an entry, or to begin one with. */
export interface RefusalCount extends RefusalRecord {
  /** Key that all calls of one entry share. */
  readonly foldKey: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly count: number;
}

export interface RefusalStore {
  /** Adds to the entries with these keys, creates missing ones, and deletes the oldest beyond the limit. Errors: UNAVAILABLE. */
  add(counts: readonly RefusalCount[]): Promise<void>;
  /** Lists refusals, newest first. Errors: UNAVAILABLE. */
  list(page: PageRequest<RefusalFilter>): Promise<Page<StoredRefusal>>;
}

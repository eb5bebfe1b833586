import type { CardwayError, ErrorCode } from '../../platform/errors.js';
import type { Page, PageRequest } from '../paging.js';
import type { Channel } from '../transactions/ledger-port.js';

/** A refusal as an interface knows it. Whoever received the request adds where it came from. */
export interface Refused {
  readonly channel: Channel;
  readonly error: CardwayError;
}

/** A call that was refused before it was saved. What it says of itself is a claim. */
export interface RefusedCall extends Refused {
  readonly address: string | undefined;
  /** Of the HTTP request, for the log. */
  readonly httpRequestId?: string | undefined;
}

/** What is kept of refused calls that are alike. Texts are masked, of 64 characters at most, and null where nothing is known. */
export interface RefusalRecord {
  readonly channel: Channel;
  readonly code: ErrorCode;
  readonly field: string | null;
  /** For operators: which proof failed, or the sentence that the caller heard. */
  readonly reason: string;
  /** As the caller claims it. */
  readonly terminalId: string | null;
  readonly programme: string | null;
  readonly keyId: string | null;
  readonly address: string | null;
}

export interface StoredRefusal extends RefusalRecord {
  readonly sequence: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly count: number;
}

export interface RefusalFilter {
  readonly code?: ErrorCode;
  readonly channel?: Channel;
  readonly terminalId?: string;
  readonly programme?: string;
  readonly keyId?: string;
  readonly address?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** More of what is known already, or the first of a kind. */
export interface RefusalCount extends RefusalRecord {
  /** The same for calls that are folded into one entry. */
  readonly foldKey: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly count: number;
}

export interface RefusalStore {
  /** Adds to the entries with these keys, makes those that are not there, and forgets the oldest beyond what is kept. Errors: UNAVAILABLE. */
  add(counts: readonly RefusalCount[]): Promise<void>;
  /** Newest first. Errors: UNAVAILABLE. */
  list(page: PageRequest<RefusalFilter>): Promise<Page<StoredRefusal>>;
}

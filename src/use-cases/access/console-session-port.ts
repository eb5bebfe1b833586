import type { StaffRole } from '../../core/access/permissions.js';
import type { SessionTimes } from '../../core/access/console-session.js';
import type { ApiKey, Unusable } from '../directory/directory-port.js';

/** Session as it is stored, with its key as it is now. */
export interface FoundSession extends SessionTimes {
  readonly keyId: string;
  readonly key: ApiKey | Unusable;
  /** False for a session of a key. */
  readonly isOfPerson: boolean;
  /** Present time by the clock of the database. */
  readonly nowMs: number;
}

/**
 * Store of console sessions. Only the browser has the token of a session; the store has its hash. Beginning and end of a session
 * are commits with an audit entry. Nothing is cached: an end counts at once on every node. Errors: UNAVAILABLE.
 */
export interface ConsoleSessionStore {
  /** Begins a session and returns its token, which is never returned again. The oldest sessions of the key give way. */
  begin(args: {
    /** Id of the key, or the name of the person as in the audit log. */
    readonly keyId: string;
    /** Role of the person. Left out for a key. */
    readonly role?: StaffRole;
    readonly address: string;
    readonly maxMs: number;
    /** Maximum number of sessions of the key, this one included. */
    readonly countMax: number;
  }): Promise<string>;
  /** Returns null for a token of no session. The session may have ended by its times. */
  find(token: string): Promise<FoundSession | null>;
  /** Notes that the operator was active now, unless this was noted less than `everyMs` ago. */
  noteActivity(args: { readonly token: string; readonly everyMs: number }): Promise<void>;
  /** Ends a session, by its operator or for a reason. Does nothing where there is none. */
  end(token: string, reason?: string): Promise<void>;
  /** Deletes sessions that have ended by their times or with their key. Returns whether more may be left. */
  endOverdue(args: { readonly idleMs: number }): Promise<boolean>;
}

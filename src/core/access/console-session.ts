import { createHash } from 'node:crypto';

/** Times of a console session, by the clock of the database. */
export interface SessionTimes {
  readonly lastActiveAtMs: number;
  /** The latest end of the session, whatever its operator does. */
  readonly endsAtMs: number;
}

/** Random bytes of a session token. Nobody can guess one. */
export const SESSION_TOKEN_BYTES = 32;

/** Returns whether a text has the form of a session token: base64url of 32 bytes. */
export function isSessionToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * Returns the hash under which a session is stored. It needs no key and no slow function, because the token is random. The time
 * of a look-up may reveal something of a stored hash. The hash reveals nothing of the token.
 */
export function sessionHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns why a session has ended; null while it goes on. */
export function sessionEnd(session: SessionTimes, idleMs: number, nowMs: number): 'idle' | 'limit' | null {
  if (nowMs >= session.endsAtMs) return 'limit';
  // A clock that was set back must not prolong a session.
  return Math.abs(nowMs - session.lastActiveAtMs) >= idleMs ? 'idle' : null;
}

/** Returns when a session ends if its operator does nothing more. */
export function idleEndMs({ lastActiveAtMs, endsAtMs }: SessionTimes, idleMs: number): number {
  return Math.min(lastActiveAtMs + idleMs, endsAtMs);
}

import { createContext, useContext } from 'react';
import type { OperatorSessionQuery } from '../../../src/cli/generated/operations.js';

export interface Session {
  readonly about: OperatorSessionQuery['operatorSession'];
  /** Ends the session, here and in every other tab. */
  readonly signOut: () => void;
  /** Asks for a key again, because the gateway has ended the session. The address stays. */
  readonly expire: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns who is signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
}

const STORED = 'cardway-session';

/**
 * Note of this browser that a session is open. It is no key: the cookie is, and no script can read it. With the note, a new tab
 * asks for the session at once, and every tab sees the sign-out of another.
 */
export const sessionNote = {
  exists: (): boolean => localStorage.getItem(STORED) !== null,
  write: (): void => localStorage.setItem(STORED, 'open'),
  remove: (): void => localStorage.removeItem(STORED),
  /** Calls the listener when another tab signs in or out. Returns a function that stops this. */
  onChange(listener: (exists: boolean) => void): () => void {
    const changed = ({ key, newValue }: StorageEvent): void => {
      if (key === STORED) listener(newValue !== null);
    };
    addEventListener('storage', changed);
    return () => removeEventListener('storage', changed);
  },
};

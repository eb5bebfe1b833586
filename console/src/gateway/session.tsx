import { createContext, useContext } from 'react';
import type { OperatorSessionQuery } from '../../../src/generated/operations.js';

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

/** State of the session, as this browser knows it: `ended` by the gateway, or null after a sign-out. */
type SessionNote = 'open' | 'ended' | null;

/**
 * Note of this browser about the session. It is no key: the cookie is, and no script can read it. With the note, a new tab asks
 * for the session at once, and every tab sees the sign-out of another, or the end of the session, and says so.
 */
export const sessionNote = {
  isOpen: (): boolean => localStorage.getItem(STORED) === 'open',
  write(note: SessionNote): void {
    if (note === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, note);
  },
  /** Calls the listener when another tab changes the note. Returns a function that stops this. */
  onChange(listener: (note: SessionNote) => void): () => void {
    const changed = ({ key, newValue }: StorageEvent): void => {
      if (key === STORED) listener(newValue === 'open' || newValue === 'ended' ? newValue : null);
    };
    addEventListener('storage', changed);
    return () => removeEventListener('storage', changed);
  },
};

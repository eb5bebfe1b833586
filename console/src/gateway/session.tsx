import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { OperatorSessionQuery, Permission } from '../../../src/generated/operations.js';

export interface Session {
  readonly about: OperatorSessionQuery['operatorSession'];
  /** Ends the session, here and in every other tab. */
  readonly signOut: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns who is signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
}

/** Shows its content to people whose role has the permission. The gateway checks it again. */
export function Allowed({
  permission,
  children,
}: {
  readonly permission: Permission;
  readonly children: ReactNode;
}): ReactNode {
  return useMay(permission) ? children : null;
}

/** Returns whether the role of the person has the permission. */
export function useMay(permission: Permission): boolean {
  return useSession().about.permissions.includes(permission);
}

const STORED = 'cardway-session';

/**
 * Note of this browser about the session: `ended` by the gateway, or null after a sign-out. It is no key: the cookie is, and no
 * script can read it. With the note, a new tab asks for the session at once, and every tab sees the sign-out of another, or the
 * end of the session, and says so.
 */
export function noteSession(note: 'open' | 'ended' | null): void {
  if (note === null) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, note);
  dispatchEvent(new StorageEvent('storage', { key: STORED }));
}

export function sessionIsNoted(): boolean {
  return localStorage.getItem(STORED) === 'open';
}

/** Returns the note, and draws again when this tab or another changes it. */
export function useSessionNote(): string | null {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
    () => localStorage.getItem(STORED),
  );
}

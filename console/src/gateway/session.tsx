import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { createContext, useContext } from 'react';
import type { OperatorSessionQuery } from '../../../src/cli/generated/operations.js';

export type Ask = <Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
) => Promise<Result>;

export interface Session {
  /** The operator's key. */
  readonly key: string;
  readonly about: OperatorSessionQuery['operatorSession'];
  readonly ask: Ask;
  readonly signOut: (why?: string) => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no session here.');
  return session;
}

const STORED_KEY = 'cardway-operator-key';

/** Storage of the key. It lives as long as the tab, and no other tab has it. */
export const storedKey = {
  read: (): string | null => sessionStorage.getItem(STORED_KEY),
  write: (key: string): void => sessionStorage.setItem(STORED_KEY, key),
  invalidate: (): void => sessionStorage.removeItem(STORED_KEY),
};

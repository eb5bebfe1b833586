import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { OperatorSessionDocument } from '../../src/cli/generated/operations.js';
import { Frame } from './frame.js';
import { ask, GatewayError } from './gateway/ask.js';
import { type Session, SessionContext, storedKey } from './gateway/session.js';
import { SignIn } from './sign-in.js';

/** Shows the sign-in until a key is accepted, and then the pages. */
export function Console(): ReactNode {
  const [signedIn, setSignedIn] = useState<Pick<Session, 'key' | 'about'> | null>(null);
  const [message, setMessage] = useState<string | null>(null);

  const signOut = useCallback((why?: string) => {
    storedKey.invalidate();
    setMessage(why ?? null);
    setSignedIn(null);
  }, []);
  const signIn = useCallback(async (key: string) => {
    const { operatorSession } = await ask(key, OperatorSessionDocument, {});
    storedKey.write(key);
    setMessage(null);
    setSignedIn({ key, about: operatorSession });
  }, []);

  const session = useMemo<Session | null>(
    () =>
      signedIn === null
        ? null
        : {
            ...signedIn,
            signOut,
            ask: (document, variables, signal) => ask(signedIn.key, document, variables, signal),
          },
    [signedIn, signOut],
  );
  const queries = useMemo(() => (session === null ? null : queriesOf(session)), [session]);

  if (session === null || queries === null) return <SignIn message={message} signIn={signIn} />;
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <Router base="/console">
          <Frame />
        </Router>
      </QueryClientProvider>
    </SessionContext>
  );
}

const RETRIES = 3;

/** Creates the queries' client. An unknown key leads back to the sign-in; temporary failures are tried again. */
function queriesOf({ signOut }: Session): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof GatewayError && error.code === 'UNAUTHENTICATED')
          signOut('The gateway does not know this key any more.');
      },
    }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        staleTime: 2000,
        retry: (failures, error) =>
          failures < RETRIES &&
          error instanceof GatewayError &&
          (error.code === 'UNREACHABLE' || error.code === 'UNAVAILABLE'),
      },
    },
  });
}

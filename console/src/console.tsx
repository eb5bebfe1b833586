import { useDidUpdate } from '@mantine/hooks';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { OperatorSessionDocument } from '../../src/generated/operations.js';
import { ask, closeSession, openSession } from './gateway/ask.js';
import { isEnded, isTemporary } from './gateway/gateway-error.js';
import { noteSession, SessionContext, sessionIsNoted, useSessionNote } from './gateway/session.js';
import { useSilence } from './gateway/silence.js';
import { later } from './parts/later.js';
import { Failure, Loading } from './parts/page.js';
import { SIGN_IN_HOST, takeProblem } from './provider.js';
import { useAddress, useAddressSearch } from './shell/browser-address.js';
import { Shell } from './shell/shell.js';

/** Most visits have a session. */
const SignIn = later(() => import('./sign-in.js'), 'SignIn');

const RETRIES = 3;
/** Interval at which queries are tried again that would not be repeated otherwise. */
const RETRY_MS = 5000;

/** Where the gateway has ended the session, every tab asks for the next one. A browser without a note had none. */
function onError(error: unknown): void {
  if (isEnded(error) && sessionIsNoted()) noteSession('ended');
}

/** Temporary failures of queries are tried again. */
const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // A browser without a network says that at once. Its library would wait, and send a change when nobody expects it any more.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      staleTime: 2000,
      retry: (failures, error) => failures < RETRIES && isTemporary(error),
      refetchInterval: ({ state }) => (isTemporary(state.error) ? RETRY_MS : false),
    },
  },
});

export function Console(): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <Gate />
    </QueryClientProvider>
  );
}

/** Asks who is signed in. A session of this browser is resumed, also by another tab, and after a sign-in at a provider. */
async function resume() {
  const { operatorSession } = await ask(OperatorSessionDocument, {});
  noteSession('open');
  return operatorSession;
}

/** Shows the sign-in until a session is open, and then the pages. */
function Gate(): ReactNode {
  const note = useSessionNote();
  const silence = useSilence();
  const [message, setMessage] = useState(takeProblem);
  // A provider leads back with a cookie, of which this browser has no note yet.
  const [isBack, setBack] = useState(SIGN_IN_HOST !== '');
  const mayBeOpen = note === 'open' || (note === null && isBack);
  const { data, error, failureReason } = useQuery({
    queryKey: [OperatorSessionDocument],
    queryFn: resume,
    enabled: mayBeOpen,
    staleTime: Infinity,
  });
  // The next person sees nothing that this one has read.
  useDidUpdate(() => {
    if (note !== 'open') queries.clear();
  }, [note]);
  const about = note === 'open' ? data : undefined;
  const session = useMemo(
    () =>
      about && {
        about,
        signOut() {
          const leave = (why: string | null): void => {
            setBack(false);
            setMessage(why);
            noteSession(null);
          };
          void closeSession().then(
            () => leave(null),
            () => leave('The gateway could not be reached: the session there ends by itself.'),
          );
        },
      },
    [about],
  );
  const signIn = async (key: string): Promise<void> => {
    await openSession(key);
    setMessage(null);
    noteSession('open');
  };

  if (session !== undefined)
    return (
      <SessionContext value={session}>
        <Router base="/console" hook={useAddress} searchHook={useAddressSearch}>
          <Shell />
        </Router>
      </SessionContext>
    );
  const why = failureReason ?? silence;
  if (mayBeOpen && (error === null || isTemporary(error)))
    return <Frame>{why !== null && <Failure error={why} retry={() => location.reload()} />}</Frame>;
  const ended = note === 'ended' ? 'Your session has ended. Sign in to go on where you were.' : null;
  return (
    <Suspense fallback={<Frame />}>
      <SignIn
        message={message ?? ended ?? (isEnded(error) ? null : (error?.message ?? null))}
        signIn={signIn}
      />
    </Suspense>
  );
}

/** Shows the frame of the page at once, also on a slow network. The page begins with the same one, before any script is loaded. */
function Frame({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <main className="frame">
      <p className="brand">Cardway</p>
      {children}
      <Loading />
    </main>
  );
}

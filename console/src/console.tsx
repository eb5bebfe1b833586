import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { OperatorSessionDocument } from '../../src/generated/operations.js';
import { ask, closeSession, openSession } from './gateway/ask.js';
import { isEnded, isTemporary } from './gateway/gateway-error.js';
import { later } from './parts/later.js';
import { Failure, Loading } from './parts/notice.js';
import { useSilence } from './gateway/silence.js';
import { type Session, SessionContext, sessionNote } from './gateway/session.js';
import { SIGN_IN_HOST, takeProblem } from './provider.js';
import { useAddress, useAddressSearch } from './shell/browser-address.js';
import { Shell } from './shell/shell.js';

/** Most visits have a session. */
const SignIn = later(() => import('./sign-in.js'), 'SignIn');

type About = Session['about'];

const ENDED = 'Your session has ended. Sign in to go on where you were.';

/** Shows the sign-in until a session is open, and then the pages. */
export function Console(): ReactNode {
  const [about, setAbout] = useState<About | null>(null);
  const [problem] = useState(takeProblem);
  const [message, setMessage] = useState(problem);

  const leave = useCallback((why: string | null) => {
    sessionNote.write(why === ENDED ? 'ended' : null);
    setMessage(why);
    setAbout(null);
  }, []);
  const resume = useCallback(async () => {
    const { operatorSession } = await ask(OperatorSessionDocument, {});
    sessionNote.write('open');
    setMessage(null);
    setAbout(operatorSession);
  }, []);
  const signIn = useCallback(
    async (key: string) => {
      await openSession(key);
      await resume();
    },
    [resume],
  );

  const { isResuming, trouble } = useResumption({ resume, leave, setMessage, problem });
  const silence = useSilence();
  const why = trouble ?? silence;

  const session = useMemo<Session | null>(
    () =>
      about === null
        ? null
        : {
            about,
            expire: () => leave(ENDED),
            signOut() {
              void closeSession().then(
                () => leave(null),
                () => leave('The gateway could not be reached: the session there ends by itself.'),
              );
            },
          },
    [about, leave],
  );
  const queries = useMemo(() => (session === null ? null : queriesOf(session)), [session]);

  if (session === null || queries === null)
    return isResuming ? (
      <Frame>{why !== null && <Failure error={why} retry={() => location.reload()} />}</Frame>
    ) : (
      <Suspense fallback={<Frame />}>
        <SignIn message={message} signIn={signIn} />
      </Suspense>
    );
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <Router base="/console" hook={useAddress} searchHook={useAddressSearch}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </SessionContext>
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

/**
 * Takes up the session of an earlier page or of another tab. While the gateway cannot say who is signed in, it asks again, and
 * returns why.
 */
function useResumption({
  resume,
  leave,
  setMessage,
  problem,
}: {
  readonly resume: () => Promise<void>;
  readonly leave: (why: string | null) => void;
  readonly setMessage: (message: string | null) => void;
  readonly problem: string | null;
}): { readonly isResuming: boolean; readonly trouble: unknown } {
  const [isResuming, setResuming] = useState(mayHaveSession);
  const [trouble, setTrouble] = useState<unknown>(null);
  useEffect(() => {
    let waiting: number | undefined;
    const attempt = async (): Promise<void> => {
      window.clearTimeout(waiting);
      setResuming(true);
      const failure: unknown = await resume().then(
        () => null,
        (error: unknown) => error,
      );
      const isBrief = isTemporary(failure);
      if (isBrief) waiting = window.setTimeout(() => void attempt(), RETRY_MS);
      else if (isEnded(failure)) {
        // Without a note there was no session of this browser, and a message of the sign-in stays.
        if (sessionNote.isOpen()) leave(problem ?? ENDED);
      } else if (failure !== null) setMessage(failure instanceof Error ? failure.message : null);
      setTrouble(isBrief ? failure : null);
      setResuming(isBrief);
    };
    if (mayHaveSession()) void attempt();
    const stop = sessionNote.onChange((note) => {
      if (note === 'open') void attempt();
      else leave(note === 'ended' ? ENDED : null);
    });
    return () => {
      window.clearTimeout(waiting);
      stop();
    };
  }, [resume, leave, setMessage, problem]);
  return { isResuming, trouble };
}

/** A provider leads back with a cookie, of which this browser has no note yet. */
function mayHaveSession(): boolean {
  return sessionNote.isOpen() || SIGN_IN_HOST !== '';
}

const RETRIES = 3;
/** Interval at which queries are tried again that would not be repeated otherwise. */
const RETRY_MS = 5000;

/** Creates the queries' client. An ended session leads back to the sign-in; temporary failures are tried again. */
function queriesOf({ expire }: Session): QueryClient {
  const onError = (error: unknown): void => {
    if (isEnded(error)) expire();
  };
  return new QueryClient({
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
}

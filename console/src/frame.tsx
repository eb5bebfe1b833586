import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { StatsDocument } from '../../src/cli/generated/operations.js';
import { useAnswer } from './gateway/asking.js';
import { useSession } from './gateway/session.js';
import { KeyboardHelp, useShortcuts } from './keyboard.js';
import { DirectoryPage } from './pages/directory/directory-page.js';
import { RefusedPage } from './pages/refused/refused-page.js';
import { EventPage } from './pages/events/event-page.js';
import { EventsPage } from './pages/events/events-page.js';
import { LivePage } from './pages/live/live-page.js';
import { AttemptPage } from './pages/provisioning/attempt-page.js';
import { ProvisioningPage } from './pages/provisioning/provisioning-page.js';
import { TransactionPage } from './pages/transaction/transaction-page.js';
import { TryItPage } from './pages/try-it/try-it-page.js';
import { formatCount } from './parts/amount.js';
import { Mark } from './parts/mark.js';
import { Empty } from './parts/notice.js';
import { ThemeSwitch } from './parts/theme-switch.js';
import { useTitle } from './parts/title.js';
import { NAVIGATION } from './places.js';

/** Shows the frame of every page: navigation, open doubts and the signed-in key. */
export function Frame(): ReactNode {
  const { about, signOut } = useSession();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts({ onHelp: () => setHelpOpen(true) });
  useFocusOnArrival();
  return (
    <>
      <a className="skip" href="#main">
        To the page
      </a>
      <header className="top">
        <Link href="/live" className="brand">
          <Mark /> Cardway
        </Link>
        <nav aria-label="Pages">
          <ul>
            {NAVIGATION.map(([href, name]) => (
              <li key={href}>
                <NavigationLink href={href} name={name} />
              </li>
            ))}
          </ul>
        </nav>
        <Doubts />
        {about.sandbox && <span className="badge quiet">sandbox</span>}
      </header>
      <main id="main" tabIndex={-1}>
        <Switch>
          <Route path="/live" component={LivePage} />
          <Route path="/transactions/:requestId">
            {({ requestId }) => <TransactionPage requestId={decodeURIComponent(requestId)} />}
          </Route>
          <Route path="/provisioning" component={ProvisioningPage} />
          <Route path="/provisioning/:attemptId">
            {({ attemptId }) => <AttemptPage attemptId={decodeURIComponent(attemptId)} />}
          </Route>
          <Route path="/events/log/:eventId">{({ eventId }) => <EventPage eventId={eventId} />}</Route>
          <Route path="/events/:list?">{({ list }) => <EventsPage list={list ?? 'log'} />}</Route>
          <Route path="/refused" component={RefusedPage} />
          <Route path="/directory/:list?">{({ list }) => <DirectoryPage list={list ?? 'terminals'} />}</Route>
          <Route path="/try-it" component={TryItPage} />
          <Route path="/">
            <Redirect to="/live" replace />
          </Route>
          <Route>
            <Nowhere />
          </Route>
        </Switch>
      </main>
      <footer className="bottom">
        <span className="muted">
          Cardway {about.version} · key <code>{about.keyId}</code>
        </span>
        <ThemeSwitch />
        <button type="button" onClick={() => setHelpOpen(true)}>
          Keyboard
        </button>
        <button type="button" onClick={() => signOut()}>
          Sign out
        </button>
      </footer>
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}

/** Moves the focus to the start of each new page, for users of a keyboard or a screen reader. */
function useFocusOnArrival(): void {
  const [path] = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}

function NavigationLink({ href, name }: { readonly href: string; readonly name: string }): ReactNode {
  const [path] = useLocation();
  const isHere =
    path === href || path.startsWith(`${href}/`) || (href === '/live' && path.startsWith('/transactions/'));
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined}>
      {name}
    </Link>
  );
}

const DOUBTS_MS = 5000;

/** Shows transactions with an unknown outcome on every page. */
function Doubts(): ReactNode {
  const stats = useAnswer('stats', StatsDocument, { span: 'MINUTES_15' as const }, { everyMs: DOUBTS_MS });
  const open = stats.data?.stats.openNow;
  if (open === undefined) return null;
  const links = [
    ['in_doubt', 'in doubt', open.inDoubt],
    ['contradicted', 'contradicted', open.contradicted],
  ] as const;
  return (
    <div className="doubts" role="status">
      {links
        .filter(([, , count]) => count > 0)
        .map(([state, name, count]) => (
          <Link key={state} href={`/live?state=${state}`} className="badge doubt strong">
            {formatCount(count)} {name}
          </Link>
        ))}
    </div>
  );
}

function Nowhere(): ReactNode {
  useTitle('Nothing here');
  return (
    <>
      <h1>Nothing here</h1>
      <Empty title="There is no such page.">
        <Link href="/live">To the live transactions</Link>
      </Empty>
    </>
  );
}

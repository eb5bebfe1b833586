import type { ReactNode } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { useSession } from '../gateway/session.js';
import { LivePage } from '../pages/live/live-page.js';
import { later } from '../parts/later.js';
import { Empty } from '../parts/notice.js';
import { Page } from '../parts/page.js';
import { firstPageOf } from './places.js';

const TransactionsPage = later(
  () => import('../pages/transactions/transactions-page.js'),
  'TransactionsPage',
);
const TransactionPage = later(() => import('../pages/transaction/transaction-page.js'), 'TransactionPage');
const RefusedPage = later(() => import('../pages/refused/refused-page.js'), 'RefusedPage');
const ApprovalsPage = later(() => import('../pages/approvals/approvals-page.js'), 'ApprovalsPage');
const ReconcilePage = later(() => import('../pages/reconcile/reconcile-page.js'), 'ReconcilePage');
const RunbookPage = later(() => import('../pages/runbook/runbook-page.js'), 'RunbookPage');
const ProvisioningPage = later(
  () => import('../pages/provisioning/provisioning-page.js'),
  'ProvisioningPage',
);
const AttemptPage = later(() => import('../pages/provisioning/attempt-page.js'), 'AttemptPage');
const EventsPage = later(() => import('../pages/events/events-page.js'), 'EventsPage');
const DeliveriesPage = later(() => import('../pages/events/deliveries-page.js'), 'DeliveriesPage');
const EndpointsPage = later(() => import('../pages/events/endpoints-page.js'), 'EndpointsPage');
const EventPage = later(() => import('../pages/events/event-page.js'), 'EventPage');
const ProgrammesPage = later(() => import('../pages/directory/programmes-page.js'), 'ProgrammesPage');
const TerminalsPage = later(() => import('../pages/directory/terminals-page.js'), 'TerminalsPage');
const WalletsPage = later(() => import('../pages/directory/wallets-page.js'), 'WalletsPage');
const KeysPage = later(() => import('../pages/directory/keys-page.js'), 'KeysPage');
const AuditPage = later(() => import('../pages/directory/audit-page.js'), 'AuditPage');
const ProgrammePage = later(() => import('../pages/directory/programme-page.js'), 'ProgrammePage');
const TerminalPage = later(() => import('../pages/directory/terminal-page.js'), 'TerminalPage');
const WalletPage = later(() => import('../pages/directory/wallet-page.js'), 'WalletPage');
const CardPage = later(() => import('../pages/directory/card-page.js'), 'CardPage');
const KeyPage = later(() => import('../pages/directory/key-page.js'), 'KeyPage');
const DigitizationsPage = later(
  () => import('../pages/provisioning/digitizations-page.js'),
  'DigitizationsPage',
);

/** Short addresses. */
const MOVED = [
  ['/events', '/events/log'],
  ['/directory', '/directory/terminals'],
  ['/programmes', '/directory/programmes'],
  ['/terminals', '/directory/terminals'],
  ['/wallets', '/directory/wallets'],
  ['/keys', '/directory/keys'],
] as const;

/** Returns the id in an address. One that somebody cut or wrote by hand may be no text in this form. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Stands in place of a page that would ask again and again for what the role may not read. */
function NoRight({ title }: { readonly title: string }): ReactNode {
  const { about } = useSession();
  return (
    <Page title={title}>
      <Empty title="Your role does not allow this.">
        <Link href={firstPageOf(about)}>To the first page</Link>
      </Empty>
    </Page>
  );
}

/** Shows the page of the address. A new page needs one route here, and one line in places.ts. */
export function Pages(): ReactNode {
  const { about } = useSession();
  return (
    <Switch>
      <Route path="/live">
        {about.permissions.includes('MONITOR') ? <LivePage /> : <NoRight title="Live" />}
      </Route>
      <Route path="/transactions" component={TransactionsPage} />
      <Route path="/transactions/:id">
        {({ id }) => <TransactionPage key={id} requestId={decoded(id)} />}
      </Route>
      <Route path="/refused" component={RefusedPage} />
      <Route path="/reconcile" component={ReconcilePage} />
      <Route path="/provisioning" component={ProvisioningPage} />
      <Route path="/provisioning/:id">{({ id }) => <AttemptPage key={id} attemptId={decoded(id)} />}</Route>
      <Route path="/digitizations" component={DigitizationsPage} />
      <Route path="/events/log" component={EventsPage} />
      <Route path="/events/log/:id">{({ id }) => <EventPage key={id} eventId={decoded(id)} />}</Route>
      <Route path="/events/deliveries" component={DeliveriesPage} />
      <Route path="/events/endpoints" component={EndpointsPage} />
      <Route path="/directory/programmes" component={ProgrammesPage} />
      <Route path="/directory/terminals" component={TerminalsPage} />
      <Route path="/directory/wallets" component={WalletsPage} />
      <Route path="/directory/keys" component={KeysPage} />
      <Route path="/directory/audit" component={AuditPage} />
      <Route path="/approvals" component={ApprovalsPage} />
      <Route path="/programmes/:id">{({ id }) => <ProgrammePage key={id} programme={decoded(id)} />}</Route>
      <Route path="/terminals/:id">{({ id }) => <TerminalPage key={id} terminalId={decoded(id)} />}</Route>
      <Route path="/wallets/:id">{({ id }) => <WalletPage key={id} reference={decoded(id)} />}</Route>
      <Route path="/cards/:id">{({ id }) => <CardPage key={id} written={decoded(id)} />}</Route>
      <Route path="/keys/:id">{({ id }) => <KeyPage key={id} keyId={decoded(id)} />}</Route>
      <Route path="/runbook">
        <RunbookPage />
      </Route>
      <Route path="/runbook/:entry">{({ entry }) => <RunbookPage anchor={decoded(entry)} />}</Route>
      <Route path="/">
        <Redirect to={firstPageOf(about)} replace />
      </Route>
      {MOVED.map(([from, to]) => (
        <Route key={from} path={from}>
          <Redirect to={to} replace />
        </Route>
      ))}
      <Route>
        <Page title="Nothing here">
          <Empty title="There is no such page.">
            <Link href={firstPageOf(about)}>To the first page</Link>
          </Empty>
        </Page>
      </Route>
    </Switch>
  );
}

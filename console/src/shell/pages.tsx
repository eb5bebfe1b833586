import type { ComponentType, ReactNode } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { useMay, useSession } from '../gateway/session.js';
import { LivePage } from '../pages/live/live-page.js';
import type { EntityPageProps } from '../parts/entity.js';
import { later } from '../parts/later.js';
import { Empty, Page } from '../parts/page.js';
import { firstPageOf } from '../parts/places.js';

/** Pages by their addresses. A new page needs one line here, and one in places.ts. */
const PAGES: Readonly<Record<string, ComponentType<EntityPageProps>>> = {
  '/live': Live,
  '/transactions': later(() => import('../pages/transactions/transactions-page.js'), 'TransactionsPage'),
  '/refused': later(() => import('../pages/refused/refused-page.js'), 'RefusedPage'),
  '/reconcile': later(() => import('../pages/reconcile/reconcile-page.js'), 'ReconcilePage'),
  '/provisioning': later(() => import('../pages/provisioning/provisioning-page.js'), 'ProvisioningPage'),
  '/digitizations': later(() => import('../pages/provisioning/provisioning-page.js'), 'DigitizationsPage'),
  '/events/log': later(() => import('../pages/events/events-page.js'), 'EventsPage'),
  '/events/deliveries': later(() => import('../pages/events/deliveries-page.js'), 'DeliveriesPage'),
  '/events/endpoints': later(() => import('../pages/events/endpoints-page.js'), 'EndpointsPage'),
  '/directory/programmes': later(() => import('../pages/directory/programmes.js'), 'ProgrammesPage'),
  '/directory/terminals': later(() => import('../pages/directory/terminals.js'), 'TerminalsPage'),
  '/directory/wallets': later(() => import('../pages/directory/wallets.js'), 'WalletsPage'),
  '/directory/keys': later(() => import('../pages/directory/keys.js'), 'KeysPage'),
  '/directory/audit': later(() => import('../pages/directory/audit.js'), 'AuditPage'),
  '/approvals': later(() => import('../pages/approvals/approvals-page.js'), 'ApprovalsPage'),
  '/runbook': later(() => import('../pages/runbook/runbook-page.js'), 'RunbookPage'),
  '/transactions/:id': later(() => import('../pages/transaction/transaction-page.js'), 'TransactionPage'),
  '/provisioning/:id': later(() => import('../pages/provisioning/attempt-page.js'), 'AttemptPage'),
  '/events/log/:id': later(() => import('../pages/events/event-page.js'), 'EventPage'),
  '/endpoints/:id': later(() => import('../pages/events/endpoints-page.js'), 'EndpointPage'),
  '/programmes/:id': later(() => import('../pages/directory/programmes.js'), 'ProgrammePage'),
  '/terminals/:id': later(() => import('../pages/directory/terminals.js'), 'TerminalPage'),
  '/wallets/:id': later(() => import('../pages/directory/wallets.js'), 'WalletPage'),
  '/cards/:id': later(() => import('../pages/directory/wallets.js'), 'CardPage'),
  '/keys/:id': later(() => import('../pages/directory/keys.js'), 'KeyPage'),
  '/runbook/:id': later(() => import('../pages/runbook/runbook-page.js'), 'RunbookPage'),
};

/** Returns the id in an address. One that somebody cut or wrote by hand may be no text in this form. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows the page of the address. */
export function Pages(): ReactNode {
  const { about } = useSession();
  return (
    <Switch>
      {Object.entries(PAGES).map(([path, Content]) => (
        <Route<{ id?: string }> key={path} path={path}>
          {({ id = '' }) => <Content key={id} id={decoded(id)} />}
        </Route>
      ))}
      <Route path="/">
        <Redirect to={firstPageOf(about)} replace />
      </Route>
      <Route>
        <NoPage title="Nothing here" reason="There is no such page." />
      </Route>
    </Switch>
  );
}

/** Shows the live page. It would ask again and again for what the role may not read. */
function Live(): ReactNode {
  return useMay('MONITOR') ? <LivePage /> : <NoPage title="Live" reason="Your role does not allow this." />;
}

function NoPage({ title, reason }: { readonly title: string; readonly reason: string }): ReactNode {
  const { about } = useSession();
  return (
    <Page title={title}>
      <Empty title={reason}>
        <Link href={firstPageOf(about)}>To the first page</Link>
      </Empty>
    </Page>
  );
}

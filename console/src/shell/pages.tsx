import type { ComponentType, ReactNode } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { useMay } from '../gateway/allowed.js';
import { useSession } from '../gateway/session.js';
import { LivePage } from '../pages/live/live-page.js';
import type { EntityPageProps } from '../parts/entity-page.js';
import { later } from '../parts/later.js';
import { Empty } from '../parts/notice.js';
import { Page } from '../parts/page.js';
import { firstPageOf } from './places.js';

const approvals = () => import('../pages/approvals/approvals-page.js');
const attempt = () => import('../pages/provisioning/attempt-page.js');
const audit = () => import('../pages/directory/audit.js');
const deliveries = () => import('../pages/events/deliveries-page.js');
const endpoints = () => import('../pages/events/endpoints-page.js');
const event = () => import('../pages/events/event-page.js');
const events = () => import('../pages/events/events-page.js');
const keys = () => import('../pages/directory/keys.js');
const programmes = () => import('../pages/directory/programmes.js');
const provisioning = () => import('../pages/provisioning/provisioning-page.js');
const reconcile = () => import('../pages/reconcile/reconcile-page.js');
const refused = () => import('../pages/refused/refused-page.js');
const runbook = () => import('../pages/runbook/runbook-page.js');
const terminals = () => import('../pages/directory/terminals.js');
const transaction = () => import('../pages/transaction/transaction-page.js');
const transactions = () => import('../pages/transactions/transactions-page.js');
const wallets = () => import('../pages/directory/wallets.js');

/** Pages by their addresses. A new page needs one line here, and one in places.ts. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  '/live': Live,
  '/transactions': later(async () => (await transactions()).TransactionsPage),
  '/refused': later(async () => (await refused()).RefusedPage),
  '/reconcile': later(async () => (await reconcile()).ReconcilePage),
  '/provisioning': later(async () => (await provisioning()).ProvisioningPage),
  '/digitizations': later(async () => (await provisioning()).DigitizationsPage),
  '/events/log': later(async () => (await events()).EventsPage),
  '/events/deliveries': later(async () => (await deliveries()).DeliveriesPage),
  '/events/endpoints': later(async () => (await endpoints()).EndpointsPage),
  '/directory/programmes': later(async () => (await programmes()).ProgrammesPage),
  '/directory/terminals': later(async () => (await terminals()).TerminalsPage),
  '/directory/wallets': later(async () => (await wallets()).WalletsPage),
  '/directory/keys': later(async () => (await keys()).KeysPage),
  '/directory/audit': later(async () => (await audit()).AuditPage),
  '/approvals': later(async () => (await approvals()).ApprovalsPage),
  '/runbook': later(async () => (await runbook()).RunbookPage),
};

/** Pages of one entity, by the beginnings of their addresses. */
const ENTITY_PAGES: Readonly<Record<string, ComponentType<EntityPageProps>>> = {
  '/transactions': later(async () => (await transaction()).TransactionPage),
  '/provisioning': later(async () => (await attempt()).AttemptPage),
  '/events/log': later(async () => (await event()).EventPage),
  '/programmes': later(async () => (await programmes()).ProgrammePage),
  '/terminals': later(async () => (await terminals()).TerminalPage),
  '/wallets': later(async () => (await wallets()).WalletPage),
  '/cards': later(async () => (await wallets()).CardPage),
  '/keys': later(async () => (await keys()).KeyPage),
  '/runbook': later<EntityPageProps>(async () => (await runbook()).RunbookPage),
};

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

/** Shows the page of the address. */
export function Pages(): ReactNode {
  const { about } = useSession();
  return (
    <Switch>
      {Object.entries(PAGES).map(([path, Content]) => (
        <Route key={path} path={path}>
          <Content />
        </Route>
      ))}
      {Object.entries(ENTITY_PAGES).map(([path, Content]) => (
        <Route key={path} path={`${path}/:id`}>
          {({ id }) => <Content key={id} id={decoded(id)} />}
        </Route>
      ))}
      <Route path="/">
        <Redirect to={firstPageOf(about)} replace />
      </Route>
      {MOVED.map(([from, to]) => (
        <Route key={from} path={from}>
          <Redirect to={to} replace />
        </Route>
      ))}
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

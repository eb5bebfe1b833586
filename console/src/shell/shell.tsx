import { AppShell, NavLink, ScrollArea, Title } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../gateway/session.js';
import { later } from '../parts/later.js';
import { Mark } from '../parts/mark.js';
import { Loading } from '../parts/page.js';
import { firstPageOf, navigationOf, type Place, placeOf } from '../parts/places.js';
import { useKeptFocus } from './focus.js';
import { Header } from './header.js';
import { PageBoundary } from './page-boundary.js';
import { Pages } from './pages.js';
import { Stale } from './stale.js';

const Search = later(() => import('./search.js'), 'Search');

/** Shows the results of actions. No first page needs them. */
const Notifications = later(() => import('../parts/notifications.js'), 'Notifications');

/** Shows what every page has: navigation, search, open doubts and the signed-in key. */
export function Shell(): ReactNode {
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isSearching, search] = useDisclosure(false);
  useHotkeys([['mod+K', search.open]], []);
  useKeptFocus();
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 224, breakpoint: 'md', collapsed: { mobile: !isMenuOpen } }}
      padding="md"
    >
      <a className="skip" href="#main">
        To the page
      </a>
      <AppShell.Header>
        <Header isMenuOpen={isMenuOpen} onMenu={menu.toggle} onSearch={search.open} />
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages" mod={{ open: isMenuOpen }} onClick={menu.close}>
        <ScrollArea>
          <Navigation />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <PageBoundary>
          <Suspense fallback={<Loading />}>
            <Pages />
          </Suspense>
        </PageBoundary>
        <Stale />
      </AppShell.Main>
      <Suspense fallback={null}>
        <Notifications />
        {isSearching && <Search onClose={search.close} />}
      </Suspense>
    </AppShell>
  );
}

function Navigation(): ReactNode {
  const { about } = useSession();
  return (
    <>
      <Link href={firstPageOf(about)} className="brand">
        <Mark /> Cardway
      </Link>
      {navigationOf(about).map(({ name, places }) => (
        <section key={name} aria-label={name}>
          <Title order={6} c="dimmed" mt="sm" aria-hidden="true">
            {name}
          </Title>
          {places.map((place) => (
            <PageLink key={place.name} place={place} />
          ))}
        </section>
      ))}
    </>
  );
}

function PageLink({ place }: { readonly place: Place }): ReactNode {
  const { name, icon: Icon, addresses } = place;
  const [path] = useLocation();
  const isHere = placeOf(path) === place;
  return (
    <NavLink
      component={Link}
      href={addresses[0]}
      label={name}
      leftSection={<Icon size={18} stroke={1.75} />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
    />
  );
}

import { useDisclosure } from '@mantine/hooks';
import { Suspense, type ReactNode } from 'react';
import { later } from '../parts/later.js';
import { Loading } from '../parts/notice.js';
import { Header } from './header.js';
import { NavigationDrawer, SideNavigation } from './navigation.js';
import { PageBoundary } from './page-boundary.js';
import { Pages } from './pages.js';
import { Search } from './search.js';
import { useShortcuts } from './shortcuts.js';
import { Stale } from './stale.js';

const KeyboardHelp = later(() => import('./keyboard-help.js'), 'KeyboardHelp');

/** Shows the secrets that actions return. */
const SecretDialog = later(() => import('./secret-dialog.js'), 'SecretDialog');

/** Shows the results of actions. No first page needs them. */
const Notifications = later(() => import('../parts/notifications.js'), 'Notifications');

/** Shows what every page has: navigation, search, open doubts and the signed-in key. */
export function Shell(): ReactNode {
  const [isHelpOpen, help] = useDisclosure(false);
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isSearchOpen, search] = useDisclosure(false);
  useShortcuts({ onHelp: help.open, onSearch: search.open });
  return (
    <div className="shell">
      <a className="skip" href="#main">
        To the page
      </a>
      <SideNavigation />
      <div className="stage">
        <Header onMenu={menu.open} onSearch={search.open} onHelp={help.open} />
        <main id="main" tabIndex={-1}>
          <PageBoundary>
            <Suspense fallback={<Loading />}>
              <Pages />
            </Suspense>
          </PageBoundary>
        </main>
        <Stale />
      </div>
      <NavigationDrawer isOpen={isMenuOpen} onClose={menu.close} />
      <Search isOpen={isSearchOpen} onClose={search.close} onHelp={help.open} />
      <Suspense fallback={null}>
        <Notifications position="bottom-right" />
        <SecretDialog />
        {isHelpOpen && <KeyboardHelp onClose={help.close} />}
      </Suspense>
    </div>
  );
}

import { Drawer, Kbd, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../gateway/session.js';
import { Mark } from '../parts/mark.js';
import { firstPageOf, navigationOf, type Place } from './places.js';

/** Shows the navigation beside the page. Without room for names it shows the icons. */
export function SideNavigation(): ReactNode {
  return (
    <nav className="side" aria-label="Pages">
      <Brand />
      <Links />
    </nav>
  );
}

/** Shows the navigation of a phone, above the page. */
export function NavigationDrawer({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Drawer opened={isOpen} onClose={onClose} size={280} title="Pages" className="side-drawer">
      <nav aria-label="Pages" onClick={onClose}>
        <Links />
      </nav>
    </Drawer>
  );
}

function Brand(): ReactNode {
  const { about } = useSession();
  return (
    <Link href={firstPageOf(about)} className="brand" aria-label="Cardway">
      <Mark />
      <span className="side-name">Cardway</span>
    </Link>
  );
}

function Links(): ReactNode {
  const { about } = useSession();
  return navigationOf(about).map(({ name, places }) => (
    <section key={name} className="side-group" aria-label={name}>
      <p className="side-heading" aria-hidden="true">
        {name}
      </p>
      <ul>
        {places.map((place) => (
          <li key={place.href}>
            <NavigationLink place={place} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function NavigationLink({ place }: { readonly place: Place }): ReactNode {
  const [path] = useLocation();
  const isHere = [place.href, ...(place.entries ?? [])].some(
    (begin) => path === begin || path.startsWith(`${begin}/`),
  );
  return (
    <Tooltip
      position="right"
      label={
        <>
          {place.name} <Kbd size="xs">g</Kbd> <Kbd size="xs">{place.letter}</Kbd>
        </>
      }
    >
      <Link href={place.href} className="side-link" aria-current={isHere ? 'page' : undefined}>
        <place.icon size={18} stroke={1.75} />
        <span className="side-name">{place.name}</span>
      </Link>
    </Tooltip>
  );
}

import '@mantine/spotlight/styles.css';
import { Kbd, useMantineColorScheme } from '@mantine/core';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../gateway/session.js';
import { timeZone, useChoice } from '../parts/choices.js';
import {
  IconArrowsExchange,
  IconClock,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSearch,
} from '../parts/icons.js';
import { addressOf, type IdKind } from '../parts/links.js';
import { navigationOf } from './places.js';

const [store, spotlight] = createSpotlight();

/** Shows the search over ids, pages and commands. */
export function SearchPanel({
  isOpen,
  onClose,
  onHelp,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}): ReactNode {
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen]);
  const [query, setQuery] = useState('');
  const pages = usePageActions();
  const commands = useCommandActions(onHelp);
  const ids = useIdActions(query.trim());
  const matching = (actions: readonly SpotlightActionData[]): SpotlightActionData[] =>
    actions.filter(({ label = '' }) => label.toLowerCase().includes(query.trim().toLowerCase()));
  const groups: readonly SpotlightActionGroupData[] = [
    { group: 'Ids', actions: [...ids] },
    { group: 'Pages', actions: matching(pages) },
    { group: 'Commands', actions: matching(commands) },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      store={store}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={setQuery}
      // The groups are filtered above.
      filter={(_query, actions) => actions}
      nothingFound="Nothing has this name or id."
      shortcut={null}
      scrollable
      maxHeight="min(26rem, 70dvh)"
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Request id, wallet, card, terminal, page …',
        'aria-label': 'Search',
      }}
    />
  );
}

function usePageActions(): readonly SpotlightActionData[] {
  const { about } = useSession();
  const [, navigate] = useLocation();
  return navigationOf(about)
    .flatMap(({ places }) => places)
    .map((place) => ({
      id: `page ${place.href}`,
      label: place.name,
      leftSection: <place.icon size={18} stroke={1.75} />,
      rightSection: (
        <span>
          <Kbd size="xs">g</Kbd> <Kbd size="xs">{place.letter}</Kbd>
        </span>
      ),
      onClick: () => navigate(place.href),
    }));
}

function useCommandActions(onHelp: () => void): readonly SpotlightActionData[] {
  const { signOut } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const zone = useChoice(timeZone);
  const other = zone === 'utc' ? 'local' : 'utc';
  return [
    {
      id: 'zone',
      label: other === 'utc' ? 'Show times in UTC' : 'Show local times',
      leftSection: <IconClock size={18} stroke={1.75} />,
      onClick: () => timeZone.write(other),
    },
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme ${scheme}`,
      label: `Appearance: ${scheme === 'auto' ? 'as the system' : scheme}`,
      leftSection: <IconMoon size={18} stroke={1.75} />,
      onClick: () => setColorScheme(scheme),
    })),
    {
      id: 'keyboard',
      label: 'Keyboard',
      leftSection: <IconKeyboard size={18} stroke={1.75} />,
      onClick: onHelp,
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      leftSection: <IconLogout size={18} stroke={1.75} />,
      onClick: signOut,
    },
  ];
}

/** Returns the lists that an id can lead to. */
function useIdActions(text: string): readonly SpotlightActionData[] {
  const [, navigate] = useLocation();
  const found: readonly (readonly [kind: IdKind, label: string])[] = /^\d+_\d{8,}_\S+$/.test(text)
    ? [['transaction', `Transaction ${text}`]]
    : /^\d{1,20}$/.test(text)
      ? [
          ['wallet', `Wallet ${text}`],
          ['terminal', `Terminal ${text}`],
          ['card', `Card ${text}`],
          ['customer', `Transactions of customer ${text}`],
        ]
      : [];
  return found.map(([kind, label]) => ({
    id: `${kind} ${text}`,
    label,
    leftSection: <IconArrowsExchange size={18} stroke={1.75} />,
    onClick: () => navigate(addressOf(kind, text)),
  }));
}

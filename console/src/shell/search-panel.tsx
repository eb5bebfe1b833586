import '@mantine/spotlight/styles.css';
import { Kbd, useMantineColorScheme } from '@mantine/core';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../gateway/session.js';
import { timeZone, useChoice } from '../parts/choices.js';
import { IconClock, IconKeyboard, IconLogout, IconMoon, IconSearch } from '../parts/icons.js';
import { useFound } from './found.js';
import { navigationOf } from './places.js';

const [store, spotlight] = createSpotlight();

/** Shows the search over ids, pages and commands. */
export function SearchPanel({
  isOpen,
  query,
  onQuery,
  onClose,
  onHelp,
}: {
  readonly isOpen: boolean;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}): ReactNode {
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen]);
  const pages = usePageActions();
  const commands = useCommandActions(onHelp);
  const found = useFound(query.trim(), spotlight.close);
  const onEnter = useFirstAnswer(query, found.actions.map(({ id }) => id).join(' '));
  const matching = (actions: readonly SpotlightActionData[]): SpotlightActionData[] =>
    actions.filter(({ label = '' }) => label.toLowerCase().includes(query.trim().toLowerCase()));
  const groups: readonly SpotlightActionGroupData[] = [
    { group: 'Found', actions: [...found.actions] },
    { group: 'Pages', actions: matching(pages) },
    { group: 'Commands', actions: matching(commands) },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      store={store}
      attributes={{ content: { 'aria-label': 'Search' } }}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={onQuery}
      // The groups are filtered above.
      filter={(_query, actions) => actions}
      nothingFound={found.note}
      shortcut={null}
      scrollable
      maxHeight="min(26rem, 70dvh)"
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'Request id, wallet, card, terminal, page …',
        'aria-label': 'Search',
        onKeyDown: ({ key }) => {
          if (key === 'Enter') onEnter();
        },
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

const ACTION = '[data-action]';
const SELECTED = '[data-action][data-selected]';

/**
 * Selects the first answer of the gateway when it arrives: the library selects only what stands there while the person types.
 * Returns what the Enter key does. Where nothing stands there yet, the first answer is opened as soon as it arrives.
 */
function useFirstAnswer(query: string, answers: string): () => void {
  const isWaiting = useRef(false);
  useEffect(() => {
    isWaiting.current = false;
  }, [query]);
  useEffect(() => {
    const first = document.querySelector<HTMLElement>(ACTION);
    if (answers === '' || first === null) return;
    if (isWaiting.current) first.click();
    else if (document.querySelector(SELECTED) === null) first.setAttribute('data-selected', 'true');
  }, [answers]);
  return () => {
    isWaiting.current = query.trim() !== '' && document.querySelector(SELECTED) === null;
  };
}

import { useHotkeys, type HotkeyItem } from '@mantine/hooks';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../gateway/session.js';
import { useSingleKeys } from '../parts/single-keys.js';
import { navigationOf } from './places.js';

/** Time after `g` in which a letter opens a page. */
const SEQUENCE_MS = 1500;

/** Handles the keys that act on every page. */
export function useShortcuts({
  onHelp,
  onSearch,
}: {
  readonly onHelp: () => void;
  readonly onSearch: () => void;
}): void {
  const { about } = useSession();
  const [, navigate] = useLocation();
  const goUntil = useRef(0);
  const places = navigationOf(about).flatMap(({ places: group }) => group);
  const goTo = (href: string, event: KeyboardEvent): void => {
    if (Date.now() > goUntil.current) return;
    goUntil.current = 0;
    event.preventDefault();
    navigate(href);
  };
  useSingleKeys([
    // Letters come before `g`, which begins a sequence.
    ...places.map(({ href, letter }): HotkeyItem => [
      letter,
      (event) => goTo(href, event),
      { preventDefault: false },
    ]),
    ...places.slice(0, 9).map(({ href }, index): HotkeyItem => [String(index + 1), () => navigate(href)]),
    ['g', () => (goUntil.current = Date.now() + SEQUENCE_MS)],
    // On some keyboards these characters need Shift.
    ['/', onSearch],
    ['shift+/', onSearch],
    ['?', onHelp],
    ['shift+?', onHelp],
    ['f', () => document.querySelector<HTMLElement>('[data-key="f"]')?.focus()],
    ['x', () => document.querySelector<HTMLElement>('[data-key="x"]')?.click()],
  ]);
  useHotkeys([['mod+K', onSearch]], []);
}

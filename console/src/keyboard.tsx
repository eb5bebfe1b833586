import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from './parts/dialog.js';
import { NAVIGATION } from './places.js';

const STORED = 'cardway-single-keys';

function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

/** Handles single-key shortcuts. Users of speech input can switch them off (WCAG 2.1.4). */
export function useShortcuts({ onHelp }: { readonly onHelp: () => void }): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn() || isTyping(event)) return;
      const place = NAVIGATION[Number(event.key) - 1];
      if (place !== undefined) navigate(place[0]);
      else if (event.key === '?') onHelp();
      else if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLElement>('main form input, main form select')?.focus();
      } else if (event.key === 'p') document.querySelector<HTMLElement>('[data-key="p"]')?.click();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, onHelp]);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
}

const KEYS = [
  ...NAVIGATION.map(([, name], index) => [String(index + 1), name] as const),
  ['/', 'To the first field of the page'],
  ['p', 'Pause, or go on'],
  ['↓ j, ↑ k', 'From row to row of a list'],
  ['Enter', 'Open the row'],
  ['?', 'This help'],
] as const;

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areSingleKeysOn);
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="facts">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            localStorage.setItem(STORED, event.target.checked ? 'on' : 'off');
            setOn(event.target.checked);
          }}
        />
        Single keys act by themselves
      </label>
    </Dialog>
  );
}

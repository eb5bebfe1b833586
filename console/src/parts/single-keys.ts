import { useHotkeys, type HotkeyItem } from '@mantine/hooks';
import { singleKeys, useChoice } from './choices.js';

/** Handles keys without Ctrl, Alt or ⌘. Fields and dialogs keep theirs, and people can switch all of them off. */
export function useSingleKeys(keys: readonly HotkeyItem[]): void {
  const isOn = useChoice(singleKeys) === 'on';
  const outsideDialogs = ([key, handler, options = {}]: HotkeyItem): HotkeyItem => [
    key,
    (event) => {
      if (document.querySelector('[aria-modal="true"]') === null) handler(event);
    },
    options,
  ];
  useHotkeys(isOn ? keys.map(outsideDialogs) : []);
}

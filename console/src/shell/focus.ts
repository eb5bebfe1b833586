import { useEffect } from 'react';

/** Time in which a dialog that closes gives the focus back by itself. */
const DIALOG_MS = 30;

/**
 * Keeps the focus in the page where the focused element leaves it, such as a button that its own action removes. The focus goes to
 * its article or dialog, else to the heading: on the body, a screen reader would begin again at the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let around: HTMLElement | null = null;
    const note = ({ target }: FocusEvent): void => {
      focused = target as Element;
      around = focused.closest<HTMLElement>('article, [role=dialog]');
    };
    const look = (): void => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      const next = around?.isConnected === true ? around : document.querySelector('h1');
      next?.focus({ preventScroll: true });
    };
    const removed = new MutationObserver(() => {
      if (focused?.isConnected === false) window.setTimeout(look, DIALOG_MS);
    });
    removed.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', note);
    return () => {
      removed.disconnect();
      removeEventListener('focusin', note);
    };
  }, []);
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Returns whether the component is still in the page. */
export function useShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Returns a function that opens the page of a new entry, for a person who is still where the form is. */
export function useOpenEntry(): (address: string) => void {
  const [, navigate] = useLocation();
  const isShown = useShown();
  return (address) => {
    if (isShown.current) navigate(address);
  };
}

/**
 * Returns the reference of an element that may leave the page with the focus, such as a button that its own action removes. The
 * focus then goes to its article or dialog, else to the heading: on the body, a screen reader would begin again at the top.
 */
export function useLeaving<Leaving extends HTMLElement>(): RefObject<Leaving | null> {
  const reference = useRef<Leaving>(null);
  useLayoutEffect(
    () => () => {
      const { current } = reference;
      if (current === null || current !== document.activeElement) return;
      focusOn(current.closest<HTMLElement>('article, [role=dialog]'));
    },
    [],
  );
  return reference;
}

/**
 * Returns the reference of the content of a dialog, which leaves with the focus where its action removes its button too. The focus
 * goes back to the button, else to the heading.
 */
export function useLeavingDialog<Content extends HTMLElement>(): RefObject<Content | null> {
  const reference = useRef<Content>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (reference.current?.contains(document.activeElement) !== true) return;
      // Only then is it known whether the button stays.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        focusOn(opener instanceof HTMLButtonElement && opener.isConnected ? opener : null);
      });
    };
  }, []);
  return reference;
}

/** Moves the focus to an element, or to the heading for null. */
function focusOn(element: HTMLElement | null): void {
  (element ?? document.querySelector('h1'))?.focus({ preventScroll: true });
}

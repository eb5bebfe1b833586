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
      (current.closest<HTMLElement>('article, [role=dialog]') ?? document.querySelector('h1'))?.focus({
        preventScroll: true,
      });
    },
    [],
  );
  return reference;
}

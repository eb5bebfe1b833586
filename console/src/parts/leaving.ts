import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns the reference of an element that may leave the page with the focus, such as a button that its own action removes. The
 * focus then goes to its article, else to the heading: on the body, a screen reader would begin again at the top.
 */
export function useLeaving<Leaving extends HTMLElement>(): RefObject<Leaving | null> {
  const reference = useRef<Leaving>(null);
  useLayoutEffect(
    () => () => {
      const { current } = reference;
      if (current === null || current !== document.activeElement) return;
      (current.closest('article') ?? document.querySelector('h1'))?.focus({ preventScroll: true });
    },
    [],
  );
  return reference;
}

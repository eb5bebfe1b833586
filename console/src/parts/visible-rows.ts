import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Height of a row of a table. */
export const ROW_PX = 36;
/** Height of a card before it is measured. */
const CARD_PX = 190;
/** Height of what stays at the top of the page: header and titles of the columns. */
const STICKY_PX = 92;

interface VisibleRows {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly items: readonly { readonly index: number; readonly topPx: number }[];
  readonly heightPx: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly scrollTo: (index: number) => void;
}

/** Returns the rows that are in sight of the window, and their places. */
export function useVisibleRows({
  keys,
  count,
  isCards,
  onAway,
}: {
  readonly keys: (index: number) => string;
  readonly count: number;
  readonly isCards: boolean;
  readonly onAway: ((isAway: boolean) => void) | undefined;
}): VisibleRows {
  const box = useRef<HTMLDivElement>(null);
  const [topPx, setTopPx] = useState(0);
  // The parts above the list grow while they load.
  useLayoutEffect(() => {
    const look = (): void =>
      setTopPx(Math.round((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    const watched = new ResizeObserver(look);
    watched.observe(document.body);
    look();
    return () => watched.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count,
    getItemKey: keys,
    estimateSize: () => (isCards ? CARD_PX : ROW_PX),
    overscan: 12,
    scrollMargin: topPx,
    scrollPaddingStart: STICKY_PX,
    scrollPaddingEnd: ROW_PX,
  });
  const isAway = (virtual.scrollOffset ?? 0) + STICKY_PX > topPx + ROW_PX;
  const report = useRef(onAway);
  report.current = onAway;
  useEffect(() => report.current?.(topPx > 0 && isAway), [isAway, topPx]);
  useEffect(() => () => report.current?.(false), []);
  return {
    box,
    items: virtual.getVirtualItems().map(({ index, start }) => ({ index, topPx: start - topPx })),
    heightPx: virtual.getTotalSize(),
    measure: virtual.measureElement,
    scrollTo: (index) => virtual.scrollToIndex(index),
  };
}

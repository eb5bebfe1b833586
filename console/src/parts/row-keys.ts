import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useSingleKeys } from './single-keys.js';

/**
 * Moves the focus from row to row with j and k, and with the arrow keys once a row has the focus. The first list of the page
 * also takes j and k when nothing has the focus.
 */
export function useRowKeys({
  box,
  count,
  scrollTo,
}: {
  readonly box: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly scrollTo: (index: number) => void;
}): void {
  /** Row that gets the focus as soon as it is drawn. */
  const wanted = useRef<number | null>(null);
  const last = useRef(-1);
  const focus = (): void => {
    if (wanted.current === null) return;
    const link = box.current?.querySelector<HTMLElement>(
      `[data-index="${String(wanted.current)}"] .row-link`,
    );
    if (link == null) return;
    link.focus({ preventScroll: true });
    wanted.current = null;
  };
  useLayoutEffect(focus);

  const move = (step: number, isArrow: boolean) => (event: KeyboardEvent) => {
    if (count === 0 || box.current === null) return;
    const row = document.activeElement?.closest<HTMLElement>('[data-index]') ?? null;
    const isInside = row !== null && box.current.contains(row);
    const isFirst = document.querySelector('[data-rows]') === box.current;
    if (!isInside && (isArrow || !isFirst)) return;
    event.preventDefault();
    const from = isInside ? Number(row.dataset['index']) : last.current;
    const to = Math.min(Math.max(0, from + step), count - 1);
    wanted.current = to;
    last.current = to;
    scrollTo(to);
    focus();
  };
  const keepDefault = { preventDefault: false };
  useSingleKeys([
    ['j', move(1, false), keepDefault],
    ['k', move(-1, false), keepDefault],
    ['ArrowDown', move(1, true), keepDefault],
    ['ArrowUp', move(-1, true), keepDefault],
  ]);
}

/** Where the person was on each page, in pixels. */
const places = new Map<string, number>();
/** Address to which the scrolled page belongs. */
let shown = address();
/** Address of the page that the browser's button led away from; null where a link or the address led here. */
let left: string | null = null;

// The browser would scroll before the page has its rows.
history.scrollRestoration = 'manual';
// The router dispatches these events, before it draws the next page.
for (const type of ['pushState', 'popstate'])
  addEventListener(type, () => {
    places.set(shown, scrollY);
    left = type === 'popstate' ? shown : null;
    shown = address();
  });
addEventListener('replaceState', () => (shown = address()));

function address(): string {
  return `${location.pathname}${location.search}`;
}

/** Returns whether the browser's button led to the page. */
export function isReturn(): boolean {
  return left !== null;
}

/**
 * Scrolls a page to its top. Where the browser's button led to it, it scrolls to where the person was, as soon as the page is
 * long enough, and moves the focus to the row of the page that the person left. Returns how to stop.
 */
export function restorePlace(): () => void {
  if (left === null) {
    scrollTo(0, 0);
    return () => undefined;
  }
  const row = `.row-link[href=${JSON.stringify(left)}]`;
  const place = places.get(shown) ?? 0;
  const end = performance.now() + WAIT_MS;
  let frame = 0;
  const look = (): void => {
    scrollTo(0, place);
    const link = Math.abs(scrollY - place) < 1 ? document.querySelector<HTMLElement>(row) : null;
    link?.focus({ preventScroll: true });
    if (link === null && performance.now() < end) frame = requestAnimationFrame(look);
    else stop();
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const type of USES) removeEventListener(type, stop, { capture: true });
  };
  for (const type of USES) addEventListener(type, stop, { capture: true, passive: true });
  look();
  return stop;
}

/** Time in which a page gets its rows. After it the person may be somewhere else. */
const WAIT_MS = 5000;
/** Uses of the page by a person who does not wait. */
const USES = ['pointerdown', 'keydown', 'wheel', 'touchmove'];

/**
 * Whether a person used the page since the last request. Requests without use are marked as background: they do not keep a
 * session open that nobody uses.
 */
let isUsed = true;

for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  addEventListener(type, () => (isUsed = true), { passive: true, capture: true });

/** Returns the headers that mark a request as background where nobody used the page since the last one. */
export function backgroundHeaders(): Readonly<Record<string, string>> {
  if (!isUsed) return { 'X-Cardway-Background': '1' };
  isUsed = false;
  return {};
}

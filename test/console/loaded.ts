import type { Page } from 'playwright-core';

/** Navigates as a link does, and waits until the page is complete. */
export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/console${path}')`);
  await page.evaluate(LOADED);
}

/** Script that waits until nothing is loading any longer. */
export const LOADED = `new Promise((done) => {
  const look = () => (document.querySelector('.loading') === null ? done() : requestAnimationFrame(look));
  requestAnimationFrame(() => requestAnimationFrame(look));
})`;

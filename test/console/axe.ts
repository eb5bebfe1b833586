import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of WCAG 2.2 AA, and axe's best practices. */
export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules for the same page in other colours. */
export const COLOUR_RULES = ['color-contrast'];

/** Loads axe into a page, where it stays until the next load. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
}

/** Returns what breaks the rules, with the elements. */
export async function axeProblems(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes.map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | ')))`,
  );
}

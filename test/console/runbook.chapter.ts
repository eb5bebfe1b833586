import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConsoleBench } from './bench.js';

const RUNBOOK = readFileSync(resolve(__dirname, '../../docs/runbook.md'), 'utf8');

export function runbookChapter(bench: () => ConsoleBench): void {
  describe('the runbook', () => {
    it('has every entry and every command of docs/runbook.md', async () => {
      const page = await bench().open('/runbook');
      await page.getByRole('heading', { name: 'Runbook', level: 1 }).waitFor();
      const titles = [...RUNBOOK.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(titles);
      expect(
        await page.getByRole('navigation', { name: 'Entries' }).getByRole('link').allTextContents(),
      ).toEqual(titles);
      const commands = [...RUNBOOK.matchAll(/```sh\n([\s\S]*?)\n```/g)].flatMap(([, block = '']) =>
        block.split('\n'),
      );
      const shown = await page.locator('pre').allTextContents();
      expect(shown.flatMap((block) => block.trim().split('\n'))).toEqual(commands);
    });

    it('shows and focuses the entry of a link from a page', async () => {
      const page = await bench().open('/refused');
      await page.getByRole('link', { name: 'A caller gets 401' }).click();
      await page.waitForURL(/\/console\/runbook\/a-caller-gets-401$/);
      await page.getByRole('heading', { name: 'A caller gets 401' }).and(page.locator(':focus')).waitFor();
      expect(await page.evaluate(IS_FOCUS_VISIBLE)).toBe(true);
      expect(await page.title()).toBe('A caller gets 401 · Cardway console');
    });
  });
}

/** Whether the focused element is inside the window and below the header. */
const IS_FOCUS_VISIBLE = `(() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return top >= document.querySelector('header').getBoundingClientRect().bottom && bottom <= innerHeight;
})()`;

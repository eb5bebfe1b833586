import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { deduct, type ConsoleBench } from './bench.js';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA, and what axe takes for good practice. */
const RULES = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // The same page in other colours.
  dark: ['color-contrast'],
};

/** UPDATE_SCREENSHOTS=1 takes those of the documentation anew. */
const PICTURES = resolve(__dirname, '../../docs/console');
const areTaken = process.env['UPDATE_SCREENSHOTS'] === '1';

const FIRST_LOAD_BYTES_MAX = 250 * 1024;

export function qualitiesChapter(bench: () => ConsoleBench): void {
  describe('every page', () => {
    it.each(['light', 'dark'] as const)('is readable by everybody, in %s', async (theme) => {
      const page = await bench().open('/live', { theme });
      const problems: string[] = [];
      for (const [name, path] of await pagesOf(bench())) {
        await visit(page, bench(), path);
        if (areTaken) await take(page, `${name}-${theme}`);
        problems.push(...(await axeProblems(page, RULES[theme])).map((problem) => `${path}: ${problem}`));
      }
      expect(problems).toEqual([]);
    });

    it('asks for its key readably too', async () => {
      const page = await bench().open('/live', { isSignedIn: false });
      await page.getByLabel('Operator key').waitFor();
      expect(await axeProblems(page, RULES.light)).toEqual([]);
    });

    it.each([360, 3840])('fits a window of %s px', async (width) => {
      const page = await bench().open('/live', { width, height: Math.round(width * 0.6) + 300 });
      for (const [, path] of await pagesOf(bench())) {
        await visit(page, bench(), path);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([path, beyond]).toEqual([path, 0]);
        expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
      }
    });

    it('comes with at most 250 KB, its plots and first answers included', async () => {
      // No language is set up in it.
      const context = await bench().browser.newContext();
      const page = await context.newPage();
      const client = await page.context().newCDPSession(page);
      await client.send('Network.enable');
      let bytes = 0;
      client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
      await page.goto(`${bench().gateway.url}/console`);
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByRole('img', { name: /^Results/ }).waitFor();
      await context.close();
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    });
  });

  describe('a list', () => {
    it('draws the rows in sight only, and asks for the next pages as it is scrolled', async () => {
      await Promise.all(Array.from({ length: 150 }, () => deduct(bench(), 10)));
      const page = await bench().open('/live?method=Deduct');
      await page.locator('.listing tbody tr.leads').first().waitFor();
      const { length, most } = await page.evaluate<{ length: number; most: number }>(SCROLL);
      expect(length).toBeGreaterThan(150);
      expect(most).toBeLessThan(60);
    });
  });
}

/** Scrolls to the end of the list until it grows no more; how many rows it has then, and how many were drawn at most. */
const SCROLL = `(async () => {
  const box = document.querySelector('.listing');
  const frame = () => new Promise(requestAnimationFrame);
  let most = 0;
  const isMore = () => box.querySelector('table').getAttribute('aria-rowcount') === '-1';
  while (isMore() || box.scrollTop + box.clientHeight < box.scrollHeight - 2) {
    box.scrollTop += 600;
    await frame();
    most = Math.max(most, box.querySelectorAll('tbody tr.leads').length);
  }
  await frame();
  const rows = [...box.querySelectorAll('tbody tr.leads')];
  return { length: Number(rows.at(-1).getAttribute('aria-rowindex')) - 1, most };
})()`;

/** Until nothing is waited for any more. */
const LOADED = `new Promise((done) => {
  const look = () => (document.querySelector('.loading') === null ? done() : requestAnimationFrame(look));
  look();
})`;

async function visit(page: Page, { gateway }: ConsoleBench, path: string): Promise<void> {
  await page.goto(`${gateway.url}/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('load');
  await page.evaluate(LOADED);
}

/** The name of each page's picture, and where it is. */
async function pagesOf(bench: ConsoleBench): Promise<readonly (readonly [name: string, path: string])[]> {
  const { transactions, events, provisioningAttempts } = await bench.ask<{
    transactions: { edges: { node: { requestId: string } }[] };
    events: { edges: { node: { id: string } }[] };
    provisioningAttempts: { edges: { node: { id: string } }[] };
  }>(
    'operator',
    `{ transactions(state: in_doubt, first: 1) { edges { node { requestId } } }
       events(type: "endpoint.test", first: 1) { edges { node { id } } }
       provisioningAttempts(first: 1) { edges { node { id } } } }`,
  );
  return [
    ['live', '/live'],
    ['transaction', `/transactions/${String(transactions.edges[0]?.node.requestId)}`],
    ['provisioning', '/provisioning'],
    ['attempt', `/provisioning/${String(provisioningAttempts.edges[0]?.node.id)}`],
    ['events', '/events'],
    ['event', `/events/log/${String(events.edges[0]?.node.id)}`],
    ['deliveries', '/events/deliveries'],
    ['endpoints', '/events/endpoints'],
    ['terminals', '/directory'],
    ['wallets', '/directory/wallets'],
    ['programmes', '/directory/programmes'],
    ['keys', '/directory/keys'],
    ['audit', '/directory/audit'],
    ['try-it', '/try-it'],
  ];
}

async function axeProblems(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
}

async function take(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

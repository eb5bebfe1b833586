import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { until } from '../life/until.js';
import { axeProblems, COLOUR_RULES, loadAxe, RULES } from './axe.js';
import { deduct, holds, type ConsoleBench } from './bench.js';
import { find, type Found } from './found.js';
import { LOADED, show } from './loaded.js';
import { takePicture } from './pictures.js';

const FIRST_LOAD_BYTES_MAX = 250_000;
const LONG = 'L'.repeat(60);

const PAGES: readonly (readonly [name: string, path: (found: Found) => string])[] = [
  ['live', () => '/live'],
  ['transactions', () => '/transactions'],
  ['transaction', ({ requestId }) => `/transactions/${requestId}`],
  ['provisioning', () => '/provisioning'],
  ['attempt', ({ attemptId }) => `/provisioning/${attemptId}`],
  ['events', () => '/events/log'],
  ['event', ({ eventId }) => `/events/log/${eventId}`],
  ['deliveries', () => '/events/deliveries'],
  ['endpoints', () => '/events/endpoints'],
  ['endpoint', ({ endpointId }) => `/endpoints/${endpointId}`],
  ['refused', () => '/refused'],
  ['reconcile', () => '/reconcile'],
  ['terminals', () => '/directory/terminals'],
  ['wallets', () => '/directory/wallets'],
  ['programmes', () => '/directory/programmes'],
  ['keys', () => '/directory/keys'],
  ['audit', () => '/directory/audit'],
  ['approvals', () => '/approvals'],
  ['programme', () => '/programmes/sandbox'],
  ['terminal', () => '/terminals/0068766621'],
  ['wallet', () => '/wallets/43172792905'],
  ['card', () => '/cards/5002'],
  ['key', () => '/keys/sandbox-client'],
  ['digitizations', () => '/digitizations'],
  ['runbook', () => '/runbook/transactions-in-doubt'],
];

export function qualitiesChapter(bench: () => ConsoleBench): void {
  describe('every page is accessible and free of complaints, in light and dark, from 360 px to 4K:', () => {
    let page: Page;
    let found: Found;
    /** Errors and warnings of the browser's console since the last test. */
    const complaints: string[] = [];

    beforeAll(async () => {
      await deduct(bench(), 951);
      await failingEndpoint(bench());
      found = await find(bench());
      page = await bench().open('/live', { theme: 'light', isKept: true, ...DESK });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.reload();
      await loadAxe(page);
    });

    it.each(PAGES)('%s', async (name, path) => {
      await show(page, path(found));
      expect(await axeProblems(page, RULES)).toEqual([]);
      await takePicture(page, `${name}-light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.evaluate(LOADED);
      expect(await axeProblems(page, COLOUR_RULES)).toEqual([]);
      await takePicture(page, `${name}-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.evaluate(LOADED);
        // On a busy machine the new layout takes several frames.
        await holds(page, 'document.documentElement.scrollWidth === innerWidth');
      }
      expect(complaints.splice(0)).toEqual([]);
    });

    it.each(['/events/endpoints', `/terminals/${LONG}`, `/transactions/${LONG}`])(
      '%s, where a long text stays within 320 px',
      async (path) => {
        const page = await bench().open(path, { width: 320, height: 640 });
        await page.getByText(LONG).last().waitFor();
        await holds(page, 'document.documentElement.scrollWidth === innerWidth');
      },
    );

    it('the page that asks for the key', async () => {
      const first = await bench().open('/live', { isSignedIn: false });
      await first.getByLabel('Operator key').waitFor();
      await loadAxe(first);
      expect(await axeProblems(first, RULES)).toEqual([]);
    });
  });

  describe('the first load', () => {
    it('has at most 250 KB of scripts and styles, compressed', () => {
      const folder = resolve(__dirname, '../../dist/console');
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      const files = [...page.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.(?:js|css))"/g)];
      const sizes = files.map(
        ([, name = '']) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    });

    it('describes its charts in words when the browser names no language', async () => {
      const context = await bench().browser.newContext();
      const page = await context.newPage();
      await signInFromInstructions(page, bench());
      await page
        .getByText(/^\d+ approved, \d+ declined/)
        .first()
        .waitFor();
      await context.close();
    });
  });
}

/** Adds an endpoint of a long URL at which nobody listens, and waits until a delivery has failed. */
async function failingEndpoint({ ask }: ConsoleBench): Promise<void> {
  const { addEndpoint } = await ask<{ addEndpoint: { endpoint: { id: string } } }>(
    'operator',
    `mutation { addEndpoint(input: { programme: "sandbox", url: "http://127.0.0.1:1/${LONG}" }) { endpoint { id } } }`,
  );
  const { id } = addEndpoint.endpoint;
  await ask('operator', `mutation { testEndpoint(input: { endpointId: "${id}" }) { delivery { id } } }`);
  await until('the endpoint is failing', async () => {
    const { endpoint } = await ask<{ endpoint: { failingSince: string | null } }>(
      'operator',
      `{ endpoint(endpointId: "${id}") { failingSince } }`,
    );
    return endpoint.failingSince !== null;
  });
}

const DESK = { width: 1120, height: 760 };
/** A phone, the most common laptop, and 4K. */
const SIZES = [
  { width: 360, height: 640 },
  { width: 1366, height: 768 },
  { width: 3840, height: 2160 },
  DESK,
];

async function signInFromInstructions(page: Page, { gateway }: ConsoleBench): Promise<void> {
  await page.goto(`${gateway.url}/console`);
  await page.getByRole('button', { name: 'Use it' }).click();
}

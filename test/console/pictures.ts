import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = resolve(__dirname, '../../docs/console');
const areWanted = process.env['UPDATE_SCREENSHOTS'] === '1';

/** Pictures of docs/console.md and of the README. */
const NAMES: ReadonlySet<string> = new Set([
  'live-light',
  'live-dark',
  'transactions-light',
  'transaction-light',
  'refused-light',
  'day-file-light',
  'provisioning-dark',
  'event-dark',
  'card-light',
]);

/** Takes a picture of the documentation, where it is one of them and UPDATE_SCREENSHOTS=1 asks for it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!areWanted || !NAMES.has(name)) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { until } from '../life/until.js';

/** A sandbox and a browser for all chapters. */
export interface ConsoleBench {
  readonly gateway: TestGateway;
  readonly browser: Browser;
  readonly databasePath: string;
  /** Opens a page in its own tab, signed in unless the options say otherwise. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Closes the pages of a test: open ones would continue to render the data of later tests. */
  closePages(): Promise<void>;
  /** Sends an operation with one of the sandbox's keys. */
  ask<Data>(
    role: 'client' | 'operator' | 'network' | 'integrator',
    query: string,
    variables?: object,
  ): Promise<Data>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly isSignedIn?: boolean;
  /** Key of the person. Left out: the sandbox's operator. */
  readonly key?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly timeZone?: string;
  /** Whether several tests share the page. */
  readonly isKept?: boolean;
}

/** Ends a wait that hangs, however busy the machine is: a page takes a second or two. */
const PAGE_HANGS_MS = 120_000;

export async function openBench(env: Readonly<Record<string, string>> = {}): Promise<ConsoleBench> {
  const folder = temporaryFolder();
  const [gateway, browser] = await Promise.all([
    startGateway({ folder, env: { CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true', ...env } }),
    openBrowser(),
  ]);
  const contexts: BrowserContext[] = [];
  const kept: BrowserContext[] = [];
  const closePages = async (): Promise<void> => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  };
  return {
    gateway,
    browser,
    databasePath: join(folder, 'cardway.db'),
    async open(path, options = {}) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
        colorScheme: options.theme ?? 'light',
        timezoneId: options.timeZone ?? 'America/Bogota',
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(PAGE_HANGS_MS);
      (options.isKept === true ? kept : contexts).push(context);
      if (options.isSignedIn !== false) await signIn(context, gateway.url, options.key);
      const page = await context.newPage();
      await page.goto(`${gateway.url}/console${path}`);
      return page;
    },
    ask: (role, query, variables = {}) => ask(gateway.url, `cardway_sandbox_${role}`, { query, variables }),
    closePages,
    async close() {
      await closePages();
      await Promise.all(kept.map((context) => context.close()));
      await browser.close();
      await gateway.stop();
    },
  };
}

/** Opens a session in a browser, as its sign-in does. */
export async function signIn(
  context: BrowserContext,
  url: string,
  key = 'cardway_sandbox_operator',
): Promise<void> {
  const response = await context.request.post(`${url}/console/session`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok()) throw new Error(`Signing in got HTTP ${String(response.status())}.`);
  await context.addInitScript(`localStorage.setItem('cardway-session', 'open')`);
}

/** Sets a filter that offers choices. */
export async function choose(page: Page, filter: string, choice: string): Promise<void> {
  await filterOf(page, filter).selectOption({ label: choice });
}

/** Sets a filter that takes a text. */
export async function fill(page: Page, filter: string, text: string): Promise<void> {
  await filterOf(page, filter).fill(text);
  await filterOf(page, filter).press('Enter');
}

function filterOf(page: Page, filter: string): Locator {
  return page.getByRole('group', { name: 'Filters' }).getByLabel(filter, { exact: true });
}

/** Waits until a page follows the transactions. */
export async function isLive(page: Page): Promise<void> {
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
}

async function ask<Data>(url: string, key: string, body: object): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
  if (data == null) throw new Error(JSON.stringify(errors));
  return data;
}

let made = 0;

/** Sends a new Deduct of the first sandbox wallet. Resolves with its request id, whatever the outcome. */
export async function deduct(bench: ConsoleBench, requestAmount = 1439): Promise<string> {
  made += 1;
  const transactionDate = new Date().toISOString().slice(0, 19).replace(/-/g, '');
  const requestId = `5001_${transactionDate.replace(/\D/g, '')}_${String(made)}`;
  const input = {
    terminalId: '0068766621',
    reference: '43172792905',
    requestAmount,
    narrative: 'CUR ESPERAMOS SUPERMAR CURACAO       CUW',
    transactionType: '00',
    transactionId: String(made),
    transactionDate,
    transactionData: {
      network: 'MasterCard',
      originalCurrencyCode: '840',
      originalTransactionAmount: '000000001439',
    },
    customerId: 1001,
    cardId: 5001,
    requestId,
  };
  const document = 'mutation ($input: DeductInput!) { deduct(input: $input) { requestId } }';
  // A failure of the simulated wallet service is an error for the caller, and a row for the console.
  await bench.ask('client', document, { input }).catch(() => undefined);
  return requestId;
}

/**
 * Waits until an expression is true in a page. Each try is an evaluation of its own: the library's own waiting calls `eval` from
 * the second try on, which the page's policy forbids.
 */
export async function holds(page: Page, expression: string): Promise<void> {
  await until(expression, async () => (await page.evaluate(expression)) === true);
}

import type { Browser } from 'playwright-core';
import { signIn } from '../../test/console/bench.js';
import { openBrowser } from '../../test/support/browser.js';
import { median, spread } from '../judge/median.js';
import { OPERATOR_KEY } from '../stage/credentials.js';
import { startFull } from './growth.js';
import type { Finding, Scenario } from './scenario.js';

/** Transactions of the target; --rows makes them fewer. */
const ROWS_MAX = 1_000_000;
/** Visits in each round. */
const VISITS = 4;

/** Time of the list of transactions in a headless Chromium that has nothing of the page in its cache. */
export const consolePage: Scenario = {
  name: 'console',
  about:
    'first paint and first row of the console’s transactions, with a million of them (--rows, --wallets)',
  async run(stage, effort) {
    const rows = Math.min(effort.rows, ROWS_MAX);
    const gateway = await startFull(stage, { ...effort, rows }, { cores: null });
    const browser = await openBrowser();
    const visits: Visit[] = [];
    // The first visit also starts the thread that reads lists, as the first operator of a day does. It counts like the others.
    for (let number = 0; number < effort.rounds * VISITS; number += 1) {
      const visit = await visitPage(browser, gateway.url);
      effort.tell(`first paint ${visit.paintMs.toFixed(0)} ms, first row ${visit.rowMs.toFixed(0)} ms`);
      visits.push(visit);
    }
    await browser.close();
    await gateway.stop();
    return {
      subjects: [],
      ceilingPerSecond: null,
      findings: [
        findingOf(
          'first paint',
          rows,
          visits.map(({ paintMs }) => paintMs),
        ),
        findingOf(
          'first row',
          rows,
          visits.map(({ rowMs }) => rowMs),
        ),
      ],
    };
  },
};

interface Visit {
  /** Time from the request of the page to its first contentful paint. */
  readonly paintMs: number;
  /** Time from the request of the page to the first drawn transaction. */
  readonly rowMs: number;
}

async function visitPage(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  await signIn(context, url, OPERATOR_KEY);
  await context.addInitScript(NOTE_FIRST_ROW);
  const page = await context.newPage();
  await page.goto(`${url}/console/transactions`);
  await page.locator('.row.leads').first().waitFor();
  const visit = await page.evaluate<Visit>(VISIT);
  await context.close();
  return visit;
}

/** Script that returns the times of a visit, once the frame with the first row is drawn. */
const VISIT = `new Promise((done) => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (paint === undefined || globalThis.firstRowMs === undefined) requestAnimationFrame(look);
    else done({ paintMs: paint.startTime, rowMs: firstRowMs });
  };
  look();
})`;

/** Script that notes when the first row is there. */
const NOTE_FIRST_ROW = `(() => {
  const look = () => {
    if (document.querySelector('.row.leads') === null) requestAnimationFrame(look);
    else globalThis.firstRowMs = performance.now();
  };
  requestAnimationFrame(look);
})()`;

function findingOf(what: string, rows: number, timesMs: readonly number[]): Finding {
  return {
    target: null,
    what: `${what} of the console’s transactions, ${String(rows)} of them`,
    measured: median(timesMs),
    unit: 'ms',
    wanted: { atMost: 1000 },
    spread: spread(timesMs),
    note: `slowest ${Math.max(...timesMs).toFixed(0)} ms`,
  };
}

import { Client } from 'pg';
import { openStore, type Store } from '../../src/store/store.js';
import { purgeTransactions } from '../../src/use-cases/transactions/purge.js';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../../test/support/postgres.js';
import { median } from '../judge/median.js';
import { type Pairs, runPairs } from '../load/pairs.js';
import { MASTER_KEY } from '../stage/directory.js';
import { addLedgerHistory, HISTORY_DAYS, PARTITION_DAYS } from '../stage/ledger-history.js';
import type { Effort, Finding, Outcome, Scenario } from './scenario.js';

const DAY_MS = 86_400_000;

/** Scenario on the cores of this program: the server, the store and its callers share them. */
export const ledger: Scenario = {
  name: 'ledger',
  about:
    'claim and settle on PostgreSQL with many saved transactions against none, and beside a purge (--rows)',
  async run(_stage, effort) {
    const reason = whyNoPostgres();
    if (reason !== null) return outcomeOf([notMeasured(reason)]);
    const server = await startPostgres({ settings: SERVER });
    try {
      return outcomeOf(await measure(server, effort));
    } finally {
      await server.stop();
    }
  },
};

/** Settings that docs/scaling.md advises: memory for the indexes in use, rare checkpoints, and small page images. */
const SERVER = {
  shared_buffers: '1GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  wal_compression: 'on',
};

async function measure(server: TestPostgres, effort: Effort): Promise<readonly Finding[]> {
  const empty = await open(server.url);
  const url = await server.createDatabase();
  const full = await open(url);
  // Both have the partitions of a month: their number depends on the retention, not on the rows.
  await addLedgerHistory(server.url, { ...effort, rows: 0, prepare: prepareWith(server.url) });
  await addLedgerHistory(url, { ...effort, prepare: prepareWith(url) });
  await untilServerRests(server);
  const growth = await compare(full, empty, effort);
  await empty.close();
  const purge = await purgeBeside(full, effort);
  await full.close();
  return [growth, purge];
}

const settings = { partitionMs: PARTITION_DAYS * DAY_MS };

async function open(databaseUrl: string): Promise<Store> {
  const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
  const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock, settings });
  await store.migrate();
  return store;
}

/** Returns a function that opens a store at a given time, so that it makes the partitions that are needed then. */
function prepareWith(databaseUrl: string): (nowMs: number) => Promise<void> {
  return async (nowMs) => {
    const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
    const times = { clock, databaseClock: clock };
    const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, ...times, settings });
    await store.history.prepare();
    await store.close();
  };
}

/** Waits for the autovacuum of the new rows. A server of that size in use has finished it long ago. */
async function untilServerRests({ adminUrl }: TestPostgres): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const giveUpAtMs = performance.now() + REST_MS;
  while (performance.now() < giveUpAtMs) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where backend_type = 'autovacuum worker'`,
    );
    if (rows.length === 0) break;
    await TIMER.wait(1000).done;
  }
  await client.end();
}

const REST_MS = 600_000;

async function round(store: Store, effort: Effort): Promise<Pairs> {
  const endMs = performance.now() + effort.measureMs;
  return runPairs(store.ledger, { callers: effort.connections, isOver: () => performance.now() >= endMs });
}

async function compare(full: Store, empty: Store, effort: Effort): Promise<Finding> {
  await round(empty, effort);
  await round(full, effort);
  const ratios: number[] = [];
  for (let number = 0; number < effort.rounds; number += 1) {
    // The order is A B, B A: the second finds the server as the first left it.
    const first = await round(number % 2 === 0 ? full : empty, effort);
    const second = await round(number % 2 === 0 ? empty : full, effort);
    const [a, b] = number % 2 === 0 ? [first, second] : [second, first];
    effort.tell(`full ${describe(a)}; empty ${describe(b)}`);
    ratios.push(a.perSecond / b.perSecond);
  }
  return {
    target: null,
    what: `claim and settle on PostgreSQL: ${String(effort.rows)} transactions / none`,
    measured: median(ratios),
    unit: 'ratio',
    wanted: { atLeast: 0.9 },
    spread: (Math.max(...ratios) - Math.min(...ratios)) / median(ratios),
  };
}

/** Purges the oldest partition, a tenth of all rows, while the same callers continue. */
async function purgeBeside(store: Store, effort: Effort): Promise<Finding> {
  const alone = await round(store, effort);
  let isDone = false;
  const beginsAtMs = performance.now();
  const purged = purgeTransactions(
    {
      history: store.history,
      clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
      timer: TIMER,
      batchRows: 200,
      pauseMs: 50,
    },
    {
      receivedBeforeMs: Math.floor(Date.now() / DAY_MS) * DAY_MS - (HISTORY_DAYS - PARTITION_DAYS) * DAY_MS,
      isDryRun: false,
      actor: 'bench',
      reason: 'bench',
      onProgress: ({ deleted }) => {
        if (deleted % 100_000 === 0) effort.tell(`${String(deleted)} purged`);
      },
    },
  ).finally(() => (isDone = true));
  const beside = await runPairs(store.ledger, { callers: effort.connections, isOver: () => isDone });
  const { deleted } = await purged;
  const seconds = (performance.now() - beginsAtMs) / 1000;
  effort.tell(`alone ${describe(alone)}; beside the purge ${describe(beside)}`);
  return {
    target: null,
    what: `p99 of claim and settle beside a purge of ${String(deleted)} / alone`,
    measured: beside.p99Ms / alone.p99Ms,
    unit: 'ratio',
    wanted: { atMost: 2 },
    note: `${beside.p99Ms.toFixed(1)} against ${alone.p99Ms.toFixed(1)} ms; ${(deleted / seconds).toFixed(0)} purged a second`,
  };
}

const TIMER = {
  wait(ms: number) {
    let timer: NodeJS.Timeout | undefined;
    const done = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    return { done, cancel: () => clearTimeout(timer) };
  },
};

function describe({ perSecond, p50Ms, p99Ms }: Pairs): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}

function outcomeOf(findings: readonly Finding[]): Outcome {
  return { subjects: [], ceilingPerSecond: null, findings };
}

function notMeasured(note: string): Finding {
  const what = 'claim and settle on PostgreSQL with many saved transactions / none';
  return { target: null, what, measured: null, unit: 'ratio', wanted: { atLeast: 0.9 }, note };
}

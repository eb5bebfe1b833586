import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/store.js';
import { createSearch } from '../../src/use-cases/search.js';
import type { TransactionFilter } from '../../src/use-cases/transactions/ledger-port.js';
import { startPostgres, whyNoPostgres } from '../../test/support/postgres.js';
import { median } from '../judge/median.js';
import { MASTER_KEY } from '../stage/directory.js';
import { addMixedRows, type MixedRows, TERMINALS } from '../stage/mixed-rows.js';
import type { Effort, Finding, Scenario } from './scenario.js';

/** Transactions of the target; --rows makes them fewer. */
const ROWS_MAX = 1_000_000;
/** Times that each search and each filter is asked. */
const TIMES = 20;

export const search: Scenario = {
  name: 'search',
  about: 'slowest p95 of a search and of a page of a filter, with a million transactions (--rows, --wallets)',
  async run(stage, effort) {
    const onSqlite = await measure('SQLite', `sqlite:${join(stage.folder, 'search.db')}`, effort);
    return {
      subjects: [],
      ceilingPerSecond: null,
      findings: [...onSqlite, ...(await onPostgres(effort))],
    };
  },
};

async function onPostgres(effort: Effort): Promise<readonly Finding[]> {
  const reason = whyNoPostgres();
  if (reason !== null) return [{ ...findingOf('search', 'PostgreSQL'), measured: null, note: reason }];
  const server = await startPostgres({ settings: { shared_buffers: '512MB' } });
  try {
    return await measure('PostgreSQL', server.url, effort);
  } finally {
    await server.stop();
  }
}

async function measure(name: string, databaseUrl: string, effort: Effort): Promise<readonly Finding[]> {
  const size = { rows: Math.min(effort.rows, ROWS_MAX), wallets: effort.wallets };
  const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
  const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock });
  await store.migrate();
  await addMixedRows(databaseUrl, size);
  effort.tell(`${name}: ${String(size.rows)} transactions, ${String(size.wallets)} wallets`);
  const searches = await slowest(searchesOf(store, size), (line) => effort.tell(`${name}, search: ${line}`));
  const filters = await slowest(filtersOf(store), (line) => effort.tell(`${name}, filter: ${line}`));
  await store.close();
  return [
    { ...findingOf('search', name), ...searches },
    { ...findingOf('page of a filter', name), ...filters },
  ];
}

function findingOf(kind: string, database: string): Omit<Finding, 'measured'> {
  return {
    target: null,
    what: `slowest p95 of a ${kind} on ${database}`,
    unit: 'ms',
    wanted: { atMost: 300 },
  };
}

type Asked = readonly (readonly [string, () => Promise<unknown>])[];

/** Returns the greatest p95, and of what. */
async function slowest(
  asked: Asked,
  tell: (line: string) => void,
): Promise<{ readonly measured: number; readonly note: string }> {
  let worst = { measured: 0, note: '' };
  for (const [note, ask] of asked) {
    await ask();
    const timesMs: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const askedAtMs = performance.now();
      await ask();
      timesMs.push(performance.now() - askedAtMs);
    }
    timesMs.sort((a, b) => a - b);
    const measured = timesMs[Math.ceil(TIMES * 0.95) - 1] ?? NaN;
    tell(`${note}: p50 ${median(timesMs).toFixed(1)} ms, p95 ${measured.toFixed(1)} ms`);
    if (measured > worst.measured) worst = { measured, note };
  }
  return worst;
}

function searchesOf(store: Store, { rows, wallets }: MixedRows): Asked {
  const find = createSearch({
    ...store,
    ...store.administration,
    programmes: store.provisioningAdmin,
    pageSizeMax: 200,
  });
  const any = (count: number): number => 1 + Math.floor(Math.random() * count);
  const search = (textOf: () => string) => () => find({ text: textOf(), first: 20 });
  return [
    ['request id', search(() => `${String(5_000_000 + any(wallets))}_20260101_${String(any(rows))}`)],
    ['transaction id', search(() => `H${String(any(rows))}`)],
    ['card', search(() => String(5_000_000 + any(wallets)))],
    ['customer', search(() => String(700_000 + any(wallets)))],
    ['wallet', search(() => String(10_000_000_000 + any(wallets)))],
    ['wallets by their first characters', search(() => `100000${String(any(9))}`)],
    ['terminal', search(() => String(1_000_000_000 + any(TERMINALS)))],
    ['event', search(() => `evt_${String(any(rows)).padStart(12, '0')}`)],
    ['nothing', search(() => `nothing ${String(any(rows))}`)],
  ];
}

/** Filters that many rows pass, few, and none: a page that finds nothing reads longest. */
function filtersOf({ ledger }: Store): Asked {
  const filters: Readonly<Record<string, TransactionFilter>> = {
    'no filter': {},
    card: { cardId: 5_000_001 },
    'transaction id': { transactionId: 'H77' },
    terminal: { terminalId: '1000000077' },
    'unknown terminal': { terminalId: 'unknown' },
    'unknown reference': { reference: 'unknown' },
    'unknown programme': { programme: 'unknown' },
    'unknown key': { keyId: 'unknown' },
    'rare amount': { amountFrom: 77, amountTo: 77 },
    'unused interface': { channel: 'gateway' },
    error: { errorCode: 'DOWNSTREAM_REFUSED' },
    'refused calls of an unknown terminal': { state: 'refused', terminalId: 'unknown' },
  };
  return Object.entries(filters).map(([name, filter]) => [name, () => ledger.list({ filter, first: 50 })]);
}

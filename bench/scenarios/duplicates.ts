import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/store.js';
import { startPostgres, whyNoPostgres } from '../../test/support/postgres.js';
import { median } from '../judge/median.js';
import { checksumCalledSo, runPairs, type IdenticalRuns } from '../load/pairs.js';
import { copyRow } from '../stage/copies.js';
import { MASTER_KEY } from '../stage/directory.js';
import type { Effort, Finding, Scenario } from './scenario.js';

/** Scenario with one caller, like a poller: calls with the same checksum are claimed one after another anyway. */
export const duplicates: Scenario = {
  name: 'duplicates',
  about: 'claim and settle of a call with many saved transactions of its checksum against none (--rows)',
  async run(stage, effort) {
    const onSqlite = await measure('SQLite', `sqlite:${join(stage.folder, 'duplicates.db')}`, effort);
    const findings = [...onSqlite, ...(await onPostgres(effort))];
    return { subjects: [], ceilingPerSecond: null, findings };
  },
};

async function onPostgres(effort: Effort): Promise<readonly Finding[]> {
  const reason = whyNoPostgres();
  if (reason !== null) return [{ ...findingOf('PostgreSQL', 'many'), measured: null, note: reason }];
  const server = await startPostgres();
  try {
    return await measure('PostgreSQL', server.url, effort);
  } finally {
    await server.stop();
  }
}

async function measure(name: string, databaseUrl: string, effort: Effort): Promise<readonly Finding[]> {
  const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
  const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock });
  await store.migrate();
  const checksums: { readonly rows: number; readonly alike: IdenticalRuns; readonly ratios: number[] }[] = [];
  for (const rows of [Math.ceil(Math.min(1000, effort.rows / 10)), Math.min(100_000, effort.rows)]) {
    const alike = checksumCalledSo(`${name} ${String(rows)}`);
    const requestId = await firstOf(store, alike);
    await copyRow(databaseUrl, requestId, rows - 1);
    checksums.push({ rows, alike, ratios: [] });
  }
  for (const { alike } of checksums) await round(store, effort, alike);
  for (let number = 0; number < effort.rounds; number += 1) {
    for (const { rows, alike, ratios } of checksums) {
      // The order is A B, B A, so that neither always comes first.
      const first = await round(store, effort, number % 2 === 0 ? alike : null);
      const second = await round(store, effort, number % 2 === 0 ? null : alike);
      const [many, none] = number % 2 === 0 ? [first, second] : [second, first];
      effort.tell(
        `${name}, ${String(rows)} rows: p50 ${many.p50Ms.toFixed(2)} ms; none: ${none.p50Ms.toFixed(2)} ms`,
      );
      ratios.push(many.p50Ms / none.p50Ms);
    }
  }
  await store.close();
  return checksums.map(({ rows, ratios }) => ({
    ...findingOf(name, String(rows)),
    measured: median(ratios),
    spread: (Math.max(...ratios) - Math.min(...ratios)) / median(ratios),
  }));
}

function findingOf(name: string, rows: string): Omit<Finding, 'measured'> {
  return {
    target: null,
    what: `p50 of claim and settle on ${name}: ${rows} transactions of the checksum / none`,
    unit: 'ratio',
    wanted: { atMost: 1.2 },
  };
}

async function round(store: Store, effort: Effort, alike: IdenticalRuns | null) {
  const endMs = performance.now() + effort.measureMs;
  return runPairs(store.ledger, { callers: 1, isOver: () => performance.now() >= endMs, alike });
}

/** Returns the request id of the first call with this checksum. */
async function firstOf(store: Store, alike: IdenticalRuns): Promise<string> {
  let requestId = '';
  const { ledger } = store;
  let isOver = false;
  await runPairs(
    {
      claim: (input) => {
        requestId = input.requestId;
        isOver = true;
        return ledger.claim(input);
      },
      settle: (input) => ledger.settle(input),
    },
    { callers: 1, isOver: () => isOver, alike },
  );
  return requestId;
}

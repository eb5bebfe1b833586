import { interleave } from '../measure/interleave.js';
import { seedDatabase, seedPostgresWallets } from '../stage/directory.js';
import type { Finding, Scenario } from './scenario.js';
import { startPostgres, whyNoPostgres } from '../../test/support/postgres.js';
import { throughputRatio } from './throughput.js';

const WALLETS = 1000;

/** Comparison with its own PostgreSQL server on the core of the load, with durable commits. The gateway has its usual core. */
export const postgres: Scenario = {
  name: 'postgres',
  about: 'P9: the JSON interface on PostgreSQL against SQLite, same machine',
  async run(stage, effort) {
    const reason = whyNoPostgres();
    if (reason !== null) return { subjects: [], ceilingPerSecond: null, findings: [notMeasured(reason)] };
    const server = await startPostgres();
    try {
      await seedDatabase(server.url);
      await seedPostgresWallets(server.url, WALLETS);
      const onPostgres = await stage.startGateway({ name: 'on-postgres', databaseUrl: server.url });
      const onSqlite = await stage.startGateway({ name: 'on-sqlite' });
      const [a, b] = await interleave(stage, [onPostgres, onSqlite], { kind: 'json', effort });
      await onPostgres.stop();
      await onSqlite.stop();
      if (a === undefined || b === undefined) throw new Error('A subject is missing.');
      const target = { name: 'P9', peer: b.name, atLeast: 0.5 };
      const finding = throughputRatio(a, b, { kind: 'json', ceilingPerSecond: null, target });
      return { subjects: [a, b], ceilingPerSecond: null, findings: [finding] };
    } finally {
      await server.stop();
    }
  },
};

function notMeasured(note: string): Finding {
  const what = 'JSON interface on PostgreSQL / on SQLite';
  return { target: 'P9', what, measured: null, unit: 'ratio', wanted: { atLeast: 0.5 }, note };
}

import { interleave } from '../measure/interleave.js';
import { seedDatabase, seedPostgresWallets } from '../stage/directory.js';
import type { Finding, Scenario } from './scenario.js';
import { startPostgres, whyNoPostgres } from '../../test/support/postgres.js';
import { throughputRatio } from './throughput.js';

const WALLETS = 1000;
const AT_LEAST = 3;

/** Comparison on one PostgreSQL server, on the core of the load, with durable commits. Both programs have the subject's core. */
export const postgres: Scenario = {
  name: 'postgres',
  about: 'P9: the JSON interface on PostgreSQL against the stock on PostgreSQL',
  async run(stage, effort) {
    const reason = whyNoPostgres();
    if (reason !== null) return [notMeasured(reason)];
    const server = await startPostgres();
    try {
      await seedDatabase(server.url);
      await seedPostgresWallets(server.url, WALLETS);
      const gateway = await stage.startGateway({ name: 'gateway-postgres', databaseUrl: server.url });
      const stock = await stage.startPeer('stock', { database: await server.createDatabase() });
      const [a, b] = await interleave(stage, [gateway, stock], { kind: 'json', effort });
      await gateway.stop();
      await stock.stop();
      return [throughputRatio(a, b, { target: { name: 'P9', atLeast: AT_LEAST } })];
    } finally {
      await server.stop();
    }
  },
};

function notMeasured(note: string): Finding {
  const what = 'JSON interface on PostgreSQL / stock on PostgreSQL';
  return { target: 'P9', what, measured: null, unit: 'ratio', wanted: { atLeast: AT_LEAST }, note };
}

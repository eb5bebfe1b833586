/**
 * Tests R1 on several nodes that share PostgreSQL, with a client that goes from one node to the next. Nodes and the database are
 * killed while calls are under way. In full size:
 *
 *   CARDWAY_FAULT_NODES=3 CARDWAY_FAULT_KILLS=200 CARDWAY_FAULT_ACKNOWLEDGED=10000 npm test -- test/nodes/kill
 */
import type { LedgerRow } from '../support/channels/ledger.js';
import { postgresServerTests } from '../support/databases.js';
import { startNodes } from '../support/nodes.js';
import { killSuite } from '../fault/kill-suite.js';
import { NODES, nodeSettings } from './settings.js';

postgresServerTests((_name, create, server) => {
  killSuite(`${String(NODES)} nodes on PostgreSQL`, async (env) => {
    const database = await create();
    const gateway = await startNodes({ count: NODES, env: { ...env, ...nodeSettings(database.url) } });
    return {
      gateway,
      rows: () => database.query<LedgerRow>('select * from transactions order by sequence'),
      query: (sql) => database.query(sql),
      restartDatabase: () => server().restart('immediate'),
      close: () => database.close(),
    };
  });
});

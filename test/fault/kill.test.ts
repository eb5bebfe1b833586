/**
 * R1: no acknowledged call is lost and none is sent twice, however often the gateway is killed.
 *
 * Clients keep calls under way while the gateway is killed (SIGKILL) at random moments and started again on the same file. At the
 * end three logs must agree: the clients' replies, the calls that the wallet service received, and the ledger. In full size:
 *
 *   CARDWAY_FAULT_KILLS=200 CARDWAY_FAULT_ACKNOWLEDGED=10000 npm test -- test/fault/kill.test.ts
 *
 * CARDWAY_FAULT_IN_FLIGHT (16) is the number of calls under way. CARDWAY_FAULT_SEED repeats the same choices.
 */
import { openLedgerFile } from '../support/channels/ledger.js';
import { temporaryFolder } from '../support/gateway.js';
import { killSuite } from './kill-suite.js';
import { startRestartingGateway } from './restarting-gateway.js';

killSuite('one gateway on SQLite', async (env) => {
  const folder = temporaryFolder();
  const gateway = await startRestartingGateway(folder, env);
  const ledger = openLedgerFile(folder);
  return {
    gateway,
    rows: () => Promise.resolve(ledger.rows()),
    query: (sql) => ledger.query(sql),
    close() {
      ledger.close();
      return Promise.resolve();
    },
  };
});

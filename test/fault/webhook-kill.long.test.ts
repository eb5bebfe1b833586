/**
 * R7 on one gateway and SQLite. In full size:
 *
 *   CARDWAY_FAULT_WEBHOOK_KILLS=200 CARDWAY_FAULT_EVENTS=10000 npm test -- test/fault/webhook-kill
 */
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { openEventWriter } from '../support/webhooks/event-writer.js';
import { startRestartingGateway } from './restarting-gateway.js';
import { webhookKillSuite } from './webhook-kill-suite.js';

webhookKillSuite('a gateway on SQLite', async (folder, env) => {
  const gateway = await startRestartingGateway(folder, { CARDWAY_PORT: await freePort(), ...env });
  const writer = await openEventWriter(join(folder, 'cardway.db'));
  return {
    gateway,
    urls: [await gateway.url()],
    processes: 1,
    writer,
    async close() {
      await writer.close();
      await gateway.stop();
    },
  };
});

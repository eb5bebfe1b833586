/**
 * Tests R7 on several nodes that share PostgreSQL: events are written beside them, each subscriber follows another node, and all
 * nodes deliver. In full size:
 *
 *   CARDWAY_FAULT_NODES=3 CARDWAY_FAULT_WEBHOOK_KILLS=60 CARDWAY_FAULT_EVENTS=5000 npm test -- test/nodes/webhook-kill.long.test.ts
 */
import { webhookKillSuite } from '../fault/webhook-kill-suite.js';
import { postgresTests } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { startNodes } from '../support/nodes.js';
import { eventWriterOn } from '../support/webhooks/event-writer.js';
import { NODES, nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

postgresTests((_name, create) => {
  webhookKillSuite(`${String(NODES)} nodes on PostgreSQL`, async (_folder, env) => {
    const database = await create();
    const ports = await Promise.all(Array.from({ length: NODES }, freePort));
    const gateway = await startNodes({
      count: NODES,
      ports,
      env: {
        ...nodeSettings(database.url),
        ...env,
        // Same value as on the other nodes: a pause of one process does not end its lease.
        ...constants({ WEBHOOK_TIMEOUT_MS: 1000 }),
      },
    });
    const writer = await eventWriterOn(database.dialect());
    return {
      gateway,
      urls: gateway.urls,
      processes: NODES,
      writer,
      async close() {
        await writer.close();
        await gateway.stop();
        await database.close();
      },
    };
  });
});

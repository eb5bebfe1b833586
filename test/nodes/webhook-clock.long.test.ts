/** Tests docs/postgresql.md#clocks: a node with a wrong clock signs webhooks that receivers accept. */
import { verifyWebhook } from '../../src/client/index.js';
import { until } from '../life/until.js';
import { postgresTests } from '../support/databases.js';
import { startGateway } from '../support/gateway.js';
import { movedClock } from '../support/moved-clock.js';
import { addEndpoint, testEndpoint } from '../support/webhooks/endpoints.js';
import { startReceiver } from '../support/webhooks/receiver.js';
import { nodeSettings } from './settings.js';

postgresTests((name, create) => {
  it.each([-1, 1])(`receivers accept the webhooks of a node on ${name} that is %i h ahead`, async (hours) => {
    const database = await create();
    const receiver = await startReceiver();
    const node = await startGateway({
      env: {
        ...nodeSettings(database.url),
        CARDWAY_WEBHOOK_ALLOW_PRIVATE: 'true',
        ...movedClock({ aheadMs: hours * 3_600_000 }),
      },
    });
    try {
      const { id, secret } = await addEndpoint(node.url, receiver.url);
      await testEndpoint(node.url, id);
      await until('the webhook has come', () => receiver.received.length > 0);
      expect(verifyWebhook({ ...receiver.received[0]!, secret })).toMatchObject({ type: 'endpoint.test' });
    } finally {
      await node.kill();
      await receiver.close();
      await database.close();
    }
  });
});

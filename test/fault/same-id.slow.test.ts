import { startGateway, temporaryFolder } from '../support/gateway.js';
import { sameIdSuite } from './same-id-suite.js';

// One gateway: an SQLite file has one serving process. Several nodes: test/nodes/same-id.
sameIdSuite(async (env) => {
  const folder = temporaryFolder();
  const gateway = await startGateway({ folder, env });
  return {
    urls: [gateway.url],
    async stop() {
      await gateway.kill();
    },
  };
});

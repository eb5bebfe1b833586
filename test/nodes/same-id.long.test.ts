import { sameIdSuite } from '../fault/same-id-suite.js';
import { postgresTests } from '../support/databases.js';
import { startNodes } from '../support/nodes.js';
import { nodeSettings } from './settings.js';

postgresTests((_name, create) => {
  sameIdSuite(async (env) => {
    const database = await create();
    const nodes = await startNodes({ count: 3, env: { ...nodeSettings(database.url), ...env } });
    return {
      urls: nodes.urls,
      async stop() {
        await nodes.stop();
        await database.close();
      },
    };
  });
});

/** Tests that the chain of the audit log survives kills of nodes while they chain it. */
import { postgresTests } from '../support/databases.js';
import { startNodes } from '../support/nodes.js';
import { nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

const KILLS = 8;
const ENTRIES_A_KILL = 150;

postgresTests((_name, create) => {
  it('has each acknowledged entry once, in a whole chain, after kills of both nodes', async () => {
    const database = await create();
    const store = await database.open();
    const nodes = await startNodes({
      count: 2,
      env: { ...nodeSettings(database.url), ...constants({ SWEEP_EVERY_MS: 10 }) },
    });
    try {
      const entry = { actor: 'system', action: 'test', reason: '', before: 'null', after: 'null' };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const written = Array.from({ length: ENTRIES_A_KILL }, (_, number) =>
          store.history.record({ ...entry, subject: `${String(kill)}-${String(number)}` }),
        );
        await Promise.all([nodes.killAndRestart(), ...written]);
      }
      const { broken } = await store.auditChain.verify({ after: null, heads: [], limit: 10_000 });
      expect(broken).toBeNull();
      const [counts] = await database.query<{ rows: number; subjects: number }>(
        `select count(*) as rows, count(distinct subject) as subjects from audit_log where action = 'test'`,
      );
      expect(counts).toEqual({ rows: KILLS * ENTRIES_A_KILL, subjects: KILLS * ENTRIES_A_KILL });
    } finally {
      await nodes.stop();
      await database.close();
    }
  });
});

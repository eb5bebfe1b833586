/** Tests that the chain of the audit log survives kills of nodes while they chain it. */
import { until } from '../life/until.js';
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
      const verified = () => store.auditChain.verify({ after: null, heads: [], limit: 10_000 });
      await until('all is chained', async () => (await verified()).pending === 0);
      const { broken, checked } = await verified();
      expect(broken).toBeNull();
      expect(checked).toBeGreaterThanOrEqual(KILLS * ENTRIES_A_KILL);
      const [counts] = await database.query<{ rows: number; subjects: number }>(
        `select count(*) as rows, count(distinct l.subject) as subjects from audit_chain c
          join audit_log l on l.sequence = c.sequence where l.action = 'test'`,
      );
      expect(counts).toEqual({ rows: KILLS * ENTRIES_A_KILL, subjects: KILLS * ENTRIES_A_KILL });
    } finally {
      await nodes.stop();
      await database.close();
    }
  });
});

import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { historyContract } from './history.contract.js';
import { keptFor } from './kept.js';
import { statsContract } from './stats.contract.js';

eachDatabase((name, create) => {
  describe(`a store on ${name}`, () => {
    const clock = testClock();
    const kept = keptFor(create, async (database) => {
      const store = await database.open({ databaseClock: clock });
      return { store, other: await database.open({ databaseClock: clock }) };
    });

    historyContract(name, async () => {
      const { store, database } = await kept();
      return {
        ledger: store.ledger,
        history: store.history,
        audited: () => database.query('select action, actor from audit_log order by sequence'),
        query: (sql) => database.query(sql),
      };
    });

    statsContract(name, async () => {
      const { store, other, database } = await kept();
      return { ...store, other, clock, query: (sql) => database.query(sql) };
    });
  });
});

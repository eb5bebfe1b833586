import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { attemptsContract } from './attempts.contract.js';

eachDatabase((name, create) => {
  attemptsContract(name, async () => {
    const database = await create();
    const databaseClock = testClock();
    const store = await database.open({ databaseClock, settings: { scanRows: 4 } });
    const other = await database.open({ databaseClock, settings: { scanRows: 4 } });
    return {
      attempts: store.attempts,
      other: other.attempts,
      directoryAdmin: store.directoryAdmin,
      setNowMs: (nowMs) => {
        databaseClock.set(nowMs);
      },
      query: (sql) => database.query(sql),
      forbid: (table) => database.forbid(table),
      close: () => database.close(),
    };
  });
});

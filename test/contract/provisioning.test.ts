import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { attemptsContract } from './attempts.contract.js';
import { keptFor } from './kept.js';
import { provisioningContract } from './provisioning.contract.js';
import { directoryOf } from '../support/directory.js';

eachDatabase((name, create) => {
  const databaseClock = testClock();
  const startMs = databaseClock.nowMs();
  const setNowMs = (nowMs: number): void => databaseClock.set(nowMs);

  describe(`stores on ${name}`, () => {
    const kept = keptFor(create, async (database) => ({
      store: await database.open({ databaseClock }),
      other: await database.open({ databaseClock }),
    }));

    provisioningContract(name, async () => {
      setNowMs(startMs);
      const { store, other, database } = await kept();
      return {
        provisioning: store.provisioning,
        provisioningAdmin: store.provisioningAdmin,
        other: other.provisioning,
        setNowMs,
        history: (attemptId) =>
          database.query(
            `select actor, from_state "from", to_state "to", reason from attempt_history
            where attempt_id = '${attemptId}' order by sequence`,
          ),
      };
    });
  });

  describe(`stores that scan few rows on ${name}`, () => {
    const kept = keptFor(create, async (database) => ({
      store: await database.open({ databaseClock, settings: { scanRows: 4, pageScanMs: 60_000 } }),
      other: await database.open({ databaseClock, settings: { scanRows: 4, pageScanMs: 60_000 } }),
    }));

    attemptsContract(name, async () => {
      setNowMs(startMs);
      const { store, other, database } = await kept();
      return {
        attempts: store.attempts,
        other: other.attempts,
        directoryAdmin: directoryOf(store),
        setNowMs,
        query: (sql) => database.query(sql),
        forbid: (table) => database.forbid(table),
      };
    });
  });
});

import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { provisioningContract } from './provisioning.contract.js';

eachDatabase((name, create) => {
  provisioningContract(name, async () => {
    const database = await create();
    const databaseClock = testClock();
    const store = await database.open({ databaseClock });
    const other = await database.open({ databaseClock });
    return {
      provisioning: store.provisioning,
      provisioningAdmin: store.provisioningAdmin,
      other: other.provisioning,
      setNowMs: (nowMs) => {
        databaseClock.set(nowMs);
      },
      history: (attemptId) =>
        database.query(
          `select actor, from_state "from", to_state "to", reason from attempt_history
            where attempt_id = '${attemptId}' order by sequence`,
        ),
      close: () => database.close(),
    };
  });
});

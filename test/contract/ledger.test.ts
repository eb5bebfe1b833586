import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { ledgerContract } from './ledger.contract.js';

eachDatabase((name, create) => {
  ledgerContract(name, async () => {
    const database = await create();
    const clock = testClock();
    const store = await database.open({ clock, settings: { scanRows: 4 } });
    const other = await database.open({ clock });
    return {
      ledger: store.ledger,
      other: other.ledger,
      setNowMs: (nowMs) => {
        clock.set(nowMs);
      },
      close: () => database.close(),
    };
  });
});

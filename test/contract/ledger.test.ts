import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import type { LedgerUnderTest } from './ledger-under-test.js';
import { ledgerContract } from './ledger.contract.js';
import { takeOverContract } from './take-over.contract.js';

eachDatabase((name, create) => {
  const open = async (): Promise<LedgerUnderTest> => {
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
  };
  ledgerContract(name, open);
  takeOverContract(name, open);
});

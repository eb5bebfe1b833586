import { eachDatabase } from '../support/databases.js';
import { testClock } from '../unit/store/temporary-store.js';
import { keptFor } from './kept.js';
import type { LedgerUnderTest } from './ledger-under-test.js';
import { ledgerContract } from './ledger.contract.js';
import { takeOverContract } from './take-over.contract.js';

eachDatabase((name, create) => {
  describe(`stores on ${name}`, () => {
    const clock = testClock();
    const startMs = clock.nowMs();
    const kept = keptFor(create, async (database) => ({
      store: await database.open({ clock, settings: { scanRows: 4, pageScanMs: 60_000 } }),
      other: await database.open({ clock }),
    }));
    const open = async (): Promise<LedgerUnderTest> => {
      clock.set(startMs);
      const { store, other } = await kept();
      return {
        ledger: store.ledger,
        other: other.ledger,
        setNowMs: (nowMs) => {
          clock.set(nowMs);
        },
      };
    };
    ledgerContract(name, open);
    takeOverContract(name, open);
  });
});

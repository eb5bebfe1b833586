import { migratedStore, temporaryFolder, testClock } from '../unit/store/temporary-store.js';
import { ledgerContract } from './ledger.contract.js';

ledgerContract('SQLite', async () => {
  const folder = temporaryFolder();
  const clock = testClock();
  const settings = { scanRows: 4 };
  const store = await migratedStore({ file: folder.file, clock, settings });
  const other = await migratedStore({ file: folder.file, clock });
  return {
    ledger: store.ledger,
    other: other.ledger,
    setNowMs: (nowMs) => {
      clock.set(nowMs);
    },
    async close() {
      await store.close();
      await other.close();
      folder.remove();
    },
  };
});

import { migratedStore, temporaryFolder, testClock } from '../unit/store/temporary-store.js';
import { openEventWriter } from '../support/webhooks/event-writer.js';
import { deliveriesContract } from './deliveries.contract.js';

deliveriesContract('SQLite', async () => {
  const folder = temporaryFolder();
  const clock = testClock();
  const store = await migratedStore({ file: folder.file, clock, settings: { scanRows: 2 } });
  const other = await migratedStore({ file: folder.file, clock });
  const writer = await openEventWriter(folder.file);
  return {
    ...store,
    other: other.deliveries,
    append: (event, nowMs) => writer.append(event, nowMs),
    setNowMs: (nowMs) => {
      clock.set(nowMs);
    },
    async close() {
      await writer.close();
      await store.close();
      await other.close();
      folder.remove();
    },
  };
});

import { eachDatabase } from '../support/databases.js';
import { eventWriterOn } from '../support/webhooks/event-writer.js';
import { testClock } from '../unit/store/temporary-store.js';
import { deliveriesContract } from './deliveries.contract.js';

eachDatabase((name, create) => {
  deliveriesContract(name, async () => {
    const database = await create();
    const clock = testClock();
    const store = await database.open({ clock, settings: { scanRows: 2 } });
    const other = await database.open({ clock });
    const writer = await eventWriterOn(database.dialect({}, clock));
    return {
      ...store,
      other: other.deliveries,
      append: (event, nowMs) => writer.append(event, nowMs),
      setNowMs: (nowMs) => {
        clock.set(nowMs);
      },
      async close() {
        await writer.close();
        await database.close();
      },
    };
  });
});

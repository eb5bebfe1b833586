import { eachDatabase } from '../support/databases.js';
import { appenderWith } from '../stream/appender.js';
import { startChild } from '../unit/store/child/start.js';
import { testClock } from '../unit/store/temporary-store.js';
import { eventLogContract } from './events.contract.js';

eachDatabase((name, create) => {
  eventLogContract(name, async () => {
    const database = await create();
    const clock = testClock();
    const store = await database.open({ clock });
    const appender = await appenderWith(database.dialect(), () => clock.nowMs());
    return {
      log: store.eventLog,
      append: (...events) => appender.append(...events),
      appendFromTwoProcesses: (count) =>
        Promise.all(
          ['1', '2'].map(
            (prefix) =>
              startChild('append-events.ts', database.url.replace(/^sqlite:/, ''), prefix, String(count))
                .ended,
          ),
        ),
      async await(sequence) {
        await database.query(`insert into programmes (programme, name) values ('awaiting', 'Awaiting')`);
        await database.query(
          `insert into endpoints (endpoint_id, programme, url, sealed_secret, created_at_ms)
            values ('end', 'awaiting', 'https://end.example', '', 0)`,
        );
        await database.query(
          `insert into deliveries (event_sequence, endpoint_id, state) values (${String(sequence)}, 'end', 'pending')`,
        );
      },
      setNowMs: (nowMs) => clock.set(nowMs),
      async close() {
        await appender.close();
        await database.close();
      },
    };
  });
});

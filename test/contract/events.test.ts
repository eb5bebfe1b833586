import { eachDatabase } from '../support/databases.js';
import { eventWriterOn } from '../support/webhooks/event-writer.js';
import { appenderWith } from '../stream/appender.js';
import { startChild } from '../unit/store/child/start.js';
import { testClock } from '../unit/store/temporary-store.js';
import { deliveriesContract } from './deliveries.contract.js';
import { eventLogContract } from './events.contract.js';
import { keptFor } from './kept.js';
import { directoryOf } from '../support/directory.js';

eachDatabase((name, create) => {
  const clock = testClock();
  const startMs = clock.nowMs();
  const setNowMs = (nowMs: number): void => clock.set(nowMs);

  describe(`a store on ${name}`, () => {
    const kept = keptFor(create, async (database) => ({ store: await database.open({ clock }) }));

    eventLogContract(name, async () => {
      setNowMs(startMs);
      const { store, database } = await kept();
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
        setNowMs,
        close: () => appender.close(),
      };
    });
  });

  describe(`stores that scan few rows on ${name}`, () => {
    const kept = keptFor(create, async (database) => ({
      store: await database.open({ clock, settings: { scanRows: 2, pageScanMs: 60_000 } }),
      other: await database.open({ clock }),
    }));

    deliveriesContract(name, async () => {
      setNowMs(startMs);
      const { store, other, database } = await kept();
      const writer = await eventWriterOn(database.dialect({}, clock));
      return {
        ...store,
        directoryAdmin: directoryOf(store),
        other: other.deliveries,
        append: (event, nowMs) => writer.append(event, nowMs),
        setNowMs,
        close: () => writer.close(),
      };
    });
  });
});

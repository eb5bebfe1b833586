/** Tests resends of events that another gateway deletes at the same moment, because they are older than their retention. */
import { Client } from 'pg';
import { deliveryId } from '../../../src/core/events/delivery.js';
import type { Store } from '../../../src/store/store.js';
import { createResend } from '../../../src/use-cases/events/resend.js';
import { until } from '../../life/until.js';
import { postgresTests, type TestDatabase } from '../../support/databases.js';
import { appenderWith, digitized } from '../../stream/appender.js';
import { directoryOf } from '../../support/directory.js';

const OPERATOR = { keyId: 'op', role: 'operator', programme: null, terminalIds: null } as const;

postgresTests((name, create) => {
  describe(`a resend while old events are deleted on ${name}`, () => {
    let database: TestDatabase;
    let stores: readonly Store[];
    let holder: Client;

    beforeEach(async () => {
      database = await create();
      stores = await Promise.all([database.open(), database.open()]);
      holder = new Client({ connectionString: database.url });
      await holder.connect();
      await directoryOf(stores[0]!).putProgramme({ programme: 'sandbox' });
    });

    afterEach(async () => {
      await holder.end();
      await database.close();
    });

    const happen = async (): Promise<void> => {
      const appender = await appenderWith(database.dialect());
      for (const number of [1, 2]) await appender.append(digitized(number));
      await appender.close();
    };
    const addEndpoint = (): Promise<unknown> =>
      stores[0]!.endpoints.add({
        endpointId: 'ep_a',
        programme: 'sandbox',
        url: 'https://a.example/',
        actor: 'op',
      });
    const waiting = async (): Promise<number> => {
      const rows = await database.query<{ count: string }>(`select count(distinct pid) as count from pg_locks
        where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`);
      return Number(rows[0]?.count);
    };

    /** Lets the deletion of both events begin, and the resend while it runs. Resolves with the number of resent events. */
    async function resendMeanwhile(resend: (store: Store) => Promise<number>): Promise<number> {
      const [expiring, resending] = stores as [Store, Store];
      const [{ first }] = (await database.query<{ first: string }>(
        'select min(sequence) as first from events',
      )) as [{ first: string }];
      await holder.query('begin');
      await holder.query(`select from events where sequence = ${first} for update`);
      const expired = expiring.eventLog.expire({ recordedBeforeMs: Date.now() + 1e9, after: 0, limit: 10 });
      await until('the deletion waits', async () => (await waiting()) === 1);
      let isOver = false;
      const resent = resend(resending).finally(() => (isOver = true));
      await until('the resend is over, or waits', async () => isOver || (await waiting()) === 2);
      await holder.query('commit');
      await expired;
      return resent;
    }

    const pending = async (): Promise<number> =>
      (await database.query("select from deliveries where state = 'pending'")).length;

    it.each([
      ['that were delivered before', async () => (await addEndpoint(), await happen())],
      ['that were never sent to the endpoint', async () => (await happen(), await addEndpoint())],
    ])('loses no event of those that it counts, %s', async (_what, prepare) => {
      await prepare();
      await database.query("update deliveries set state = 'delivered', next_attempt_at_ms = null");
      const count = await resendMeanwhile(async (store) => {
        const resent = await store.deliveries.resendRange({
          endpointId: 'ep_a',
          fromMs: null,
          toMs: null,
          isUndeliveredOnly: false,
          afterEvent: 0,
          limit: 100,
          note: null,
        });
        return resent.count;
      });
      expect(await pending()).toBe(count);
    });

    it('of one delivery that is deleted finds none', async () => {
      await addEndpoint();
      await happen();
      const [last] = await database.query<{ sequence: string }>(
        'select sequence from deliveries order by sequence desc limit 1',
      );
      await database.query("update deliveries set state = 'delivered', next_attempt_at_ms = null");
      const count = await resendMeanwhile((store) =>
        createResend(store)
          .delivery(OPERATOR, deliveryId(Number(last?.sequence)))
          .then(
            () => 1,
            (error: unknown) => {
              expect(error).toMatchObject({ code: 'NOT_FOUND' });
              return 0;
            },
          ),
      );
      expect(await pending()).toBe(count);
    });
  });
});

/** Tests a migration beside a running gateway and somebody who reads for long, such as an analyst, pg_dump or a vacuum. */
import { Client } from 'pg';
import type { StoreSettings } from '../../../src/store/settings.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { deduct } from '../../contract/samples.js';
import { until } from '../../life/until.js';
import { MASTER_KEY, postgresServerTests } from '../../support/databases.js';
import { testClock } from './temporary-store.js';

/** Takes the last migrations back, one of which changes the table of all payments. */
const BEFORE = `drop index transactions_keyless; drop index transactions_route_due; create index transactions_due on transactions (next_attempt_at_ms);
  create unique index token_authorizations_final on token_authorizations (programme, token_reference)
    where decision <> 'REQUIRE_ADDITIONAL_AUTHENTICATION';
  delete from kysely_migration where name >= '0031'`;

const LAST = ['0031-due-by-route', '0032-keyless-digests', '0033-decisions-after-deletion'];

postgresServerTests((name, _create, server) => {
  describe(`a migration on ${name} beside somebody who uses a table for long`, () => {
    let url: string;
    let analyst: Client;
    let beside: Client;
    const stores: Store[] = [];

    const openOn = async (settings: Partial<StoreSettings>): Promise<Store> => {
      const store = await openStore({
        databaseUrl: url,
        masterKey: MASTER_KEY,
        clock: testClock(),
        settings,
      });
      stores.push(store);
      return store;
    };

    beforeEach(async () => {
      url = await server().createDatabase(server().url);
      analyst = new Client({ connectionString: url, application_name: 'analyst' });
      beside = new Client({ connectionString: url });
      await Promise.all([analyst.connect(), beside.connect()]);
      await beside.query(BEFORE);
      await analyst.query('begin');
      await analyst.query('select count(*) from transactions');
    });

    afterEach(async () => {
      await Promise.all([analyst.end(), beside.end(), ...stores.splice(0).map((store) => store.close())]);
    });

    it('does not stop the payments of a running gateway, and is done when the reader ends', async () => {
      const running = await openOn({ statementTimeoutMs: 2000 });
      const migrated = (await openOn({ migrateWaitMs: 100_000 })).migrate();
      await until('the migration waits for the table', async () => {
        const { rows } = await beside.query(
          "select from pg_locks where locktype = 'relation' and not granted",
        );
        return rows.length > 0;
      });
      for (let number = 0; number < 20; number += 1) {
        const claim = deduct({ requestId: `5001_20260101220405_${String(number)}` });
        expect(await running.ledger.claim(claim)).toMatchObject({ kind: 'claimed' });
      }
      await analyst.query('commit');
      expect(await migrated).toEqual(LAST);
    });

    it('gives up in the end, and says who is in the way', async () => {
      const { rows } = await analyst.query<{ pid: number }>('select pg_backend_pid() as pid');
      await expect((await openOn({ migrateWaitMs: 500 })).migrate()).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining(
          `held by process ${String(rows[0]?.pid)} (cardway, analyst): let it end`,
        ) as unknown,
      });
    });

    it('has a vacuum of the server ended that is in the way', async () => {
      await analyst.query('commit');
      const { ledger } = await openOn({});
      const claims = Array.from({ length: 400 }, (_, number) =>
        ledger.claim(deduct({ requestId: `5001_20260101220405_${String(number)}` })),
      );
      await Promise.all(claims);
      await beside.query('alter table transactions set (autovacuum_vacuum_insert_threshold = 1)');
      await slowly();
      await until('a vacuum runs', async () => (await vacuums()) > 0);
      expect(await (await openOn({ migrateWaitMs: 5000 })).migrate()).toEqual(LAST);
    });

    /** Lets the server vacuum every second, so slowly that a vacuum of a small table takes minutes. */
    async function slowly(): Promise<void> {
      const settings = { naptime: '1', vacuum_cost_delay: '100ms', vacuum_cost_limit: '1' };
      for (const [setting, value] of Object.entries(settings))
        await asAdmin(`alter system set autovacuum_${setting} = '${value}'`);
      await asAdmin('select pg_reload_conf()');
    }

    const vacuums = async (): Promise<number> =>
      (await asAdmin("select from pg_stat_progress_vacuum where relid = 'transactions'::regclass")).length;

    async function asAdmin(sql: string): Promise<unknown[]> {
      const place = new URL(server().adminUrl);
      place.pathname = new URL(url).pathname;
      const client = new Client({ connectionString: place.href });
      await client.connect();
      const { rows } = await client.query(sql);
      await client.end();
      return rows;
    }
  });
});

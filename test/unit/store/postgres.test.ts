import { Client } from 'pg';
import { KNOWN_MIGRATIONS } from '../../../src/store/maintenance/migrations/migrate.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { answered, deduct } from '../../contract/samples.js';
import { until } from '../../life/until.js';
import { MASTER_KEY, postgresServerTests, type TestDatabase } from '../../support/databases.js';
import { testClock } from './temporary-store.js';

/** Enough for plans that read what the statistics deny to show. */
const PAYMENTS = 3000;

postgresServerTests((name, create, server) => {
  const openOn = (databaseUrl: string): Promise<Store> =>
    openStore({ databaseUrl, masterKey: MASTER_KEY, clock: testClock() });

  describe(`the schema on ${name}`, () => {
    it('is installed once by eight nodes that start together', async () => {
      const url = await server().createDatabase();
      const stores = await Promise.all(Array.from({ length: 8 }, () => openOn(url)));
      const applied = await Promise.all(stores.map((store) => store.migrate()));
      expect(applied.map(({ length }) => length).sort((a, b) => b - a)).toEqual([
        KNOWN_MIGRATIONS.length,
        ...Array.from({ length: 7 }, () => 0),
      ]);
      expect(await stores[7]?.status()).toEqual({ isReady: true });
      await Promise.all(stores.map((store) => store.close()));
    });

    it('is refused at start when it is newer, and still served by running nodes', async () => {
      const database = await create();
      const running = await database.open();
      expect(await running.status()).toEqual({ isReady: true });
      await database.query(`insert into kysely_migration values ('9999-from-the-future', '2030-01-01')`);
      const starting = await openOn(database.url);
      await expect(starting.migrate()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await starting.status()).toMatchObject({ isReady: false });
      expect(await running.status()).toEqual({ isReady: true });
      await starting.close();
      await database.query(`delete from kysely_migration where name = '9999-from-the-future'`);
      await database.close();
    });
  });

  describe(`a store on ${name}`, () => {
    let database: TestDatabase;

    beforeEach(async () => {
      database = await create();
    });

    afterEach(async () => {
      await database.close();
    });

    it('requires the master key', async () => {
      const opening = openStore({ databaseUrl: database.url, clock: testClock() });
      await expect(opening).rejects.toMatchObject({
        message: expect.stringContaining('master key') as string,
      });
    });

    it('gives followers of the ledger every row, although rows do not commit in the order of their numbers', async () => {
      const stores = await Promise.all(
        [1, 2].map(() => database.open({ settings: { writersMax: 6, followHoldMs: 0 } })),
      );
      const follower = await database.open({ settings: { followHoldMs: 0 } });
      const count = 100;
      let isDone = false;
      const claims = stores.flatMap(({ ledger }, node) =>
        Array.from({ length: count }, (_, index) => {
          const transactionId = `${String(node)}${String(index)}`;
          return ledger.claim(deduct({ requestId: `5001_20260101220405_${transactionId}`, transactionId }));
        }),
      );
      const claimed = Promise.all(claims).then(() => (isDone = true));
      const seen: number[] = [];
      while (seen.length < 2 * count) {
        const wasDone = isDone;
        const page = await follower.savedTransactions.read({
          after: seen.at(-1) ?? 0,
          filter: null,
          limit: 50,
        });
        const items = page.kind === 'page' ? page.items : [];
        seen.push(...items.map(({ sequence }) => sequence));
        if (wasDone && items.length === 0) break;
      }
      await claimed;
      expect(seen).toHaveLength(2 * count);
    });
  });

  it('reads the ledger never as a whole for payments, even when the statistics of the server say that it is empty', async () => {
    const url = await server().createDatabase();
    const store = await openOn(url);
    await store.migrate();
    const query = async (sql: string): Promise<Record<string, unknown>> => {
      const client = new Client(url);
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(sql);
      await client.end();
      return rows[0] ?? {};
    };
    await query('alter table transactions set (autovacuum_enabled = off)');
    await query('vacuum analyze transactions');
    let count = 0;
    const pay = async (): Promise<void> => {
      while (count < PAYMENTS) {
        count += 1;
        const requestId = `5001_20260101220405_${String(count)}`;
        const claimed = deduct({ requestId, transactionId: requestId });
        await store.ledger.claim(claimed);
        await store.ledger.apply(answered(requestId, { claimed }));
      }
    };
    await Promise.all(Array.from({ length: 50 }, pay));
    // A connection reports its reads when it ends.
    await store.close();
    const readOf = async (what: string): Promise<number> => {
      const { read } = await query(
        `select sum(${what}) as read from pg_stat_user_tables join pg_stat_user_indexes using (relid)
          where pg_stat_user_tables.relname = 'transactions'`,
      );
      return Number(read);
    };
    await until(
      'the reads are counted',
      async () => (await readOf('pg_stat_user_indexes.idx_scan')) >= PAYMENTS,
    );
    expect(await readOf('seq_tup_read')).toBe(0);
    expect(await readOf('idx_tup_read')).toBeLessThan(3 * PAYMENTS);
  });

  it.each([
    ['postgres://user:secret@host', /host and a database/],
    ['postgres://user:secret@host/db?sslmode=prefer', /sslmode/],
    ['postgres://user:secret@host/db?secret=1', /parameters/],
    ['postgres://user:secret%@host/db', /percent-encoded/],
    ['postgres://user:secret@one:5432,two:5432/db', /names one host/],
    ['postgres://user:secret@/db?host=one,two', /names one host/],
    ['postgres://user:secret,1@127.0.0.1:1/db', /nobody listens/],
    ['postgres://user:secret@127.0.0.1:1/db', /nobody listens/],
  ])('refuses %s in a sentence that holds no secret', async (url, sentence) => {
    const error = await openOn(url).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(sentence) as string });
    expect(String(error)).not.toContain('secret');
  });
});

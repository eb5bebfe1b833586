import { Client } from 'pg';
import { KNOWN_MIGRATIONS } from '../../../src/store/maintenance/migrations/migrate.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { deduct } from '../../contract/samples.js';
import { MASTER_KEY, postgresServerTests } from '../../support/databases.js';
import { testClock } from './temporary-store.js';

postgresServerTests((name, _create, server) => {
  describe(`a database on ${name} that its administrator changed`, () => {
    let url: string;
    const stores: Store[] = [];

    const openOn = async (databaseUrl = url, isNew = false): Promise<Store> => {
      const store = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock: testClock(), isNew });
      stores.push(store);
      return store;
    };

    const databaseName = (): string => new URL(url).pathname.slice(1);

    /** Runs statements as a superuser, in the database. */
    async function change(...statements: readonly string[]): Promise<void> {
      const place = new URL(server().adminUrl);
      place.pathname = databaseName();
      const client = new Client({ connectionString: place.href });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    }

    beforeEach(async () => {
      // The server's first database is the template: nothing may be connected to it.
      url = await server().createDatabase(server().url);
    });

    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
    });

    describe('by a search_path that leads past its tables', () => {
      beforeEach(() => change('create schema cardway authorization cardway'));

      it('is not begun anew, and the message names the schema and the change', async () => {
        const { ledger, migrate } = await openOn();
        await ledger.claim(deduct());
        await expect(migrate()).rejects.toMatchObject({
          code: 'UNAVAILABLE',
          message: expect.stringMatching(
            /in schema public .* user cardway leads to schema cardway.* ALTER ROLE "cardway" IN DATABASE ".*" SET search_path = "public"/,
          ) as unknown,
        });
        await change(`alter role cardway in database ${databaseName()} set search_path = "public"`);
        const after = await openOn();
        expect(await after.migrate()).toEqual([]);
        expect(await after.ledger.claim(deduct())).toMatchObject({ kind: 'existing' });
      });
    });

    it.each(["''", 'missing', 'closed'])(
      'by a search_path of %s is not begun, and the message says so',
      async (path) => {
        url = await server().createDatabase();
        await change(
          'create schema closed',
          `alter role cardway in database ${databaseName()} set search_path = ${path}`,
        );
        for (const isNew of [false, true]) {
          const { migrate } = await openOn(url, isNew);
          await expect(migrate()).rejects.toMatchObject({
            code: 'UNAVAILABLE',
            message:
              'The search_path of user cardway names no schema of the PostgreSQL database that exists and that this user may use. ' +
              `Name one: ALTER ROLE "cardway" IN DATABASE "${databaseName()}" SET search_path = "public".`,
          });
        }
        await change(`alter role "cardway" in database "${databaseName()}" set search_path = "public"`);
        expect(await (await openOn()).migrate()).toEqual([...KNOWN_MIGRATIONS]);
      },
    );

    it('is refused with the right that is missing, where its user may make no table', async () => {
      url = await server().createDatabase();
      await change(`alter database ${databaseName()} owner to postgres`);
      const { migrate } = await openOn();
      await expect(migrate()).rejects.toMatchObject({
        message:
          'User cardway may make no table in schema public of the PostgreSQL database. ' +
          'Allow it: GRANT CREATE ON SCHEMA "public" TO "cardway".',
      });
    });

    it('is not migrated behind somebody who holds a table: calls would wait behind the migration', async () => {
      url = await server().createDatabase();
      const beside = new Client({ connectionString: url });
      await beside.connect();
      await beside.query('begin');
      await beside.query('create table store_facts (name text)');
      const { migrate } = await openOn();
      await expect(migrate()).rejects.toMatchObject({
        message: 'A migration of the database failed.',
        cause: { message: 'canceling statement due to lock timeout' },
      });
      await beside.query('rollback');
      await beside.end();
      expect(await migrate()).toEqual([...KNOWN_MIGRATIONS]);
    });
  });
});

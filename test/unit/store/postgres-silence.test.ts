/** Tests connections on which a server falls silent: they stay open, as behind a firewall that forgot them, and nothing comes. */
import { Client } from 'pg';
import { connected, type WatchedTarget } from '../../../src/store/engine/postgres/connection.js';
import { readPostgresUrl } from '../../../src/store/engine/postgres/url.js';
import type { StoreConnection } from '../../../src/store/engine/dialect.js';
import { postgresDialect } from '../../../src/store/engine/postgres/postgres.js';
import { storeSettings } from '../../../src/store/settings.js';
import { until } from '../../life/until.js';
import { postgresServerTests, type TestDatabase } from '../../support/databases.js';
import { startSilentProxy, type SilentProxy } from '../../support/silent-proxy.js';

const ANSWER_MS = 300;
const LOCK = '4711';

postgresServerTests((name, create, server) => {
  describe(`a connection on which ${name} falls silent`, () => {
    let database: TestDatabase;
    let proxy: SilentProxy;

    beforeEach(async () => {
      database = await create();
      proxy = await startSilentProxy(server().url);
    });

    afterEach(async () => {
      await proxy.close();
      await database.close();
    });

    const open = (): Promise<StoreConnection> =>
      postgresDialect({
        databaseUrl: proxy.through(server().url),
        settings: storeSettings({ statementTimeoutMs: ANSWER_MS, busyGiveUpMs: 0 }),
      }).open();

    const target = (): WatchedTarget => ({
      config: readPostgresUrl(proxy.through(server().url)).config,
      connectTimeoutMs: 1000,
      answerMs: ANSWER_MS,
      lock: LOCK,
    });

    it('does not keep a store from closing', async () => {
      const connection = await open();
      await connection.nowMs();
      proxy.silenceAll();
      await connection.close();
      await until('no connection is left', () => proxy.open() === 0);
    });

    it.each(['pg_advisory_xact_lock', 'pg_attribute'])('fails a migration at %s', async (text) => {
      const connection = await open();
      const silent = proxy.silenceAt(text);
      const migrated = connection.migrate(async (db) => {
        await db.introspection.getTables({ withInternalKyselyTables: true });
        return [];
      });
      await expect(migrated).rejects.toThrow('timed out');
      await silent;
      await connection.close();
    });

    it('is not cut while the server works at a long statement', async () => {
      const slept = await connected(target(), async (client) => {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock($1::bigint)', [LOCK]);
        await client.query(`select pg_sleep(${String((6 * ANSWER_MS) / 1000)})`);
        return 'slept';
      });
      expect(slept).toBe('slept');
    });

    it('is not cut while it waits for an installer that does nothing', async () => {
      const holder = new Client(readPostgresUrl(database.url).config);
      await holder.connect();
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock($1::bigint)', [LOCK]);
      const taken = connected(
        { ...target(), config: readPostgresUrl(database.url).config },
        async (client) => {
          await client.query('begin');
          await client.query('select pg_advisory_xact_lock($1::bigint)', [LOCK]);
          return 'taken';
        },
      );
      await database.query(`select pg_sleep(${String((6 * ANSWER_MS) / 1000)})`);
      await holder.end();
      expect(await taken).toBe('taken');
    });
  });
});

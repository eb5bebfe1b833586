/** Tests connections on which a server falls silent: they stay open, as behind a firewall that forgot them, and nothing comes. */
import { databaseNowMs } from '../../../src/store/engine/operation.js';
import { postgresDialect } from '../../../src/store/engine/postgres/postgres.js';
import { storeSettings } from '../../../src/store/settings.js';
import { until } from '../../life/until.js';
import { postgresServerTests, type TestDatabase } from '../../support/databases.js';
import { startSilentProxy, type SilentProxy } from '../../support/silent-proxy.js';

const ANSWER_MS = 300;

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

    it('does not keep a store from closing', async () => {
      const dialect = postgresDialect({
        databaseUrl: proxy.through(server().url),
        settings: storeSettings({ statementTimeoutMs: ANSWER_MS, busyGiveUpMs: 0 }),
      });
      const connection = await dialect.open();
      await connection.read(databaseNowMs(dialect));
      proxy.silenceAll();
      await connection.close();
      await until('no connection is left', () => proxy.open() === 0);
    });
  });
});

import { Client } from 'pg';
import { postgresServerTests } from '../support/databases.js';
import { startGateway } from '../support/gateway.js';
import { startSilentProxy } from '../support/silent-proxy.js';
import { until } from '../life/until.js';
import { nodeSettings } from './settings.js';
import { constants } from '../support/constants.js';

/** New connections of one node in about three seconds. Without pauses there are more than 100. */
const CONNECTIONS_MAX = 60;

postgresServerTests((name, create, server) => {
  it(`a node soon reports that ${name} only reads, opens few connections meanwhile, and recovers by itself`, async () => {
    await create();
    const administrator = new Client({ connectionString: server().adminUrl });
    await administrator.connect();
    const { pathname } = new URL(server().url);
    const database = pathname.slice(1);
    const gateway = await startGateway({ env: nodeSettings(server().url) });
    const ready = async (): Promise<[number, { store: object; clocks: object | null }]> => {
      const reply = await fetch(`${gateway.url}/health/ready`);
      return [reply.status, (await reply.json()) as { store: object; clocks: object | null }];
    };
    const connections = async (): Promise<number> => {
      const { rows } = await administrator.query(
        'select sessions::int as made from pg_stat_database where datname = $1',
        [database],
      );
      return (rows as { made: number }[])[0]?.made ?? NaN;
    };
    try {
      expect(await ready()).toMatchObject([200, { store: { isReady: true } }]);
      await administrator.query(`alter database ${database} set default_transaction_read_only = on`);
      await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database,
      ]);
      await until('it is not ready', async () => (await ready())[0] === 503);
      const before = await connections();
      for (let asked = 0; asked < 6; asked += 1) {
        // It does not wait for the database: the clock of the database would be there otherwise.
        expect(await ready()).toMatchObject([503, { store: { isReady: false }, clocks: null }]);
      }
      expect((await connections()) - before).toBeLessThan(CONNECTIONS_MAX);
      await administrator.query(`alter database ${database} reset default_transaction_read_only`);
      await until('it is ready again', async () => (await ready())[0] === 200);
    } finally {
      await gateway.kill();
      await administrator.end();
    }
  });

  it(`a node reports that ${name} is silent, before an operation has failed`, async () => {
    await create();
    const proxy = await startSilentProxy(server().url);
    const gateway = await startGateway({
      env: { ...nodeSettings(proxy.through(server().url)), ...constants({ STATEMENT_TIMEOUT_MS: 600_000 }) },
    });
    try {
      proxy.silenceAll();
      const reply = await fetch(`${gateway.url}/health/ready`);
      expect([reply.status, await reply.json()]).toMatchObject([503, { store: { isReady: false } }]);
    } finally {
      await gateway.kill();
      await proxy.close();
    }
  });
});

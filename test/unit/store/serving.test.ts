/** Tests that a gateway and a command that needs a PostgreSQL database to itself never use it at once. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { moveDatabase } from '../../../src/store/maintenance/move.js';
import type { StoreSettings } from '../../../src/store/settings.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { until } from '../../life/until.js';
import { temporaryFolder } from '../../support/gateway.js';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../../support/postgres.js';
import { testClock } from './temporary-store.js';

const MASTER_KEY = `hex:${'7e'.repeat(32)}`;
const reason = whyNoPostgres();

function serving(): void {
  let server: TestPostgres;
  const folder = temporaryFolder();

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function serve(databaseUrl: string, settings: Partial<StoreSettings> = {}): Promise<Store> {
    const store = await openStore({
      databaseUrl,
      masterKey: MASTER_KEY,
      clock: testClock(),
      serving: { pid: 1, waitMs: 0 },
      settings,
    });
    await store.migrate();
    return store;
  }

  const move = (from: string, name: string) =>
    moveDatabase({ from, to: `sqlite:${join(folder, name)}`, onProgress: () => undefined });

  it.each<[string, Partial<StoreSettings>]>([
    ['with a connection for wake-ups', {}],
    ['without one', { listenUrl: 'off' }],
  ])('a move is refused beside a gateway whose URL names it otherwise, %s', async (_what, settings) => {
    const from = await server.createDatabase();
    const gateway = await serve(`${from}?application_name=payments`, settings);
    await expect(move(from, 'refused.db')).rejects.toThrow('stop every gateway');
    await gateway.tryWrite();
    await gateway.close();
    const name = `${String(settings.listenUrl)}.db`;
    await until('the server has noticed the end of the gateway', () =>
      move(from, name).then(
        () => true,
        () => false,
      ),
    );
  });

  it('everything is sealed under another key at once only while no gateway serves', async () => {
    const databaseUrl = await server.createDatabase();
    const gateway = await serve(databaseUrl);
    const beside = await openStore({ databaseUrl, masterKey: MASTER_KEY, clock: testClock() });
    const other = `hex:${'ab'.repeat(32)}`;
    await expect(beside.reseal(other)).rejects.toThrow('stop every gateway');
    await gateway.tryWrite();
    await gateway.close();
    let refusal: unknown = 'not tried';
    await until('the server has noticed the end of the gateway', async () => {
      refusal = await beside.reseal(other).then(
        () => null,
        (error: unknown) => error,
      );
      return refusal === null;
    });
    await beside.close();
    await expect(serve(databaseUrl)).rejects.toThrow('another master key');
  });

  it('beside gateways, values are sealed under another key only when all of them have it', async () => {
    const databaseUrl = await server.createDatabase();
    const gateways = [await serve(databaseUrl), await serve(databaseUrl, { listenRetryMs: 20 })] as const;
    const both = { masterKey: `hex:${'ab'.repeat(32)}`, otherMasterKey: MASTER_KEY };
    const beside = await openStore({ databaseUrl, ...both, clock: testClock() });
    for (const gateway of gateways) {
      await expect(beside.resealBeside()).rejects.toThrow('does not have this master key');
      expect(gateway.sealer.knows(beside.sealer.masterKeyCheck())).toBe(false);
      await gateway.useMasterKeys(both);
    }
    await query(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = $1`,
      'ShareLock',
    );
    // Each gateway has a share, and shows both keys.
    await until('the gateways are connected again', async () => {
      const held = await query(databaseUrl, 'select from pg_locks where locktype = $1', 'advisory');
      return held.rowCount === 6;
    });
    expect(await beside.resealBeside()).toBe(1);
    for (const gateway of gateways) {
      await gateway.useMasterKeys({ masterKey: both.masterKey, otherMasterKey: undefined });
      await gateway.close();
    }
    await beside.close();
  });

  async function query(url: string, sql: string, value: string) {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return await client.query(sql, [value]);
    } finally {
      await client.end();
    }
  }
}

if (reason === null) describe('a PostgreSQL database that is served', serving);
else it(`is not run: ${reason}`, () => undefined);

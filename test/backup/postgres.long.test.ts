import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../life/until.js';
import { deduct, JSON_PROXY, requestIdOf, reversalOf, RPC2, type Call } from '../support/channels/index.js';
import { runCli, startGateway, temporaryFolder } from '../support/gateway.js';
import { installationWithDump } from '../support/postgres-dump.js';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../support/postgres.js';
import { approving, respond, startWallet } from '../support/wallet/index.js';
import { constants } from '../support/constants.js';

const MASTER_KEY = { CARDWAY_MASTER_KEY: `hex:${'7e'.repeat(32)}` };

const binaries = installationWithDump();
const reason =
  whyNoPostgres() ??
  (binaries === null ? 'There is no PostgreSQL with pg_dump in /usr/lib/postgresql.' : null);

if (reason !== null) {
  process.stderr.write(`Backups of PostgreSQL are not tested: ${reason}\n`);
  it(`is not run: ${reason}`, () => undefined);
} else {
  describe('with pg_dump', () => {
    let server: TestPostgres | undefined;
    const folder = temporaryFolder();
    const env = (databaseUrl: string) => ({
      ...MASTER_KEY,
      CARDWAY_DATABASE_URL: databaseUrl,
    });
    const pg = (program: string, args: readonly string[]): Buffer =>
      execFileSync(join(binaries ?? '', program), args);

    beforeAll(async () => {
      server = await startPostgres({ binaries: binaries ?? '' });
    });
    afterAll(() => server?.stop());

    /** Dumps a database, and loads the dump into an empty one, as docs/operations.md says. Resolves with its URL. */
    function copied(url: string): Promise<string> {
      const file = join(folder, `${randomUUID()}.dump`);
      pg('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, url]);
      return (server as TestPostgres).createDatabase().then((other) => {
        const flags = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
        pg('pg_restore', [...flags, `--dbname=${other}`, file]);
        return other;
      });
    }

    const prepare = (url: string, more: Record<string, string> = {}) =>
      runCli(['restore', '--prepare'], { ...env(url), ...more });

    it('a dump beside a running gateway is prepared where it was loaded, and calls are replayed', async () => {
      const { url } = server as TestPostgres;
      const gateway = await startGateway({ env: env(url) });
      const call = deduct();
      expect((await JSON_PROXY.call(gateway.url, call)).resultCode).toBe(1);
      const other = await copied(url);
      const served = await prepare(url);
      expect([served.status, served.err]).toEqual([1, expect.stringContaining('stop every gateway')]);
      await gateway.stop();

      const wrong = await prepare(other, { CARDWAY_MASTER_KEY: `hex:${'5a'.repeat(32)}` });
      expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('another master key')]);
      const prepared = await prepare(other);
      expect([prepared.status, prepared.err]).toEqual([0, '']);
      const again = await startGateway({ env: env(other) });
      expect(await JSON_PROXY.call(again.url, call)).toMatchObject({ resultCode: 1, replayed: true });
      await again.stop();
    });

    it('an empty database is not prepared', async () => {
      const { status, err } = await prepare(await (server as TestPostgres).createDatabase());
      expect([status, err]).toEqual([1, expect.stringContaining('cardway migrate')]);
    });

    it('after a restore, events and transactions have numbers that nobody has seen', async () => {
      const running = server as TestPostgres;
      const url = await running.createDatabase();
      const gateway = await startGateway({ env: env(url) });
      await use(gateway.url);
      const other = await copied(url);
      await use(gateway.url);
      await gateway.stop();
      const seen = await numbersIn(url);

      expect((await prepare(other)).status).toBe(0);
      const restored = await numbersIn(other);
      const again = await startGateway({ env: env(other) });
      await use(again.url);
      await again.stop();
      const found = await numbersIn(other);
      for (const table of ['transactions', 'events'] as const) {
        const added = found[table].filter((number) => !restored[table].includes(number));
        expect(added.length).toBeGreaterThan(0);
        expect(Math.min(...added)).toBeGreaterThan(Math.max(...seen[table]));
      }
    });

    it('after a restore, an advice that waited is not sent again where the wallet service may have got it', async () => {
      const running = server as TestPostgres;
      const url = await running.createDatabase();
      const wallet = await startWallet({ behaviour: respond({ status: 429 }) });
      const settings = (databaseUrl: string) => ({
        ...env(databaseUrl),
        CARDWAY_DOWNSTREAM_URL: wallet.url,
        ...constants({ ADVICE_RETRY_MIN_MS: 100 }),
      });
      const gateway = await startGateway({ env: settings(url) });
      const advice = reversalOf(deduct());
      await RPC2.call(gateway.url, advice);
      const other = await copied(url);
      wallet.behave(approving());
      await until('it is answered', async () => (await stateIn(url, advice)) === 'answered');
      await gateway.stop();

      const sent = wallet.calls.length;
      expect((await prepare(other)).status).toBe(0);
      const again = await startGateway({ env: settings(other) });
      await until('it is in doubt', async () => (await stateIn(other, advice)) === 'in_doubt');
      expect(wallet.calls).toHaveLength(sent);
      await again.stop();
      await wallet.close();
    });
  });
}

/** Adds a transaction and an event. */
async function use(url: string): Promise<void> {
  expect((await JSON_PROXY.call(url, deduct())).resultCode).toBe(1);
  const report = ['trigger', 'digitization.complete', '--card', '5001', '--url', url];
  expect(await runCli(report)).toMatchObject({ status: 0 });
}

async function stateIn(databaseUrl: string, call: Call): Promise<string | undefined> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const text = 'select state from transactions where request_id = $1';
    return (await client.query<{ state: string }>(text, [requestIdOf(call)])).rows[0]?.state;
  } finally {
    await client.end();
  }
}

interface Numbers {
  readonly transactions: readonly number[];
  readonly events: readonly number[];
}

async function numbersIn(databaseUrl: string): Promise<Numbers> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const of = async (table: keyof Numbers): Promise<readonly number[]> => {
      const { rows } = await client.query<{ sequence: string }>(`select sequence from ${table}`);
      return rows.map(({ sequence }) => Number(sequence));
    };
    return { transactions: await of('transactions'), events: await of('events') };
  } finally {
    await client.end();
  }
}

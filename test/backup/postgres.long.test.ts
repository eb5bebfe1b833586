import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../life/until.js';
import { deduct, JSON_PROXY, requestIdOf, reversalOf, RPC2, type Call } from '../support/channels/index.js';
import { runCli, startGateway, temporaryFolder } from '../support/gateway.js';
import { installationWithDump } from '../support/postgres-dump.js';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../support/postgres.js';
import { approving, respond, startWallet } from '../support/wallet/index.js';

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
      PATH: `${binaries ?? ''}:${process.env['PATH'] ?? ''}`,
    });

    beforeAll(async () => {
      server = await startPostgres({ binaries: binaries ?? '' });
    });
    afterAll(async () => {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('a backup beside a running gateway is restored into an empty database, where calls are replayed', async () => {
      const running = server as TestPostgres;
      const { url } = running;
      const gateway = await startGateway({ env: env(url) });
      const call = deduct();
      expect((await JSON_PROXY.call(gateway.url, call)).resultCode).toBe(1);
      const file = join(folder, 'cardway.dump');
      const backup = await runCli(['backup', file, '--json'], env(url));
      expect(backup).toEqual({ status: 0, out: `${JSON.stringify({ file })}\n`, err: '' });
      await gateway.stop();

      const other = await running.createDatabase();
      const restored = await runCli(['restore', file], env(other));
      expect([restored.status, restored.err]).toEqual([0, '']);
      const again = await startGateway({ env: env(other) });
      expect(await JSON_PROXY.call(again.url, call)).toMatchObject({ resultCode: 1, replayed: true });
      await again.stop();

      const twice = await runCli(['restore', file], env(other));
      expect([twice.status, twice.err]).toEqual([
        1,
        expect.stringMatching(/^The database is not empty: .* restore again\.\n$/),
      ]);
      const wrong = await runCli(['restore', file], {
        ...env(await running.createDatabase()),
        CARDWAY_MASTER_KEY: 'x'.repeat(32),
      });
      expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('another master key')]);
    });

    it('after a restore, events and transactions have numbers that nobody has seen', async () => {
      const running = server as TestPostgres;
      const url = await running.createDatabase();
      const gateway = await startGateway({ env: env(url) });
      await use(gateway.url);
      const file = join(folder, 'gap.dump');
      expect((await runCli(['backup', file], env(url))).status).toBe(0);
      await use(gateway.url);
      await gateway.stop();
      const seen = await numbersIn(url);

      const other = await running.createDatabase();
      expect((await runCli(['restore', file], env(other))).status).toBe(0);
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
        CARDWAY_ADVICE_RETRY_MIN_MS: '100',
      });
      const gateway = await startGateway({ env: settings(url) });
      const advice = reversalOf(deduct());
      await RPC2.call(gateway.url, advice);
      const file = join(folder, 'advice.dump');
      expect((await runCli(['backup', file], env(url))).status).toBe(0);
      wallet.behave(approving());
      await until('it is answered', async () => (await stateIn(url, advice)) === 'answered');
      await gateway.stop();

      const sent = wallet.calls.length;
      const other = await running.createDatabase();
      expect((await runCli(['restore', file], env(other))).status).toBe(0);
      const again = await startGateway({ env: settings(other) });
      await until('it is in doubt', async () => (await stateIn(other, advice)) === 'in_doubt');
      expect(wallet.calls).toHaveLength(sent);
      await again.stop();
      await wallet.close();
    });

    it.each([
      ['before the load', '', 'before'],
      ['after the load', '"$REAL" "$@"', 'after'],
    ])('a database whose restore was killed %s is not served', async (_moment, load, name) => {
      const running = server as TestPostgres;
      const url = await running.createDatabase();
      expect((await runCli(['migrate'], env(url))).status).toBe(0);
      const file = join(folder, `killed-${name}.dump`);
      expect((await runCli(['backup', file], env(url))).status).toBe(0);

      const bin = join(folder, `bin-${name}`);
      mkdirSync(bin);
      const script = `#!/bin/sh\n${load}\nkill -9 $PPID\n`;
      writeFileSync(join(bin, 'pg_restore'), script, { mode: 0o755 });
      const other = await running.createDatabase();
      const killed = await runCli(['restore', file], {
        ...env(other),
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        REAL: join(binaries ?? '', 'pg_restore'),
      });
      expect(killed.status).toBeNull();
      const settings = {
        CARDWAY_DOWNSTREAM_URL: 'http://127.0.0.1:9/',
        CARDWAY_SIGNING_KEY: 'a signing key of some length',
      };
      for (const command of ['serve', 'migrate']) {
        const { status, err } = await runCli([command], { ...env(other), ...settings });
        expect([status, err]).toEqual([1, expect.stringContaining('began and did not end')]);
      }
    });

    it.each(['--verify', '--trial', '--force'])(
      'restore %s is a wrong usage: a dump has no manifest',
      async (option) => {
        const empty = await (server as TestPostgres).createDatabase();
        const { status, err } = await runCli(['restore', option, join(folder, 'any.dump')], env(empty));
        expect([status, err]).toEqual([2, expect.stringContaining(`${option} is for SQLite`)]);
      },
    );
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

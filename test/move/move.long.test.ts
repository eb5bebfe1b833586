/**
 * Tests a gateway's move from its file to PostgreSQL, with failures and without. The copy is killed in its middle, nobody can use
 * half of it, the next run completes it, and callers notice only the pause.
 */
import Database from 'better-sqlite3';
import { createClient } from 'graphql-ws';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { LEFT_BEHIND, MOVED_TABLES } from '../../src/store/maintenance/rows.js';
import { cardway, entriesOf } from '../cli/command.js';
import { JSON_PROXY, KEYS } from '../support/channels/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../support/postgres.js';
import { type InHand, masterKeyIn, useGateway, verify } from './used-gateway.js';

const LEDGER_ROWS = 2000;

function moving(): void {
  const folder = temporaryFolder();
  const from = `sqlite:${join(folder, 'cardway.db')}`;
  let postgres: TestPostgres;
  let to: string;
  let inHand: InHand;
  const backup = join(folder, 'before-the-move.db');

  const move = (source: string, target: string, env: Record<string, string> = {}) =>
    cardway(['move', '--from', source, '--to', target, '--json'], env);

  beforeAll(async () => {
    postgres = await startPostgres();
    to = postgres.url;
    inHand = await useGateway(folder, LEDGER_ROWS);
    const copied = await cardway(['backup', backup], { CARDWAY_DATABASE_URL: from });
    expect(copied).toMatchObject({ status: 0, err: '' });
  });

  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('copies every table', () => {
    const database = new Database(join(folder, 'cardway.db'), { readonly: true });
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all() as string[];
    database.close();
    const moved = [...MOVED_TABLES.map(({ name }) => name), ...LEFT_BEHIND, 'store_facts'];
    expect(tables.filter((name) => !name.startsWith('kysely_')).sort()).toEqual(moved.sort());
  });

  it('after a kill is unusable, continues, and agrees with its source', async () => {
    const child = spawn(process.execPath, [resolve('dist/main.js'), 'move', '--from', from, '--to', to], {
      env: { PATH: process.env['PATH'] },
      stdio: 'ignore',
    });
    const rows = await killedAt(child, to, LEDGER_ROWS / 4);
    expect(rows).toBeLessThan(LEDGER_ROWS);

    const settings = { CARDWAY_DATABASE_URL: to, CARDWAY_MASTER_KEY: masterKeyIn(folder) };
    const early = await cardway(['migrate'], settings);
    expect([early.status, early.err]).toEqual([1, expect.stringContaining('not complete')]);

    const { status, out, err } = await move(from, to);
    expect([status, err]).toEqual([0, expect.stringContaining('hex:$(cat ')]);
    const report = JSON.parse(out) as { resumed: boolean; tables: { table: string; rows: number }[] };
    expect(report.resumed).toBe(true);
    const transactions = report.tables.find(({ table }) => table === 'transactions');
    expect(transactions?.rows).toBeGreaterThan(LEDGER_ROWS);
  });

  describe('when it is complete', () => {
    let gateway: TestGateway;

    beforeAll(async () => {
      const env = { CARDWAY_DATABASE_URL: to, CARDWAY_MASTER_KEY: masterKeyIn(folder) };
      gateway = await startGateway({ env: { ...env, CARDWAY_SWEEP_EVERY_MS: '40' } });
    });

    afterAll(async () => {
      await gateway.stop();
    });

    it('a secret issued before is verified once', async () => {
      expect(await verify(gateway.url, inHand)).toMatchObject({ valid: true });
      expect(await verify(gateway.url, inHand)).toMatchObject({ valid: false });
    });

    it('a repeated call gets its earlier answer, and a call in doubt stays in doubt', async () => {
      const { paid, doubtful } = inHand;
      expect(await JSON_PROXY.call(gateway.url, paid)).toMatchObject({ resultCode: 1, replayed: true });
      const { out } = await cardway(['transactions', '--state', 'in_doubt', '--url', gateway.url, '--json']);
      expect(entriesOf<{ requestAmount: number }>(out).map(({ requestAmount }) => requestAmount)).toEqual([
        Number(doubtful.fields['request_amount']),
      ]);
    });

    it('a subscriber continues after its last event, without gap or repeat', async () => {
      const client = createClient({
        url: `${gateway.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: `Bearer ${KEYS.integrator}` },
        retryAttempts: 0,
      });
      const query = 'subscription($after: ID) { digitizationComplete(after: $after) { id } }';
      const heard: number[] = [];
      for await (const { data } of client.iterate({ query, variables: { after: inHand.cursor } })) {
        const { id } = (data as { digitizationComplete: { id: string } }).digitizationComplete;
        heard.push(Number(id.slice(4)));
        if (heard.length === 2) break;
        const report = ['trigger', 'digitization.complete', '--card', '5001', '--url', gateway.url];
        expect(await cardway(report)).toMatchObject({ status: 0 });
      }
      const cursor = Number(inHand.cursor.slice(4));
      expect(heard[0]).toBe(cursor + 1);
      expect(heard[1]).toBeGreaterThan(cursor + 1);
    });

    it('neither side is copied while a gateway uses it', async () => {
      const out = await move(to, `sqlite:${join(folder, 'early.db')}`, {
        CARDWAY_MASTER_KEY: masterKeyIn(folder),
      });
      expect([out.status, out.err]).toEqual([1, expect.stringContaining('stop every gateway')]);
    });
  });

  it('the source is no longer served, and names its new place without a password', async () => {
    const settings = { CARDWAY_DATABASE_URL: from };
    for (const args of [['serve', '--sandbox'], ['migrate'], ['doctor', '--sandbox'], ['wallets', 'list']]) {
      const { out, err } = await cardway(args, { ...settings, CARDWAY_PORT: '0' });
      const { host, pathname } = new URL(to);
      expect(out + err).toContain(
        `The database was moved to PostgreSQL at ${host}${pathname}: use that one.`,
      );
      expect(out + err).toContain('restore a backup (cardway restore)');
      expect(out + err).not.toContain(new URL(to).password);
    }
    const again = await move(from, await postgres.createDatabase());
    expect([again.status, again.err]).toEqual([1, expect.stringContaining('was moved to PostgreSQL')]);
  });

  it('a database with content is not overwritten', async () => {
    const { status, err } = await move(from, to);
    expect([status, err]).toEqual([1, expect.stringContaining('holds other data')]);
  });

  it('works in the other direction too', async () => {
    const back = `sqlite:${join(folder, 'back', 'cardway.db')}`;
    const env = { CARDWAY_MASTER_KEY: masterKeyIn(folder) };
    const { status, out } = await move(to, back, env);
    expect(status).toBe(0);
    expect((JSON.parse(out) as { resumed: boolean }).resumed).toBe(false);
    const gateway = await startGateway({ env: { ...env, CARDWAY_DATABASE_URL: back } });
    expect(await JSON_PROXY.call(gateway.url, inHand.paid)).toMatchObject({ replayed: true });
    await gateway.stop();
    const early = await cardway(['serve', '--sandbox'], {
      ...env,
      CARDWAY_DATABASE_URL: to,
      CARDWAY_PORT: '0',
    });
    expect([early.status, early.err]).toEqual([
      1,
      expect.stringContaining(`was moved to ${join(folder, 'back', 'cardway.db')}: use that one.`),
    ]);
  });

  it('a backup from before the move is served again, and is refused as a source while a gateway has the file open', async () => {
    const restored = await cardway(['restore', '--force', backup], { CARDWAY_DATABASE_URL: from });
    expect(restored).toMatchObject({ status: 0, err: '' });
    const gateway = await startGateway({ folder });
    const { status, err } = await move(from, await postgres.createDatabase());
    expect([status, err]).toEqual([1, expect.stringContaining('is in use')]);
    await gateway.stop();
  });

  it.each([
    [
      'another master key',
      () => from,
      { CARDWAY_MASTER_KEY: `hex:${'5e'.repeat(32)}` },
      'another master key',
    ],
    ['a source that is not there', () => `sqlite:${folder}/none.db`, {}, 'no database'],
  ])('is refused with %s', async (_what, source, env, sentence) => {
    const { status, err } = await move(source(), await postgres.createDatabase(), env);
    expect([status, err]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it.each([[['--from', 'sqlite:a']], [['--from', 'sqlite:a', '--to', 'sqlite:a']]])(
    '%j is a wrong usage',
    async (args) => {
      expect(await cardway(['move', ...args])).toMatchObject({ status: 2 });
    },
  );
}

/** Stops a copy by a lock in the target after so many transactions, and kills it. Returns how many the target then has. */
async function killedAt(child: ChildProcess, url: string, rows: number): Promise<number> {
  const exited = once(child, 'exit');
  const client = new Client({ connectionString: url });
  await client.connect();
  const first = async (sql: string): Promise<unknown> => {
    const { rows: found } = await client.query<{ first: unknown }>(sql);
    return found[0]?.first;
  };
  const reach = async (sql: string): Promise<void> => {
    while ((await first(sql)) !== true) {
      if (child.exitCode !== null) throw new Error('The copy ended by itself.');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await client.query('select pg_advisory_lock(1)');
  await reach("select to_regclass('transactions') is not null as first");
  await client.query(
    `create function hold() returns trigger language plpgsql as $$ begin
      if (select count(*) from transactions) >= ${String(rows)} then perform pg_advisory_xact_lock(1); end if;
      return null;
    end $$;
    create trigger hold before insert on transactions for each statement execute function hold()`,
  );
  await reach(`select count(*) >= ${String(rows)} as first from transactions`);
  child.kill('SIGKILL');
  await exited;
  await client.query('select pg_advisory_unlock(1)');
  await client.query('drop trigger hold on transactions; drop function hold()');
  const left = Number(await first('select count(*) as first from transactions'));
  await client.end();
  return left;
}

const why = whyNoPostgres();

if (why === null) describe('a move to PostgreSQL', moving);
else {
  it('the move waits for a machine that runs PostgreSQL', () => {
    process.stderr.write(`The move is not tried: ${why}\n`);
    expect(why).not.toBeNull();
  });
}

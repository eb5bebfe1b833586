/**
 * Tests a gateway's move from its file to PostgreSQL, with failures and without. A copy that is killed leaves nothing behind, and
 * callers notice only the pause.
 */
import Database from 'better-sqlite3';
import { createClient } from 'graphql-ws';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { WebSocket } from 'ws';
import { cardway, entriesOf } from '../cli/command.js';
import { until } from '../life/until.js';
import { JSON_PROXY, KEYS } from '../support/channels/index.js';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../support/postgres.js';
import { type InHand, masterKeyIn, useGateway, verify } from './used-gateway.js';
import { constants } from '../support/constants.js';

const LEDGER_ROWS = 2000;

function moving(): void {
  const folder = temporaryFolder();
  const from = `sqlite:${join(folder, 'cardway.db')}`;
  let postgres: TestPostgres;
  let to: string;
  let inHand: InHand;
  const backup = join(folder, 'before-the-move.db');

  const move = (source: string, target: string) =>
    cardway(['move', '--from', source, '--to', target, '--json'], {});

  beforeAll(async () => {
    postgres = await startPostgres();
    to = postgres.url;
    inHand = await useGateway(folder, LEDGER_ROWS);
    const copied = await cardway(['backup', backup], { CARDWAY_DATABASE_URL: from });
    expect(copied).toMatchObject({ status: 0, err: '' });
  });

  afterAll(() => postgres.stop());

  it('that is killed leaves nothing behind, and its source as it was', async () => {
    const child = spawn(process.execPath, [resolve('dist/main.js'), 'move', '--from', from, '--to', to], {
      env: { PATH: process.env['PATH'] },
      stdio: 'ignore',
    });
    await killedBeforeEvents(child, to);
    expect(await countIn(to, 'transactions')).toBe(0);
    expect((await cardway(['audit', 'verify'], { CARDWAY_DATABASE_URL: from })).status).toBe(0);
  });

  it('that was cut before its commit is run again, and its source is not served', async () => {
    const { host, pathname } = new URL(to);
    const database = new Database(join(folder, 'cardway.db'));
    const put = database.prepare("insert into store_facts (name, value) values ('moved_to', ?)");
    put.run(`PostgreSQL at ${host}${pathname}`);
    database.close();
    const { status, err } = await cardway(['migrate'], { CARDWAY_DATABASE_URL: from });
    expect([status, err]).toEqual([1, expect.stringContaining('If the move was interrupted, run it again')]);
    const elsewhere = await move(from, await postgres.createDatabase());
    expect([elsewhere.status, elsewhere.err]).toEqual([1, expect.stringContaining('was moved to')]);
  });

  it('copies every row of every table', async () => {
    const { status, out, err } = await move(from, to);
    expect([status, err]).toEqual([0, '']);
    const { tables } = JSON.parse(out) as { tables: { table: string; rows: number }[] };
    const transactions = tables.find(({ table }) => table === 'transactions')?.rows;
    expect(transactions).toBeGreaterThan(LEDGER_ROWS);
    expect(await countIn(to, 'transactions')).toBe(transactions);
    expect(tables.map(({ table }) => table).sort()).toEqual(await tablesIn(to));
  });

  describe('when it is complete', () => {
    let gateway: TestGateway;

    beforeAll(async () => {
      const env = { CARDWAY_DATABASE_URL: to, CARDWAY_MASTER_KEY: masterKeyIn(folder) };
      gateway = await startGateway({ env: { ...env, ...constants({ SWEEP_EVERY_MS: 40 }) } });
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

    it('nothing is copied into it while a gateway uses it', async () => {
      const out = await move(`sqlite:${backup}`, to);
      expect([out.status, out.err]).toEqual([1, expect.stringContaining('stop every gateway')]);
    });
  });

  it('the source is no longer served, and names its new place without a password', async () => {
    const settings = { CARDWAY_DATABASE_URL: from };
    for (const args of [['serve', '--sandbox'], ['migrate'], ['doctor', '--sandbox'], ['audit', 'verify']]) {
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
    const { status, err } = await move(`sqlite:${backup}`, to);
    expect([status, err]).toEqual([1, expect.stringContaining('holds other data')]);
  });

  it('a backup from before the move is served again, and is refused as a source while a gateway has the file open', async () => {
    const restored = await cardway(['restore', '--force', backup], { CARDWAY_DATABASE_URL: from });
    expect(restored).toMatchObject({ status: 0, err: '' });
    const gateway = await startGateway({ folder });
    const { status, err } = await move(from, await postgres.createDatabase());
    expect([status, err]).toEqual([1, expect.stringContaining('is in use')]);
    await gateway.stop();
  });
}

/** Stops a copy by a lock on the table of events, which comes after the transactions, and kills it there. */
async function killedBeforeEvents(child: ChildProcess, url: string): Promise<void> {
  const exited = once(child, 'exit');
  const client = new Client({ connectionString: url });
  await client.connect();
  const reach = async (sql: string): Promise<void> => {
    while ((await client.query(sql)).rowCount === 0) {
      if (child.exitCode !== null) throw new Error('The copy ended by itself.');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await reach("select 1 where to_regclass('delivery_attempts') is not null");
  await client.query('begin; lock table events in share mode');
  await reach("select 1 from pg_locks where not granted and relation = 'events'::regclass");
  child.kill('SIGKILL');
  await exited;
  await client.end();
  await until('the server has noticed the kill', async () => {
    const moving = `select from pg_stat_activity where application_name like 'cardway%'`;
    return (await query(url, moving)).length === 0;
  });
}

/** Returns the names of the gateway's tables. */
async function tablesIn(url: string): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
  );
  return rows.map(({ name }) => name).sort();
}

async function countIn(url: string, table: string): Promise<number> {
  const [row] = await query<{ rows: string }>(url, `select count(*) as rows from ${table}`);
  return Number(row?.rows);
}

async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const why = whyNoPostgres();

if (why === null) describe('a move to PostgreSQL', moving);
else {
  it('the move waits for a machine that runs PostgreSQL', () => {
    process.stderr.write(`The move is not tried: ${why}\n`);
    expect(why).not.toBeNull();
  });
}

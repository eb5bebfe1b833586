/**
 * Tests that one process serves an SQLite file, and takes over what the previous one left
 * (docs/reference/transactions.md#leases).
 */
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { cardway, cardwayProcess, databaseIn, HAS_STACK } from '../cli/command.js';
import { deduct, CHANNELS, JSON_PROXY, requestIdOf, reversalOf, RPC2 } from '../support/channels/index.js';
import { openLedgerFile, type LedgerFile } from '../support/channels/ledger.js';
import { startGateway, temporaryFolder, type GatewayOptions, type TestGateway } from '../support/gateway.js';
import { approving, startWallet, type TestWallet } from '../support/wallet/index.js';
import { until } from './until.js';
import { constants } from '../support/constants.js';

let folder: string;
let wallet: TestWallet;
let ledger: LedgerFile;
const gateways: TestGateway[] = [];

beforeEach(async () => {
  folder = temporaryFolder();
  ledger = openLedgerFile(folder);
  wallet = await startWallet({ behaviour: approving() });
});

afterEach(async () => {
  ledger.close();
  await Promise.all(gateways.splice(0).map((gateway) => gateway.kill()));
  await wallet.close();
});

async function start(options: GatewayOptions = {}): Promise<TestGateway> {
  const env = { CARDWAY_DOWNSTREAM_URL: wallet.url, ...options.env };
  const gateway = await startGateway({ folder, ...options, env });
  gateways.push(gateway);
  return gateway;
}

const file = (): string => join(folder, 'cardway.db');

/** Starts a second `serve` that does not wait, beside a first one in its own process. */
const serveToo = (databaseUrl = `sqlite:${file()}`, args: readonly string[] = [], run = cardway) =>
  run(['serve', '--sandbox', '--port', '0', ...args], {
    CARDWAY_DATABASE_URL: databaseUrl,
    ...constants({ LOCK_WAIT_MS: 0 }),
  });

describe('a second serve on the same file', () => {
  it('reports it and ends, under any name; the first one and commands continue, and only key and lock remain', async () => {
    const first = await start();
    const { status, out, err } = await serveToo(undefined, [], cardwayProcess);
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe(
      `${file()} is served by another process (pid ${String(first.pid)}). One gateway serves an SQLite file: ` +
        'stop that one first, or let several serve one PostgreSQL database.\n',
    );
    expect(err).not.toMatch(HAS_STACK);
    await expectRefusedByEachName();
    await expectRefusedByASecondName();
    expect((await JSON_PROXY.call(first.url, deduct())).resultCode).toBe(1);
    expect(await cardway(['audit', 'verify'], databaseIn(folder))).toMatchObject({ status: 0 });
    expect(await cardway(['migrate'], databaseIn(folder))).toMatchObject({ status: 0 });
    expect(await serveToo()).toMatchObject({ status: 1 });
    await first.stop();
    const left = readdirSync(folder).filter((name) => name.startsWith('cardway.db'));
    expect(left.sort()).toEqual(['cardway.db', 'cardway.db.key', 'cardway.db.lock']);
  });

  async function expectRefusedByEachName(): Promise<void> {
    const linked = join(folder, 'linked');
    symlinkSync(folder, linked);
    mkdirSync(join(folder, 'other'));
    symlinkSync(file(), join(folder, 'other', 'name.db'));
    const names = [
      join(linked, 'cardway.db'),
      join(folder, 'other', 'name.db'),
      join(folder, 'other', '..', 'cardway.db'),
      relative(process.cwd(), file()),
    ];
    const ended = await Promise.all(names.map((name) => serveToo(`sqlite:${name}`)));
    for (const { status, err } of ended)
      expect([status, err]).toEqual([1, expect.stringContaining('is served by another process')]);
  }

  /** A hard link, or a mount of the single file, has a log and a lock of its own. */
  async function expectRefusedByASecondName(): Promise<void> {
    const name = join(folder, 'second.db');
    linkSync(file(), name);
    for (const args of [
      ['serve', '--sandbox', '--port', '0'],
      ['audit', 'verify'],
    ]) {
      const { status, err } = await cardwayProcess(args, { CARDWAY_DATABASE_URL: `sqlite:${name}` });
      expect([status, err]).toEqual([1, expect.stringContaining(`${name} lacks its newest commits`)]);
    }
    rmSync(name);
  }

  it.each(['kill', 'stop'] as const)('waits for the first one to end (%s)', async (end) => {
    const first = await start();
    const second = start();
    const other = await Promise.race([second.then(() => 'serves'), serveToo().then(() => 'is refused')]);
    expect(other).toBe('is refused');
    await first[end]();
    expect((await JSON_PROXY.call((await second).url, deduct())).resultCode).toBe(1);
  });

  it('serves once when several start together', async () => {
    const env = { ...constants({ LOCK_WAIT_MS: 0 }) };
    const started = await Promise.allSettled([1, 2, 3].map(() => start({ env })));
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('the open work of a killed process', () => {
  it('is known when the next one is ready', async () => {
    const first = await start();
    wallet.behave({ kind: 'hang' });
    const payments = CHANNELS.map(() => deduct());
    const reversal = reversalOf(deduct());
    const calls = [
      ...CHANNELS.map((channel, index) => channel.call(first.url, payments[index]!)),
      RPC2.call(first.url, reversal),
    ].map((call) => call.catch(() => 'cut'));
    await until('all of it is saved', () => pending().length === calls.length);
    await first.kill();
    await Promise.all(calls);
    wallet.behave(approving());
    const next = await start();
    // By the ready line, not at the end of its leases.
    expect(pending()).toEqual([]);
    const states = payments.map((call) => ledger.row(requestIdOf(call)).state);
    expect(states).toEqual(payments.map(() => 'in_doubt'));
    await until('operators get an alert for each', () => doubtAlerts(next).length === payments.length);
    expect(
      doubtAlerts(next)
        .map(({ requestId }) => requestId)
        .sort(),
    ).toEqual(payments.map((call) => requestIdOf(call)).sort());
    // The reversal may also be in doubt by now: the sweep handles it in its next round.
    const told = doubtEvents().filter((requestId) => requestId !== requestIdOf(reversal));
    expect(told.sort()).toEqual(payments.map((call) => requestIdOf(call)).sort());
    const retried = await JSON_PROXY.call(next.url, payments[0]!);
    expect([retried.status, retried.resultCode, retried.errorCode]).toEqual([504, -7, 'IN_DOUBT']);
  });
});

function pending() {
  return ledger.rows().filter(({ state }) => state === 'pending');
}

function doubtAlerts(gateway: TestGateway): Record<string, unknown>[] {
  const lines = gateway.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ alert, reason }) => alert === 'transaction_in_doubt' && reason === 'owner_ended');
}

/** Returns request ids, one per event. */
function doubtEvents(): string[] {
  const database = new Database(file(), { readonly: true });
  const events = database.prepare("select data from events where type = 'transaction.in_doubt'");
  const requestIds = (events.pluck().all() as string[]).map(
    (data) => (JSON.parse(data) as { requestId: string }).requestId,
  );
  database.close();
  return requestIds;
}

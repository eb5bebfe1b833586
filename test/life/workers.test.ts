import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, gate, startWallet, type TestWallet } from '../support/wallet/index.js';
import { deduct, DOORS, freshId, JSON_PROXY, requestIdOf, type Call } from '../support/doors/index.js';
import { openLedgerFile } from '../support/doors/ledger.js';
import { cardwayProcess, databaseIn, HAS_STACK } from '../cli/command.js';
import { openRaw } from './raw-http.js';
import { until } from './until.js';

const WORKERS = 2;

let folder: string;
let wallet: TestWallet;
let gateway: TestGateway;

beforeEach(async () => {
  folder = temporaryFolder();
  wallet = await startWallet({ behaviour: approving() });
});

afterEach(async () => {
  // The case of a port that is taken has none.
  await (gateway as TestGateway | undefined)?.kill();
  await wallet.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  gateway = await startGateway({
    folder,
    args: ['serve', '--sandbox', '--workers', String(WORKERS)],
    env: { CARDWAY_DOWNSTREAM_URL: wallet.url, ...env },
  });
}

function logged(): Record<string, unknown>[] {
  return gateway.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Of the processes that served so far, the one that began last first. */
function workerPids(): number[] {
  return logged()
    .filter(({ msg }) => msg === 'a worker serves')
    .map(({ pid }) => pid as number)
    .reverse();
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** As a client whose connection was cut does: the same call again. */
async function untilAnswered(call: Call): Promise<number | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await JSON_PROXY.call(gateway.url, call)).resultCode;
    } catch (error) {
      // The time-out of the test is the only limit.
      if (attempt === 1000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

describe('serve with workers', () => {
  it('says once that it is ready, serves from all of them, and shows their metrics as one', async () => {
    await start();
    const ready = logged().filter(({ event }) => event === 'ready');
    expect(ready).toEqual([expect.objectContaining({ url: gateway.url, workers: WORKERS })]);
    const calls = Array.from({ length: 20 }, () => deduct({ transaction_id: freshId() }));
    const heard = await Promise.all(
      calls.map((call, index) => DOORS[index % DOORS.length]!.call(gateway.url, call)),
    );
    expect(heard.map(({ resultCode }) => resultCode)).toEqual(calls.map(() => 1));
    for (let scrape = 0; scrape < WORKERS; scrape += 1) {
      expect(await metric('cardway_transactions_total')).toBe(calls.length);
    }
    expect(await metric('cardway_workers')).toBe(WORKERS);
    await until('the log is written', () => requestLines().length >= calls.length);
    expect(new Set(requestLines().map(({ worker }) => worker)).size).toBe(WORKERS);
  });

  it('replaces a worker that was killed, loses nothing that was acknowledged, and counts on', async () => {
    await start();
    const calls = Array.from({ length: 60 }, () => deduct({ transaction_id: freshId() }));
    const unsent = [...calls];
    const codes: (number | null)[] = [];
    const clients = Array.from({ length: 6 }, async () => {
      for (let call = unsent.shift(); call !== undefined; call = unsent.shift()) {
        codes.push(await untilAnswered(call));
      }
    });
    await wallet.called(20);
    const before = await metric('cardway_transactions_total');
    await until('the workers are logged', () => workerPids().length === WORKERS);
    process.kill(workerPids()[0]!, 'SIGKILL');
    await Promise.all(clients);
    // A call whose worker died is in doubt for the client that repeats it.
    expect(codes.filter((code) => code !== 1 && code !== -7)).toEqual([]);
    await until('the worker is replaced', () => workerPids().length === WORKERS + 1);
    expect(await metric('cardway_workers')).toBe(WORKERS);
    expect(await metric('cardway_worker_restarts_total')).toBe(1);
    expect(await metric('cardway_transactions_total')).toBeGreaterThanOrEqual(before);
    const ledger = openLedgerFile(folder);
    const rows = ledger.rows().map(({ request_id: requestId }) => requestId);
    ledger.close();
    expect(calls.map((call) => requestIdOf(call)).filter((requestId) => !rows.includes(requestId))).toEqual(
      [],
    );
    const forwarded = wallet.calls.map((call) => call.envelope()['request_id']);
    expect(new Set(forwarded).size).toBe(forwarded.length);
  });

  it('passes SIGTERM on: every call in flight is answered, and the exit status is 0', async () => {
    await start({ CARDWAY_DOWNSTREAM_TIMEOUT_MS: '8000' });
    const hold = gate();
    wallet.behave(async (call) => {
      await hold.opened;
      return approving()(call);
    });
    const calls = Array.from({ length: 20 }, () => JSON_PROXY.call(gateway.url, deduct()));
    await wallet.called(calls.length);
    const stopped = gateway.stop();
    await until(
      'all workers stop',
      () => logged().filter(({ msg }) => msg === 'stopping').length === WORKERS,
    );
    await expect(openRaw(gateway.url)).rejects.toThrow(/ECONNREFUSED/);
    hold.open();
    const heard = await Promise.all(calls);
    expect(heard.map(({ resultCode }) => resultCode)).toEqual(calls.map(() => 1));
    expect(await stopped).toBe(0);
  });

  it('has one simulated wallet service, whatever worker asks it, and leaves no worker behind when it is killed', async () => {
    gateway = await startGateway({ folder, args: ['serve', '--sandbox', '--workers', String(WORKERS)] });
    const balances: unknown[] = [];
    for (let call = 0; call < 2 * WORKERS; call += 1) {
      const payment = deduct({ transaction_id: freshId(), request_amount: '100' });
      balances.push((await JSON_PROXY.call(gateway.url, payment)).fields?.['balanceAmount']);
    }
    expect(balances).toEqual(balances.map((_, index) => Number(balances[0]) - 100 * index));
    await until('the workers are logged', () => workerPids().length === WORKERS);
    const pids = workerPids();
    await gateway.kill();
    await until('the workers are gone', () => !pids.some(isRunning));
  });
});

describe('serve with workers that cannot listen', () => {
  it('ends with status 1 and one sentence', async () => {
    const taken: Server = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const { status, out, err } = await cardwayProcess(
      ['serve', '--sandbox', '--workers', '2', '--port', String(port)],
      { ...databaseIn(join(folder, 'other')), CARDWAY_LOG_LEVEL: 'silent' },
    );
    await new Promise((resolve) => taken.close(resolve));
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe(`Cannot listen on 127.0.0.1, port ${String(port)}: EADDRINUSE.\n`);
    expect(err).not.toMatch(HAS_STACK);
  });
});

function requestLines(): Record<string, unknown>[] {
  return logged().filter(({ msg }) => msg === 'request');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

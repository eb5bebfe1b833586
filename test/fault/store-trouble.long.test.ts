/**
 * Tests a store that fails while the gateway runs (docs/reference/transactions.md#store-safety). Nothing unsaved is sent, an
 * advice stays with the processor, no downstream answer is forgotten, and the gateway recovers without an operator.
 *
 *   npm test -- test/fault/store-trouble
 *
 * A limit on the running process (prlimit) makes the disk fail. Without prlimit, the database is locked.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import { approving, gate, startWallet, type Gate, type TestWallet } from '../support/wallet/index.js';
import {
  deduct,
  CHANNELS,
  freshId,
  JSON_PROXY,
  requestIdOf,
  reversalOf,
  RPC2,
  XML_CHANNELS,
  type Call,
  type Channel,
  type Reply,
} from '../support/channels/index.js';
import { openLedgerFile, type LedgerFile, type LedgerRow } from '../support/channels/ledger.js';
import { until } from '../life/until.js';
import { metric } from './metrics.js';
import { failWrites, limitGrowth } from './failing-store.js';
import { constants } from '../support/constants.js';

const SWEEP_EVERY_MS = 20;

let wallet: TestWallet;
let folder: string;
let ledger: LedgerFile;
let gateway: TestGateway;
let repair: (() => Promise<void>) | null = null;

beforeAll(async () => {
  wallet = await startWallet({ behaviour: approving() });
  folder = temporaryFolder();
  ledger = openLedgerFile(folder);
  gateway = await startGateway({
    folder,
    env: {
      CARDWAY_DOWNSTREAM_URL: wallet.url,
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: '1000',
      ...constants({ SWEEP_EVERY_MS, ADVICE_RETRY_MIN_MS: 30 }),

      CARDWAY_LOG_LEVEL: 'silent',
    },
  });
});

afterEach(async () => {
  await heal();
  wallet.behave(approving());
});

afterAll(async () => {
  ledger.close();
  await gateway.kill();
  await wallet.close();
  rmSync(folder, { recursive: true, force: true });
});

async function breakStore(): Promise<void> {
  repair = await failWrites(gateway.pid, ledger);
}

async function heal(): Promise<void> {
  await repair?.();
  repair = null;
}

async function readyStatus(): Promise<number> {
  return (await fetch(`${gateway.url}/health/ready`)).status;
}

function payment(): Call {
  return deduct({ transaction_id: freshId() });
}

function rowOf(call: Call): LedgerRow {
  return ledger.row(requestIdOf(call));
}

function sent(call: Call): number {
  return wallet.calls.filter((received) => received.envelope()['request_id'] === requestIdOf(call)).length;
}

const UNAVAILABLE_BY_CHANNEL = {
  GraphQL: [200, 'UNAVAILABLE', null],
  'JSON on /v1/proxy': [503, 'UNAVAILABLE', -9],
  'XML on /v1/proxy': [503, 'UNAVAILABLE', -9],
  'XML on /RPC2': [200, null, -9],
} as const;

function byChannel(heard: readonly Reply[]): Record<string, unknown> {
  return Object.fromEntries(
    heard.map(({ status, errorCode, resultCode }, index) => [
      CHANNELS[index]!.name,
      [status, errorCode, resultCode],
    ]),
  );
}

async function expectRefusedAndHealed(calls: readonly Call[]): Promise<void> {
  const heard = await Promise.all(CHANNELS.map((channel, index) => channel.call(gateway.url, calls[index]!)));
  expect(byChannel(heard)).toEqual(UNAVAILABLE_BY_CHANNEL);
  const advices = await Promise.all(
    XML_CHANNELS.map((channel, index) => channel.call(gateway.url, reversalOf(calls[index]!))),
  );
  expect(advices.map(({ status, resultCode }) => [status, resultCode])).toEqual([
    [503, null],
    [503, null],
  ]);
  expect(calls.map(sent)).toEqual(calls.map(() => 0));
  await heal();
  await until('it is ready again', async () => (await readyStatus()) === 200);
  for (const [index, channel] of CHANNELS.entries()) {
    expect(await channel.call(gateway.url, calls[index]!)).toMatchObject({ status: 200, resultCode: 1 });
  }
  expect(calls.map(sent)).toEqual(calls.map(() => 1));
}

describe('while every write fails', () => {
  it('calls are refused on every interface, nothing is sent, and it recovers by itself', async () => {
    const calls = CHANNELS.map(payment);
    await breakStore();
    await expectRefusedAndHealed(calls);
  });

  it('the gateway stays alive and not ready', async () => {
    await breakStore();
    expect(await JSON_PROXY.call(gateway.url, payment())).toMatchObject({ status: 503 });
    const statuses: number[] = [];
    // Far longer than a round of housekeeping, which must not report the store as healthy.
    const endsAtMs = performance.now() + 20 * SWEEP_EVERY_MS;
    while (performance.now() < endsAtMs) statuses.push(await readyStatus());
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
  });

  it('a full disk has the same effect', async () => {
    const bytes = Math.max(
      ...['cardway.db', 'cardway.db-wal'].map((name) => statSync(join(folder, name)).size),
    );
    repair = await limitGrowth(gateway.pid, bytes, ledger);
    const fillers: Call[] = [];
    // The write-ahead log grows until it meets the limit. Until then it may restart from its beginning.
    await until('the disk is full', async () => {
      const filler = payment();
      fillers.push(filler);
      return (await JSON_PROXY.call(gateway.url, filler)).status === 503;
    });
    const refused = fillers.at(-1)!;
    const wasSaved = ledger.rows().some((row) => row.request_id === requestIdOf(refused));
    expect(sent(refused)).toBe(wasSaved ? 1 : 0);
    await heal();
    await until('it is ready again', async () => (await readyStatus()) === 200);
    await until('the last one is answered', async () => {
      const { status, resultCode } = await JSON_PROXY.call(gateway.url, refused);
      return status === 200 && resultCode === 1;
    });
    expect(fillers.map(sent)).toEqual(fillers.map(() => 1));
  });

  it('everything that was sent is in the ledger', () => {
    const known = new Set(ledger.rows().map(({ request_id }) => request_id));
    const unknown = wallet.calls.filter((call) => !known.has(String(call.envelope()['request_id'])));
    expect(unknown).toEqual([]);
  });
});

describe('a store that fails while the wallet service works', () => {
  /** Makes a Deduct that is saved and sent. Then the store fails. */
  async function underWay(channel: Channel): Promise<{ call: Call; hold: Gate; heard: Promise<Reply> }> {
    const hold = gate();
    wallet.behave(async (received) => {
      await hold.opened;
      return approving()(received);
    });
    const call = payment();
    const heard = channel.call(gateway.url, call);
    await until('it has arrived', () => sent(call) === 1);
    await breakStore();
    wallet.behave(approving());
    return { call, hold, heard };
  }

  it('a key gets 503, then the saved answer once it exists; the call is sent once', async () => {
    const { call, hold, heard } = await underWay(JSON_PROXY);
    hold.open();
    expect(await heard).toMatchObject({ status: 503, errorCode: 'UNAVAILABLE' });
    await heal();
    await until('it is saved', () => rowOf(call).state === 'answered');
    expect(await JSON_PROXY.call(gateway.url, call)).toMatchObject({
      status: 200,
      resultCode: 1,
      replayed: true,
    });
    expect(sent(call)).toBe(1);
  });

  it('a call is contradicted and reversed when the terminal got -9 and the money moved', async () => {
    const { call, hold, heard } = await underWay(RPC2);
    hold.open();
    expect((await heard).resultCode).toBe(-9);
    await heal();
    await until('it is settled', () => rowOf(call).state !== 'pending');
    expect(rowOf(call)).toMatchObject({ state: 'contradicted', replied_result_code: -9 });
    await until('it is given back', () => ownReversals(call)[0]?.state === 'answered');
    expect((await RPC2.call(gateway.url, call)).resultCode).toBe(-9);
    expect(sent(call)).toBe(1);
  });

  it('an approval that comes after the deadline still settles the transaction', async () => {
    const { call, hold, heard } = await underWay(JSON_PROXY);
    expect([503, 504]).toContain((await heard).status);
    await heal();
    await until('the doubt is saved', () => rowOf(call).state === 'in_doubt');
    hold.open();
    await until('it is settled', () => rowOf(call).state === 'answered');
    expect(sent(call)).toBe(1);
  });

  it('a late approval that cannot be saved at once is saved later', async () => {
    const hold = gate();
    wallet.behave(async (received) => {
      await hold.opened;
      return approving()(received);
    });
    const call = payment();
    expect((await RPC2.call(gateway.url, call)).resultCode).toBe(-7);
    expect(rowOf(call).state).toBe('in_doubt');
    wallet.behave(approving());
    await breakStore();
    hold.open();
    await until('the answer has met the failing store', async () => {
      const late = await metric(gateway.url, 'cardway_downstream_late');
      return late === 0;
    });
    expect((await JSON_PROXY.call(gateway.url, payment())).status).toBe(503);
    await heal();
    await until('it is settled', () => rowOf(call).state === 'contradicted');
  });

  it('a sent reversal is not lost, and its terminal keeps it or got 1', async () => {
    const original = payment();
    expect((await RPC2.call(gateway.url, original)).resultCode).toBe(1);
    const hold = gate();
    wallet.behave(async (received) => {
      await hold.opened;
      return approving()(received);
    });
    const advice = reversalOf(original);
    const heard = RPC2.call(gateway.url, advice);
    await until('it has arrived', () => sent(advice) === 1);
    await breakStore();
    hold.open();
    expect(await heard).toMatchObject({ status: 503, resultCode: null });
    await heal();
    await until('it is saved', () => rowOf(advice).state === 'answered');
    expect(await RPC2.call(gateway.url, advice)).toMatchObject({ status: 200, resultCode: 1 });
    expect(sent(advice)).toBe(1);
  });

  function ownReversals(original: Call): LedgerRow[] {
    return ledger
      .rows()
      .filter((row) => row.channel === 'gateway' && row['original_request_id'] === requestIdOf(original));
  }
});

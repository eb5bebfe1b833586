/**
 * R3: whatever the wallet service does, each caller has an answer within the deadline, and other routes are not affected.
 *
 * The clients measure and print times. The goal is the deadline + 50 ms at the 99th percentile, and constant memory. A full-size
 * run on a quiet machine asserts both:
 *
 *   CARDWAY_FAULT_CALLS=1000 CARDWAY_FAULT_MARGIN_MS=50 CARDWAY_FAULT_GROWTH_BYTES=100000000 npm run test:long -- test/fault/hostile-downstream
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway, temporaryFolder, type TestGateway } from '../support/gateway.js';
import {
  approving,
  cut,
  half,
  hang,
  rawForm,
  respond,
  startWallet,
  type WalletAnswer,
  type TestWallet,
} from '../support/wallet/index.js';
import {
  deduct,
  freshId,
  JSON_PROXY,
  loadAuth,
  requestIdOf,
  RPC2,
  type Call,
  type Reply,
} from '../support/channels/index.js';
import { openLedgerFile, type LedgerFile } from '../support/channels/ledger.js';
import { until } from '../life/until.js';
import { metric, percentile } from './metrics.js';
import { startRawWallet, type RawManner, type RawWallet } from './raw-wallet.js';
import { limitOf, sizeOf, printSize } from './size.js';
import { constants } from '../support/constants.js';

const CALLS = sizeOf('CARDWAY_FAULT_CALLS', 20);
const AT_ONCE = 10;
/** Long enough that a busy machine sends every call before it: a call that was not sent is refused, and not in doubt. */
const DEADLINE_MS = 2000;
const MARGIN_MS = limitOf('CARDWAY_FAULT_MARGIN_MS');

/** Wallet service of the default route. */
let hostile: TestWallet;
/** Wallet service of LoadAuth's route. */
let raw: RawWallet;
/** Wallet service of Balance's route. */
let friendly: TestWallet;
const folder = temporaryFolder();
let ledger: LedgerFile;
let gateway: TestGateway;

beforeAll(async () => {
  hostile = await startWallet({ behaviour: hang() });
  raw = await startRawWallet();
  friendly = await startWallet({ behaviour: approving({ balanceAmount: 1, actualBalance: 1 }) });
  ledger = openLedgerFile(folder);
  const file = join(folder, 'cardway.yaml');
  const routes = [
    { name: 'raw', methods: ['LoadAuth'], url: raw.url },
    { name: 'friendly', methods: ['Balance'], url: friendly.url, timeoutMs: 10_000 },
  ];
  writeFileSync(file, JSON.stringify({ routes }));
  gateway = await startGateway({
    folder,
    env: {
      CARDWAY_CONFIG: file,
      CARDWAY_DOWNSTREAM_URL: hostile.url,
      CARDWAY_DOWNSTREAM_TIMEOUT_MS: String(DEADLINE_MS),
      ...constants({ LATE_ANSWER_MS: 20_000, BREAKER_FAILURES_MIN: 1_000_000 }),

      CARDWAY_LOG_LEVEL: 'silent',
    },
  });
});

afterAll(async () => {
  ledger.close();
  await gateway.kill();
  await Promise.all([hostile.close(), raw.close(), friendly.close()]);
});

interface Timed {
  readonly call: Call;
  readonly heard: Reply;
  readonly ms: number;
}

async function timed(call: Call, index: number): Promise<Timed> {
  const channel = index % 2 === 0 ? JSON_PROXY : RPC2;
  const startedMs = performance.now();
  const heard = await channel.call(gateway.url, call);
  return { call, heard, ms: performance.now() - startedMs };
}

/** Makes this many calls, `atOnce` of them at a time. */
async function callMany(count: number, make: () => Call, atOnce = AT_ONCE): Promise<Timed[]> {
  const results: Timed[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) results.push(await timed(make(), next++));
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return results;
}

function expectInTime(what: string, results: readonly Timed[]): void {
  const times = results.map(({ ms }) => ms);
  const p99 = percentile(times, 0.99);
  printSize(
    `hostile: ${what}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${String(times.length)} (deadline ${String(DEADLINE_MS)} ms)`,
  );
  expect(p99).toBeLessThanOrEqual(DEADLINE_MS + MARGIN_MS);
}

/** Checks that both interfaces report the same doubt, and that the ledger has it. */
function expectDoubt(results: readonly Timed[], errorCode: string): void {
  const resultCode = errorCode === 'DOWNSTREAM_TIMEOUT' ? -7 : -9;
  expect(new Set(results.map(({ heard }) => heard.resultCode))).toEqual(new Set([resultCode]));
  const named = results.flatMap(({ heard }) => heard.errorCode ?? []);
  expect(new Set(named)).toEqual(new Set([errorCode]));
  expect(new Set(results.map(({ call }) => ledger.row(requestIdOf(call)).state))).toEqual(
    new Set(['in_doubt']),
  );
}

const money = (): Call => deduct({ transaction_id: freshId() });
const load = (): Call => loadAuth({ transaction_id: freshId() });

const WHOLE = rawForm({ response: { resultCode: 1 }, customerId: 1001 });

const CASES: readonly (readonly [string, WalletAnswer, string])[] = [
  ['never answers', hang(), 'DOWNSTREAM_TIMEOUT'],
  ['closes the connection', cut(), 'DOWNSTREAM_INVALID'],
  ['answers half', half(WHOLE), 'DOWNSTREAM_INVALID'],
  ['answers garbage', respond({ body: '}{ \u0000 not JSON' }), 'DOWNSTREAM_INVALID'],
  ['answers 500', respond({ status: 500, body: WHOLE }), 'DOWNSTREAM_INVALID'],
];

const RAW_CASES: readonly (readonly [string, RawManner, string])[] = [
  ['resets the connection', 'reset', 'DOWNSTREAM_INVALID'],
  ['speaks no HTTP', 'noise', 'DOWNSTREAM_INVALID'],
  ['sends a head and nothing more', 'head', 'DOWNSTREAM_TIMEOUT'],
  ['drips an answer for ever', 'drip', 'DOWNSTREAM_TIMEOUT'],
];

describe('a caller gets its answer in time, and the transaction is in doubt, when the wallet service', () => {
  it.each(CASES)('%s', async (what, reply, errorCode) => {
    hostile.behave(reply);
    const results = await callMany(CALLS, money);
    expectInTime(what, results);
    expectDoubt(results, errorCode);
  });

  it.each(RAW_CASES)('%s', async (what, manner, errorCode) => {
    raw.behave(manner);
    const results = await callMany(CALLS, load);
    expectInTime(what, results);
    expectDoubt(results, errorCode);
  });
});

describe('a breaker', () => {
  it('opens when its route fails, stops all calls, and closes again', async () => {
    const other = await startGateway({
      env: {
        CARDWAY_DOWNSTREAM_URL: hostile.url,
        ...constants({ BREAKER_FAILURES_MIN: 10, BREAKER_HALF_OPEN_AFTER_MS: 1500 }),

        CARDWAY_LOG_LEVEL: 'silent',
      },
    });
    const level = (): Promise<number> => metric(other.url, 'cardway_breaker_state', 'route="default"');
    try {
      expect(await level()).toBe(0);
      hostile.behave(cut());
      await until('the breaker is open', async () => {
        await JSON_PROXY.call(other.url, money());
        return (await level()) === 2;
      });
      const sent = hostile.calls.length;
      const refused = await JSON_PROXY.call(other.url, money());
      expect(refused).toMatchObject({ status: 502, errorCode: 'DOWNSTREAM_REFUSED' });
      expect(hostile.calls).toHaveLength(sent);
      hostile.behave(approving());
      await until('the breaker is half open', async () => (await level()) === 1);
      expect((await JSON_PROXY.call(other.url, money())).resultCode).toBe(1);
      expect(await level()).toBe(0);
    } finally {
      await other.kill();
    }
  });
});

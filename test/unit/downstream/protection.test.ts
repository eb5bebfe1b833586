import {
  approving,
  cut,
  hang,
  respond,
  startWallet,
  type Behaviour,
  type TestWallet,
} from '../../support/wallet/index.js';
import { openBench, type Bench } from './set-up.js';

let wallet: TestWallet;
let bench: Bench;

beforeEach(async () => {
  wallet = await startWallet({ behaviour: approving() });
  bench = openBench(wallet.url);
});

afterEach(async () => {
  await bench.downstream.close();
  await wallet.close();
});

const state = () => bench.downstream.states()[0]!;

async function failTwentyTimes(): Promise<void> {
  wallet.behave(respond({ status: 503 }));
  for (let n = 0; n < 20; n++) await bench.send();
  expect(state().breaker).toBe('open');
}

describe('the breaker', () => {
  test('refuses at once while open, and nothing reaches the wallet', async () => {
    await failTwentyTimes();
    expect(await bench.send()).toMatchObject({ kind: 'refused', reason: 'breaker', sentAtMs: null });
    expect(wallet.calls).toHaveLength(20);
  });

  test('does not hold advices back', async () => {
    await failTwentyTimes();
    wallet.behave(approving());
    expect((await bench.send({ always: true })).kind).toBe('answered');
    expect(state().breaker).toBe('open');
  });

  test.each<[string, Behaviour]>([
    ['HTTP 500', () => respond({ status: 500 })],
    ['a cut connection', () => cut()],
  ])('counts %s', async (_, behaviour) => {
    wallet.behave(behaviour);
    for (let n = 0; n < 20; n++) await bench.send();
    expect(state().breaker).toBe('open');
  });

  test.each<[string, Behaviour]>([
    ['a decline', (call) => approving({ resultCode: -17 })(call)],
    ['HTTP 401', () => respond({ status: 401 })],
    ['HTTP 400', () => respond({ status: 400 })],
    ['an unreadable answer', () => respond({ body: 'x' })],
    ['too long an answer', () => respond({ body: 'x'.repeat(1024 * 1024 + 1) })],
  ])('does not count %s', async (_, behaviour) => {
    wallet.behave(behaviour);
    for (let n = 0; n < 25; n++) await bench.send();
    expect(state().breaker).toBe('closed');
    expect(wallet.calls).toHaveLength(25);
  });
});

describe('the bulkhead', () => {
  beforeEach(async () => {
    await bench.downstream.close();
    bench = openBench(wallet.url, { concurrentMax: 2 });
  });

  test('does not hold advices back', async () => {
    wallet.behave(hang());
    void bench.send();
    void bench.send();
    await wallet.called(2);
    wallet.behave(approving());
    expect((await bench.send({ always: true })).kind).toBe('answered');
    expect(state()).toMatchObject({ concurrent: 2, queued: 0 });
  });
});

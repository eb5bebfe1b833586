import {
  approving,
  cut,
  gate,
  hang,
  respond,
  startWallet,
  type Behaviour,
  type TestWallet,
} from '../../support/wallet/index.js';
import { openBench, TIMEOUT_MS, type Bench } from './set-up.js';

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

  test('says when to retry: at its next probe', async () => {
    await failTwentyTimes();
    expect(await bench.send()).toMatchObject({ reason: 'breaker', retryAfterMs: 1000 });
    bench.time.advance(400);
    expect(await bench.send()).toMatchObject({ reason: 'breaker', retryAfterMs: 600 });
    bench.time.advance(600);
    wallet.behave(hang());
    void bench.send();
    await wallet.called(21);
    expect(await bench.send()).toMatchObject({ reason: 'breaker', retryAfterMs: 1000 });
  });

  test('lets one probe through after its pause and closes on its answer', async () => {
    await failTwentyTimes();
    const { opened, open } = gate();
    const answerNormally = approving();
    wallet.behave(async (call) => {
      await opened;
      return answerNormally(call);
    });
    bench.time.advance(1000);
    const probe = bench.send();
    await wallet.called(21);
    expect(await bench.send()).toMatchObject({ kind: 'refused', reason: 'breaker' });
    open();
    expect((await probe).kind).toBe('answered');
    expect(state().breaker).toBe('closed');
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

  test('counts calls that could not connect', async () => {
    await wallet.close();
    for (let n = 0; n < 20; n++) await bench.send();
    expect(state().breaker).toBe('open');
    wallet = await startWallet({ behaviour: approving() });
  });

  test('counts calls that got no answer in time', async () => {
    wallet.behave(hang());
    const calls = Array.from({ length: 20 }, () => bench.send());
    await wallet.called(20);
    bench.time.advance(TIMEOUT_MS);
    await Promise.all(calls);
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
  const bulkhead = { concurrentMax: 2, queueMax: 1, queueMs: 500 };

  beforeEach(async () => {
    await bench.downstream.close();
    bench = openBench(wallet.url, { bulkhead });
  });

  test('refuses calls beyond places and queue, and sends the queued one when a place is free', async () => {
    const { opened, open } = gate();
    const answerNormally = approving();
    wallet.behave(async (call) => {
      await opened;
      return answerNormally(call);
    });
    const running = [bench.send(), bench.send()];
    await wallet.called(2);
    const queued = bench.send();
    expect(await bench.send()).toMatchObject({ kind: 'refused', reason: 'bulkhead', retryAfterMs: 500 });
    expect(state()).toMatchObject({ concurrent: 2, queued: 1 });
    expect(wallet.calls).toHaveLength(2);
    open();
    expect((await Promise.all([...running, queued])).map(({ kind }) => kind)).toEqual([
      'answered',
      'answered',
      'answered',
    ]);
    expect(state()).toMatchObject({ concurrent: 0, queued: 0 });
  });

  test('refuses a queued call when its time in the queue is over, and never sends it', async () => {
    wallet.behave(hang());
    const running = [bench.send(), bench.send()];
    await wallet.called(2);
    const queued = bench.send();
    bench.time.advance(500);
    expect(await queued).toMatchObject({ kind: 'refused', reason: 'bulkhead' });
    bench.time.advance(TIMEOUT_MS);
    await Promise.all(running);
    wallet.behave(approving());
    expect((await bench.send()).kind).toBe('answered');
    expect(wallet.calls).toHaveLength(3);
  });

  test('lets another terminal in before a flood that waits', async () => {
    await bench.downstream.close();
    bench = openBench(wallet.url, { bulkhead: { concurrentMax: 2, queueMax: 4, queueMs: 500 } });
    const gates = Array.from({ length: 8 }, gate);
    const answerNormally = approving();
    let calls = 0;
    wallet.behave(async (call) => {
      await gates[calls++]?.opened;
      return answerNormally(call);
    });
    const order: string[] = [];
    const send = (terminalId: string): Promise<unknown> =>
      bench.send({ terminalId }).then(({ kind }) => order.push(`${terminalId} ${kind}`));
    const flood = Array.from({ length: 6 }, () => send('flood'));
    await wallet.called(2);
    const other = send('other');
    gates[0]?.open();
    // The wallet's third call is the other's, although four calls of the flood have waited longer.
    await wallet.called(3);
    gates[2]?.open();
    await other;
    expect(order).toEqual(['flood refused', 'flood answered', 'other answered']);
    for (const { open } of gates) open();
    await Promise.all(flood);
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

  test('frees the place when a call times out, although the call stays open', async () => {
    wallet.behave(hang());
    const running = [bench.send(), bench.send()];
    await wallet.called(2);
    bench.time.advance(TIMEOUT_MS);
    await Promise.all(running);
    expect(state()).toMatchObject({ concurrent: 0, late: 2 });
  });
});

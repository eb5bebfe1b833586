import { momentOf } from '../../../src/platform/clock.js';
import type { DownstreamOutcome, UnsentReason } from '../../../src/use-cases/transactions/downstream-port.js';
import { approving, gate, startWallet, type TestWallet } from '../../support/wallet/index.js';
import { type Bench, openBench, TIMEOUT_MS } from './set-up.js';

let wallet: TestWallet;
let bench: Bench;
let asked: number;

beforeEach(async () => {
  wallet = await startWallet({ behaviour: approving() });
  bench = openBench(wallet.url);
  asked = 0;
});

afterEach(async () => {
  await bench.downstream.close();
  await wallet.close();
});

/** Sends a call that was certain to be sent a moment ago. Its connection is still to be made. */
function send(...answers: (UnsentReason | null | Promise<null>)[]): Promise<DownstreamOutcome> {
  return bench.send({
    recheck: {
      since: momentOf(bench.time),
      ask: () => Promise.resolve(answers[asked++] ?? null),
    },
  });
}

describe('a call that is sent at once', () => {
  test('is not confirmed again', async () => {
    const sent = send('reversed');
    bench.time.advance(250);
    expect((await sent).kind).toBe('answered');
    expect(asked).toBe(0);
  });
});

describe('a call whose connection took long', () => {
  test('is confirmed again, and sent on that connection when it still may be sent', async () => {
    const sent = send(null);
    bench.time.advance(251);
    expect((await sent).kind).toBe('answered');
    expect([asked, wallet.connections(), wallet.calls.length]).toEqual([1, 1, 1]);
  });

  test('is sent on that connection also when each call has its own', async () => {
    await bench.downstream.close();
    bench = openBench(wallet.url, { keepAliveMs: 0 });
    const sent = send(null);
    bench.time.advance(251);
    expect((await sent).kind).toBe('answered');
    expect([asked, wallet.connections(), wallet.calls.length]).toEqual([1, 1, 1]);
    expect(wallet.calls[0]?.headers.connection).toBe('close');
  });

  test.each<UnsentReason>(['reversed', 'claim_lost', 'not_confirmed'])(
    'is refused and never written when it is %s; the connection serves the next call',
    async (reason) => {
      const sent = send(reason);
      bench.time.advance(251);
      expect(await sent).toMatchObject({ kind: 'refused', reason, sentAtMs: null });
      expect(wallet.calls).toHaveLength(0);
      expect((await bench.send()).kind).toBe('answered');
      expect([wallet.connections(), wallet.calls.length]).toEqual([1, 1]);
    },
  );

  test('is confirmed once more when the confirmation itself took long', async () => {
    const { opened, open } = gate();
    const sent = send(
      opened.then(() => null),
      'reversed',
    );
    bench.time.advance(251);
    while (asked === 0) await new Promise(setImmediate);
    bench.time.advance(251);
    open();
    expect(await sent).toMatchObject({ kind: 'refused', reason: 'reversed' });
    expect([asked, wallet.calls.length]).toEqual([2, 0]);
  });

  test('is refused at its deadline without a confirmation', async () => {
    const sent = send(new Promise<null>(() => undefined));
    bench.time.advance(251);
    while (asked === 0) await new Promise(setImmediate);
    bench.time.advance(TIMEOUT_MS);
    expect(await sent).toMatchObject({ kind: 'refused', reason: 'not_sent_in_time' });
    expect(wallet.calls).toHaveLength(0);
  });

  test('does not count against the route', async () => {
    for (let n = 0; n < 25; n += 1) {
      asked = 0;
      const sent = send('reversed');
      bench.time.advance(251);
      await sent;
    }
    expect(bench.downstream.states()[0]?.breaker).toBe('closed');
  });

  test('that moves no money is not confirmed again', async () => {
    const sent = bench.send();
    bench.time.advance(1000);
    expect((await sent).kind).toBe('answered');
  });
});

test('waiting for a place counts as waiting for a connection', async () => {
  await bench.downstream.close();
  bench = openBench(wallet.url, { bulkhead: { concurrentMax: 1, queueMax: 10, queueMs: 500 } });
  const { opened, open } = gate();
  const answerNormally = approving();
  wallet.behave(async (call) => {
    await opened;
    return answerNormally(call);
  });
  const first = bench.send();
  await wallet.called(1);
  const second = send('reversed');
  bench.time.advance(300);
  open();
  expect((await first).kind).toBe('answered');
  expect(await second).toMatchObject({ kind: 'refused', reason: 'reversed' });
  expect(wallet.calls).toHaveLength(1);
});

describe('a step of the clock', () => {
  test('past the deadline before the first byte: nothing is written', async () => {
    const sent = send(null);
    bench.time.step(60_000);
    expect(await sent).toMatchObject({ kind: 'refused', reason: 'deadline_passed' });
    expect(wallet.calls).toHaveLength(0);
  });

  test('back before the first byte: the ledger confirms', async () => {
    const sent = send('claim_lost');
    bench.time.step(-60_000);
    expect(await sent).toMatchObject({ kind: 'refused', reason: 'claim_lost' });
    expect(wallet.calls).toHaveLength(0);
  });

  test.each([60_000, -60_000])('by %i ms neither ends nor lengthens a call in progress', async (stepMs) => {
    const { opened, open } = gate();
    const answerNormally = approving();
    wallet.behave(async (call) => {
      await opened;
      return answerNormally(call);
    });
    const [patient, late] = [send(), bench.send()];
    await wallet.called(2);
    bench.time.step(stepMs);
    bench.time.advance(TIMEOUT_MS - 1);
    open();
    expect((await patient).kind).toBe('answered');
    expect((await late).kind).toBe('answered');
    wallet.behave(() => ({ kind: 'hang' }));
    const hanging = bench.send();
    await wallet.called(3);
    bench.time.step(stepMs);
    bench.time.advance(TIMEOUT_MS);
    expect((await hanging).kind).toBe('timeout');
  });
});

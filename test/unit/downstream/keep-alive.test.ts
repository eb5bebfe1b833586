import { approving, cut, startWallet, type TestWallet } from '../../support/wallet/index.js';
import { openBench, type Bench } from './set-up.js';

let wallet: TestWallet;
let bench: Bench;

/** Limit far above our time. It is below the 4 s that undici keeps connections by default, and that a hint of 5 s would give. */
const SOON_MS = 3500;

afterEach(async () => {
  await bench.downstream.close();
  await wallet.close();
});

async function open(options: { keepAliveMs?: number; hintsKeepAlive?: boolean } = {}): Promise<void> {
  const { hintsKeepAlive = false, ...settings } = options;
  wallet = await startWallet({ behaviour: approving(), hintsKeepAlive });
  bench = openBench(wallet.url, settings);
}

test('consecutive calls share connections', async () => {
  await open();
  for (let n = 0; n < 20; n++) expect((await bench.send()).kind).toBe('answered');
  // Two, because a connection rests for one turn of the event loop before its next use.
  expect(wallet.connections()).toBeLessThanOrEqual(2);
});

test('simultaneous calls have a connection each', async () => {
  await open();
  await Promise.all(Array.from({ length: 5 }, () => bench.send()));
  expect(wallet.connections()).toBe(5);
});

test(
  'an idle connection is closed from our side, before the server does',
  async () => {
    await open({ keepAliveMs: 40 });
    await bench.send();
    await wallet.disconnected(1);
    expect((await bench.send()).kind).toBe('answered');
    expect(wallet.connections()).toBe(2);
  },
  SOON_MS,
);

test('without keep-alive each call has its own connection and a Connection: close header', async () => {
  await open({ keepAliveMs: 0 });
  for (let n = 1; n <= 3; n++) {
    expect((await bench.send()).kind).toBe('answered');
    await wallet.disconnected(n);
  }
  expect(wallet.calls.map(({ connection }) => connection)).toEqual([1, 2, 3]);
  expect(wallet.calls[0]?.headers.connection).toBe('close');
});

test(
  'a hint of the server never lengthens the time',
  async () => {
    await open({ keepAliveMs: 40, hintsKeepAlive: true });
    await bench.send();
    await wallet.disconnected(1);
  },
  SOON_MS,
);

test('a connection that the server has closed while idle is not written to', async () => {
  await open();
  for (let n = 1; n <= 20; n++) {
    expect((await bench.send()).kind).toBe('answered');
    wallet.closeIdle();
    await wallet.disconnected(n);
  }
  expect(wallet.calls).toHaveLength(20);
});

test('a reused connection that dies under a call leaves it in doubt, and the call is not written again', async () => {
  await open();
  await bench.send();
  wallet.behave(cut());
  expect(await bench.send()).toMatchObject({ kind: 'in_doubt', reason: expect.stringMatching(/^cut/) });
  wallet.behave(approving());
  expect((await bench.send()).kind).toBe('answered');
  expect(wallet.calls).toHaveLength(3);
});

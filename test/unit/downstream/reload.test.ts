/** Tests calls that began before a reload of the routes, and are sent after it. */
import type { RouteConfig } from '../../../src/outbound/downstream/routes.js';
import { approving, gate, startWallet, type TestWallet } from '../../support/wallet/index.js';
import { openBench, SIGNING_KEY, TIMEOUT_MS, type Bench } from './set-up.js';

let wallet: TestWallet;
let other: TestWallet;
let bench: Bench;

beforeEach(async () => {
  wallet = await startWallet({ behaviour: approving() });
  other = await startWallet({ behaviour: approving() });
  bench = openBench(wallet.url, { bulkhead: { concurrentMax: 1, queueMax: 1, queueMs: 500 } });
});

afterEach(async () => {
  await bench.downstream.close();
  await wallet.close();
  await other.close();
});

const route = (url: string, more: Partial<RouteConfig> = {}): RouteConfig => ({
  ...{ name: 'main', url, methods: [], timeoutMs: TIMEOUT_MS, dedupes: false },
  signingKeys: [SIGNING_KEY],
  ...more,
});

function reload(...routes: readonly RouteConfig[]): void {
  bench.downstream.prepareReload(routes).take();
}

test('a call of a removed route is sent there until its deadline', async () => {
  reload(route(wallet.url), route(other.url, { name: 'deducts', methods: ['Deduct'] }));
  expect(bench.downstream.route('Deduct').name).toBe('deducts');
  reload(route(wallet.url));
  expect(bench.downstream.route('Deduct').name).toBe('main');
  expect(await bench.send({ route: 'deducts' })).toMatchObject({ kind: 'answered' });
  expect([wallet.calls.length, other.calls.length]).toEqual([0, 1]);
  bench.time.advance(TIMEOUT_MS);
  await new Promise(setImmediate);
  expect(await bench.send({ route: 'deducts' })).toMatchObject({ kind: 'refused', reason: 'unknown_route' });
});

test('a call that waits for a place gets it on the address at which it began', async () => {
  const { opened, open } = gate();
  wallet.behave(async (call) => {
    await opened;
    return approving()(call);
  });
  const first = bench.send();
  await wallet.called(1);
  const waiting = bench.send();
  reload(route(other.url));
  open();
  expect(await first).toMatchObject({ kind: 'answered' });
  expect(await waiting).toMatchObject({ kind: 'answered' });
  expect([wallet.calls.length, other.calls.length]).toEqual([2, 0]);
});

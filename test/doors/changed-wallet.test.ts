/** A call that is made again, after the directory has changed what it says of the wallet (contract 4.3, 4.4). */
import { respond, type ReceivedCall } from '../support/wallet/index.js';
import { cardway } from '../cli/command.js';
import {
  deduct,
  DOORS,
  freshId,
  requestIdOf,
  RPC2,
  startBench,
  USUAL,
  XML_DOORS,
  type Bench,
  type Call,
  type Door,
} from '../support/doors/index.js';

const REFERENCE = '43172792905';
let bench: Bench;

const wallets = async (...args: readonly string[]): Promise<void> => {
  const env = { CARDWAY_DATABASE_URL: `sqlite:${bench.ledger.path}` };
  expect(await cardway(['wallets', ...args], env)).toMatchObject({ status: 0 });
};
const sent = (door: Door, call: Call) => bench.sent(requestIdOf(call, door.checksumForm));
const arrived = (call: Call) =>
  bench.wallet.calls.filter(
    (received) => requestOf(received)['transaction_id'] === call.fields['transaction_id'],
  );
const requestOf = (received: ReceivedCall) => received.envelope()['request'] as Record<string, unknown>;

beforeAll(async () => {
  bench = await startBench({ env: { CARDWAY_STORE_CACHE_MS: '0' } });
});

afterAll(() => bench.stop());

describe.each(XML_DOORS)('on $name, when the default card of the wallet has changed', (door) => {
  const own = '5001';
  const other = door === RPC2 ? '7001' : '7002';
  afterEach(() => wallets('set', REFERENCE, '--card', own));

  it('a Deduct that was answered hears its saved answer, and is not sent again', async () => {
    const call = deduct({ transaction_id: freshId() });
    expect(await door.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    await wallets('set', REFERENCE, '--card', other);
    expect(await door.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    expect(arrived(call)).toHaveLength(1);
  });

  it('a Deduct of its own goes to the new card', async () => {
    await wallets('set', REFERENCE, '--card', other);
    const call = { ...deduct({ transaction_id: freshId() }), cardId: Number(other) };
    expect(await door.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    expect(sent(door, call)).toHaveLength(1);
  });
});

describe.each(DOORS)('on $name, when the wallet was blocked since', (door) => {
  afterEach(async () => {
    bench.wallet.behave(USUAL);
    await wallets('unblock', REFERENCE);
  });

  it('a Deduct that was answered hears its saved answer: money has moved', async () => {
    const call = deduct({ transaction_id: freshId() });
    const first = await door.call(bench.url, call);
    await wallets('block', REFERENCE);
    const again = await door.call(bench.url, call);
    expect([first.resultCode, again.resultCode, again.replayed]).toEqual([1, 1, true]);
    expect(sent(door, call)).toHaveLength(1);
  });

  it('a Deduct that was certainly not processed is refused, and not sent again', async () => {
    bench.wallet.behave(respond({ status: 429 }));
    const call = deduct({ transaction_id: freshId() });
    await door.call(bench.url, call);
    bench.wallet.behave(USUAL);
    await wallets('block', REFERENCE);
    expect(await door.call(bench.url, call)).toMatchObject({ resultCode: -29 });
    expect(sent(door, call)).toHaveLength(1);
  });

  it('a Deduct that was never made is refused', async () => {
    await wallets('block', REFERENCE);
    const call = deduct({ transaction_id: freshId() });
    expect(await door.call(bench.url, call)).toMatchObject({ resultCode: -29 });
    expect(sent(door, call)).toHaveLength(0);
  });
});

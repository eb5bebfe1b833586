/**
 * Tests that changes of the directory apply at once: a wallet that has changed since a call
 * (docs/reference/protocol.md#wallet-resolution, docs/reference/transactions.md#calls-without-a-key), and the addresses that a
 * terminal may call from.
 */
import { addressesContract } from '../contract/interfaces/addresses.js';
import { respond, type ReceivedCall } from '../support/wallet/index.js';
import { asking, cardway, entriesOf } from '../cli/command.js';
import {
  askGraphQL,
  deduct,
  CHANNELS,
  freshId,
  JSON_PROXY,
  requestIdOf,
  RPC2,
  sharedBench,
  USUAL,
  type Call,
  type Channel,
} from '../support/channels/index.js';
import { constants } from '../support/constants.js';

const REFERENCE = '43172792905';

const cli = (...args: readonly string[]) => cardway(args, asking(bench));
const wallets = async (...args: readonly string[]): Promise<void> => {
  expect(await cli('wallets', ...args)).toMatchObject({ status: 0 });
};
const sent = (channel: Channel, call: Call) => bench.sent(requestIdOf(call, channel.checksumForm));
const arrived = (call: Call) =>
  bench.wallet.calls.filter(
    (received) => requestOf(received)['transaction_id'] === call.fields['transaction_id'],
  );
const requestOf = (received: ReceivedCall) => received.envelope()['request'] as Record<string, unknown>;

const bench = sharedBench({ env: { CARDWAY_TRUST_PROXY: '1', ...constants({ DIRECTORY_CACHE_MS: 0 }) } });

describe('when the default card of the wallet has changed', () => {
  const channel = RPC2;
  const own = '5001';
  const other = '7001';
  afterEach(() => wallets('set', REFERENCE, '--card', own));

  it('an answered Deduct gets its saved answer, and is not sent again', async () => {
    const call = deduct({ transaction_id: freshId() });
    expect(await channel.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    await wallets('set', REFERENCE, '--card', other);
    expect(await channel.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    expect(arrived(call)).toHaveLength(1);
  });

  it('another Deduct uses the new card', async () => {
    await wallets('set', REFERENCE, '--card', other);
    const call = { ...deduct({ transaction_id: freshId() }), cardId: Number(other) };
    expect(await channel.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    expect(sent(channel, call)).toHaveLength(1);
  });
});

describe.each([JSON_PROXY, RPC2])('on $name, when the wallet is blocked since', (channel) => {
  afterEach(async () => {
    bench.wallet.behave(USUAL);
    await wallets('unblock', REFERENCE);
  });

  it('an answered Deduct gets its saved answer, because money has moved', async () => {
    const call = deduct({ transaction_id: freshId() });
    const first = await channel.call(bench.url, call);
    await wallets('block', REFERENCE);
    const again = await channel.call(bench.url, call);
    expect([first.resultCode, again.resultCode, again.replayed]).toEqual([1, 1, true]);
    expect(sent(channel, call)).toHaveLength(1);
  });

  it('a Deduct that was certainly not processed is refused, and not sent again', async () => {
    bench.wallet.behave(respond({ status: 429 }));
    const call = deduct({ transaction_id: freshId() });
    await channel.call(bench.url, call);
    bench.wallet.behave(USUAL);
    await wallets('block', REFERENCE);
    const resultCode = channel.takesKey ? -29 : -9;
    expect(await channel.call(bench.url, call)).toMatchObject({ resultCode });
    expect(sent(channel, call)).toHaveLength(1);
  });

  it('a Deduct that was never made is refused', async () => {
    await wallets('block', REFERENCE);
    const call = deduct({ transaction_id: freshId() });
    expect(await channel.call(bench.url, call)).toMatchObject({ resultCode: -29 });
    expect(sent(channel, call)).toHaveLength(0);
  });
});

describe('a terminal that repeats the Deduct of a backend', () => {
  beforeAll(async () => {
    await wallets('set', REFERENCE, '--card', '5001');
  });

  afterEach(() => wallets('unblock', REFERENCE));

  it('gets its saved answer when the wallet is blocked since, because money has moved', async () => {
    const call = deduct({ transaction_id: freshId() });
    expect(await JSON_PROXY.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    expect(await RPC2.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    await wallets('block', REFERENCE);
    expect(await RPC2.call(bench.url, call)).toMatchObject({ resultCode: 1 });
    expect(arrived(call)).toHaveLength(1);
  });
});

describe('addresses', () => {
  const TERMINAL = '0029504320';

  beforeAll(async () => {
    const allow = '192.0.2.0/24,2001:db8:5::/48';
    expect(await cli('terminals', 'set', TERMINAL, '--allow', allow)).toMatchObject({ status: 0 });
  });

  describe.each(CHANNELS)('on $name a terminal with a list of addresses', (channel) =>
    addressesContract(channel, () => bench, TERMINAL),
  );

  it('is in the audit log, before and after', async () => {
    const { out } = await cli('audit', 'list', '--subject', TERMINAL, '--json');
    expect(entriesOf(out)).toMatchObject([
      {
        action: 'set_terminal',
        before: { allowedAddresses: null },
        after: { allowedAddresses: ['192.0.2.0/24', '2001:db8:5::/48'] },
      },
      { action: 'add_terminal', actor: 'sandbox' },
    ]);
  });

  it('is set and removed through GraphQL with immediate effect', async () => {
    const set = (addresses: readonly string[]) =>
      askGraphQL(
        bench.url,
        `mutation Set($addresses: [String!]) {
          setTerminal(input: { terminalId: "0068766621", allowedAddresses: $addresses }) { terminal { allowedAddresses } }
        }`,
        { variables: { addresses } },
      );
    const call = () => RPC2.call(bench.url, deduct(), { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(await set(['2001:DB8::/32'])).toMatchObject({
      data: { setTerminal: { terminal: { allowedAddresses: ['2001:db8::/32'] } } },
    });
    expect((await call()).resultCode).toBe(-8);
    expect(await set([])).toMatchObject({ data: { setTerminal: { terminal: { allowedAddresses: null } } } });
    expect((await call()).resultCode).toBe(1);
  });
});

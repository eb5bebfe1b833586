/**
 * Tests that a terminal's money call is one transaction and has one reply (docs/reference/transactions.md#duplicates), and that no
 * backend gets an approval of money that went back (docs/reference/transactions.md#doubt).
 */
import { asking, cardway } from '../cli/command.js';
import {
  balance,
  checksumOf,
  deduct,
  freshId,
  KEY_CHANNELS,
  requestIdOf,
  reversalOf,
  RPC2,
  sharedBench,
  USUAL,
  withFields,
  type Call,
  type Channel,
} from '../support/channels/index.js';
import { respond } from '../support/wallet/index.js';
import { expectAnswer, expectError } from '../contract/interfaces/register.js';
import { constants } from '../support/constants.js';

const TERMINAL = '0068766621';
/** Calls within two minutes that tests of the limit may make. */
const LIMIT = 3;
const LIMITED = '0029504320';

const bench = sharedBench({
  env: { ...constants({ DIRECTORY_CACHE_MS: 0, SWEEP_EVERY_MS: 50 }), CARDWAY_DOWNSTREAM_DEDUPES: 'true' },
});

afterEach(() => bench.wallet.behave(USUAL));

const cli = async (args: readonly string[], input = ''): Promise<void> => {
  const ended = await cardway(args, asking(bench), input);
  expect(ended).toMatchObject({ status: 0 });
};

/** Returns the calls with this transaction id that the wallet service got. */
const arrived = (call: Call, at = bench): number =>
  at.wallet.calls.filter((received) => {
    const request = received.envelope()['request'] as Record<string, unknown>;
    return request['transaction_id'] === call.fields['transaction_id'];
  }).length;

const adjustment = (method: string) => reversalOf(deduct(), {}, method);

const MONEY: readonly (readonly [string, () => Call])[] = [
  ['Deduct', () => deduct()],
  ['LoadAdjustment', () => adjustment('LoadAdjustment')],
];

describe('a terminal’s money call', () => {
  const channel = RPC2;

  describe('that its terminal repeats under another signature', () => {
    it.each(MONEY)('is one transaction after a rotation of the password: %s', async (_method, make) => {
      const call = make();
      expectAnswer(channel, await channel.call(bench.url, call), 1);
      const password = `the-next-password-${freshId()}`;
      await cli(['terminals', 'rotate', TERMINAL, '--overlap', '1h'], password);
      const again = await channel.call(bench.url, { ...call, password });
      await cli(['terminals', 'rotate', TERMINAL, '--overlap', '1h'], '1234567890');
      expectAnswer(channel, again, 1);
      expect(arrived(call)).toBe(1);
    });

    it.each(MONEY)('is one transaction after a switch of the algorithm: %s', async (_method, make) => {
      const call = make();
      await cli(['terminals', 'set', TERMINAL, '--checksum', 'sha1']);
      const checksum = checksumOf(call, channel.checksumForm, 'sha1');
      expectAnswer(channel, await channel.call(bench.url, { ...call, checksum }), 1);
      await cli(['terminals', 'set', TERMINAL, '--checksum', 'sha256']);
      expectAnswer(channel, await channel.call(bench.url, call), 1);
      expect(arrived(call)).toBe(1);
    });
  });

  it('a wallet that is not known: -4, also once it is known, and its checksum proves no other call', async () => {
    const reference = '431727929051';
    const call = deduct({ reference, request_amount: '00' });
    expectAnswer(channel, await channel.call(bench.url, call), -4);
    expectAnswer(channel, await channel.call(bench.url, call), -4);
    const cut = withFields(call, { reference: '43172792905', request_amount: '100' });
    expect(checksumOf(cut, 'printed')).toBe(checksumOf(call, 'printed'));
    expectError(channel, await channel.call(bench.url, cut), 'UNAUTHENTICATED');
    const owner = ['--customer', '1001', '--card', '9001'];
    await cli(['wallets', 'add', reference, '--programme', 'sandbox', ...owner]);
    expectAnswer(channel, await channel.call(bench.url, call), -4);
    expect(arrived(call)).toBe(0);
  });

  it('a wallet that is blocked: -29, also once it is not', async () => {
    const call = deduct({ reference: '556789731480', request_amount: '100', transaction_id: freshId() });
    await cli(['wallets', 'block', '556789731480']);
    expectAnswer(channel, await channel.call(bench.url, call), -29);
    await cli(['wallets', 'unblock', '556789731480']);
    expectAnswer(channel, await channel.call(bench.url, call), -29);
    const cut = withFields(call, { reference: '55678973148', request_amount: '0100' });
    expectError(channel, await channel.call(bench.url, cut), 'UNAUTHENTICATED');
    expect(arrived(call)).toBe(0);
    expect(bench.ledger.row(requestIdOf(call, channel.checksumForm))).toMatchObject({
      ...{ state: 'refused', error_code: 'FORBIDDEN', replied_result_code: -29, customer_id: 1002 },
    });
  });

  it.each([
    ['which did not process it', 429, -9],
    ['which leaves it in doubt', 500, -9],
  ])(
    'an HTTP status of the wallet service, %s: its reply, also once the service works',
    async (_, status, code) => {
      const call = deduct();
      bench.wallet.behave(respond({ status }));
      expect(await channel.call(bench.url, call)).toMatchObject({ resultCode: code });
      bench.wallet.behave(USUAL);
      expect(await channel.call(bench.url, call)).toMatchObject({ resultCode: code });
      expect(arrived(call)).toBe(1);
    },
  );

  it('a reversal that came first: -3, and its checksum proves no other call', async () => {
    const call = deduct({ request_amount: '100', narrative: '5 SHOP' });
    expectAnswer(channel, await channel.call(bench.url, reversalOf(call)), 1);
    expectAnswer(channel, await channel.call(bench.url, call), -3);
    expectAnswer(channel, await channel.call(bench.url, call), -3);
    const cut = withFields(call, { request_amount: '1005', narrative: ' SHOP' });
    expectError(channel, await channel.call(bench.url, cut), 'UNAUTHENTICATED');
    expect(arrived(call)).toBe(0);
  });
});

describe('a call beyond the limit of its terminal', () => {
  const channel = RPC2;

  const limited = sharedBench({
    env: { CARDWAY_LIMITS_TRANSACTIONS_PER_MINUTE_OF_TERMINAL: String(LIMIT) },
  });

  it('gets -9 again, is never sent, and its checksum proves no other call', async () => {
    for (let made = 0; made < LIMIT; made += 1) await channel.call(limited.url, balance());
    const call = deduct({ terminal_id: LIMITED, request_amount: '100', narrative: '5 SHOP' });
    expectError(channel, await channel.call(limited.url, call), 'RATE_LIMITED');
    await limited.restart();
    expectError(channel, await channel.call(limited.url, call), 'RATE_LIMITED');
    const cut = withFields(call, { request_amount: '1005', narrative: ' SHOP' });
    expectError(channel, await channel.call(limited.url, cut), 'UNAUTHENTICATED');
    expect(arrived(call, limited)).toBe(0);
  });
});

describe.each(KEY_CHANNELS)('on $name, a doubt that an operator declined', (channel: Channel) => {
  it('is a decline for the backend', async () => {
    const call = deduct();
    const requestId = requestIdOf(call, channel.checksumForm);
    bench.wallet.behave(respond({ status: 503, body: 'busy' }));
    expectError(channel, await channel.call(bench.url, call), 'DOWNSTREAM_INVALID');
    await cli(['transactions', 'settle', requestId, '--result-code', '-17', '--reason', 'not booked']);
    const again = await channel.call(bench.url, call);
    expectAnswer(channel, again, -17);
    expect(again).toMatchObject({ replayed: true });
  });
});

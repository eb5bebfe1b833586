import {
  balance,
  checksumOf,
  deduct,
  CHANNELS,
  XML_CHANNELS,
  freshId,
  loadAuth,
  requestIdOf,
  USUAL,
  validatePin,
  withFields,
  type Bench,
  type Call,
  type Channel,
  type Reply,
} from '../../support/channels/index.js';
import { answer } from '../../support/wallet/index.js';
import { expectAnswer, expectError, withoutTrace } from './register.js';

/**
 * Checks a replay: the saved answer, marked, with nothing sent and nothing changed (docs/reference/transactions.md#duplicates), but
 * for the note that the terminal has read its approval.
 */
async function expectReplay(bench: Bench, channel: Channel, call: Call, first: Reply): Promise<Reply> {
  const requestId = requestIdOf(call, channel.checksumForm);
  const row = bench.ledger.row(requestId);
  const again = await withoutTrace(bench, () => channel.call(bench.url, call));
  expect(again).toMatchObject({ status: 200, replayed: true, resultCode: first.resultCode });
  expect(again.fields).toEqual(first.fields);
  const isNoted = !channel.takesKey && again.resultCode === 1 && row?.['effect'] === 'money';
  expect(bench.ledger.row(requestId)).toEqual(isNoted ? { ...row, terminal_replied_code: 1 } : row);
  return again;
}

/** Tests the same call again, through the same interface and through every other one. */
export function replayContract(channel: Channel, bench: () => Bench): void {
  it.each(CHANNELS)('is heard again on $name, and nothing is sent', async (other) => {
    const call = deduct();
    const first = await channel.call(bench().url, call);
    expectAnswer(channel, first, 1);
    expect(first.replayed).toBe(false);
    const again = await expectReplay(bench(), other, call, first);
    if (other === channel && channel.errors !== 'graphql') expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(bench().sent(requestIdOf(call))).toHaveLength(1);
  });

  it.each([
    {
      title: 'a decline',
      make: () => deduct(),
      reply: answer({ resultCode: -17, balanceAmount: 3 }, { customerId: 1001, status: 'failed' }),
    },
    { title: 'a LoadAuth', make: () => loadAuth(), reply: answer({ resultCode: 1 }, { customerId: 1001 }) },
    {
      title: 'a PIN check',
      make: () => validatePin(),
      reply: answer({ resultCode: -25 }, { customerId: 1001, status: 'failed' }),
    },
    {
      title: 'a Balance of this minute',
      make: () => balance(),
      reply: answer({ resultCode: 1, balanceAmount: 9 }, { customerId: 1002 }),
    },
  ])('repeats $title', async ({ make, reply }) => {
    await usingReply(bench(), reply, async () => {
      const call = make();
      const first = await channel.call(bench().url, call);
      expect(first).toMatchObject({ errorCode: null, replayed: false });
      await expectReplay(bench(), channel, call, first);
    });
  });

  it('takes the checksum in the other case for the same call', async () => {
    const call = deduct();
    const first = await channel.call(bench().url, call);
    const checksum = checksumOf(call, channel.checksumForm).toUpperCase();
    const again = await withoutTrace(bench(), () => channel.call(bench().url, { ...call, checksum }));
    expect(again).toMatchObject({ replayed: true, resultCode: first.resultCode });
  });

  it('sends one call of many that come at once, through any interface', async () => {
    const call = deduct();
    const channels = [channel, channel, ...CHANNELS, channel];
    const heard = await Promise.all(channels.map((each) => each.call(bench().url, call)));
    expect(heard.map(({ resultCode }) => resultCode)).toEqual(channels.map(() => 1));
    expect(heard.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(bench().sent(requestIdOf(call))).toHaveLength(1);
  });

  it('tells two calls apart that differ in one character', async () => {
    const call = deduct({ narrative: 'A  B' });
    const other = withFields(call, { narrative: 'A B' });
    for (const each of [call, other]) {
      expect(await channel.call(bench().url, each)).toMatchObject({ resultCode: 1, replayed: false });
    }
  });
}

/**
 * Tests that a terminal's checksum stands for one division of the text into fields (docs/reference/transactions.md#field-boundaries).
 * The same text with other boundaries gets -8. Otherwise an eavesdropper could turn one call into another.
 */
export function fieldBoundariesContract(channel: Channel, bench: () => Bench): void {
  const FROM = { request_amount: '100', narrative: '5 SHOP' };
  const TO = { request_amount: '1005', narrative: ' SHOP' };

  it('refuses another amount under the checksum of a call, on every interface of terminals', async () => {
    const call = deduct(FROM);
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const shifted = withFields(call, TO);
    expect(checksumOf(shifted, 'printed')).toBe(checksumOf(call, 'printed'));
    for (const other of XML_CHANNELS) {
      const heard = await withoutTrace(bench(), () => other.call(bench().url, shifted));
      expectError(other, heard, 'UNAUTHENTICATED');
    }
  });

  it('refuses it where the text names an unknown wallet, and does not reveal that', async () => {
    const call = deduct({ reference: '43172792905', request_amount: '100' });
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const shifted = withFields(call, { reference: '4317279290', request_amount: '5100' });
    const heard = await withoutTrace(bench(), () => channel.call(bench().url, shifted));
    expectError(channel, heard, 'UNAUTHENTICATED');
  });
}

/** Returns a request id as a client makes it. */
export function ownId(): string {
  return `5001_20260817175857_9${freshId().slice(1)}`;
}

async function usingReply(
  bench: Bench,
  reply: Parameters<Bench['wallet']['behave']>[0],
  run: () => Promise<void>,
): Promise<void> {
  bench.wallet.behave(reply);
  try {
    await run();
  } finally {
    bench.wallet.behave(USUAL);
  }
}

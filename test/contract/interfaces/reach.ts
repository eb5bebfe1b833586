import {
  BOUND_CLIENT,
  OTHER_CLIENT,
  SECOND,
  SHA1_TERMINAL,
  TWO_CARDS,
} from '../../support/channels/second-programme.js';
import {
  checksumOf,
  deduct,
  klvText,
  requestIdOf,
  stop,
  type Bench,
  type Call,
  type Channel,
  type Reply,
} from '../../support/channels/index.js';
import { expectAnswer, expectError, withoutSending, withoutTrace } from './register.js';

const SECOND_FIELDS = { terminal_id: SECOND.terminalId, reference: SECOND.reference };
const SECOND_OWNER = { password: SECOND.password, customerId: SECOND.customerId, cardId: SECOND.cardId };

/** Returns a valid Deduct of the second programme. */
export function secondDeduct(fields: Readonly<Record<string, string>> = {}): Call {
  return { ...deduct({ ...SECOND_FIELDS, ...fields }), ...SECOND_OWNER };
}

/**
 * Tests that programmes, terminals and wallets are separate (docs/reference/protocol.md#authorization,
 * docs/reference/protocol.md#wallet-resolution).
 */
export function reachContract(channel: Channel, bench: () => Bench): void {
  const untraced = (call: Call, key?: string) =>
    withoutTrace(bench(), () => channel.call(bench().url, call, key === undefined ? {} : { key }));

  it('serves the second programme with its own key, terminal and wallet', async () => {
    expectAnswer(channel, await channel.call(bench().url, secondDeduct(), ownKey(channel, SECOND.key)), 1);
    expect(bench().wallet.calls.at(-1)!.envelope()).toMatchObject({
      customer_id: SECOND.customerId,
      card_id: SECOND.cardId,
    });
  });

  it('knows no wallet of another programme', async () => {
    const call = {
      ...deduct({ reference: SECOND.reference }),
      customerId: SECOND.customerId,
      cardId: SECOND.cardId,
    };
    // A terminal's money call that proves itself is saved.
    const asked = (one: Call) =>
      channel.takesKey ? untraced(one) : withoutSending(bench(), () => channel.call(bench().url, one));
    const foreign = await asked(call);
    expectAnswer(channel, foreign, -4);
    const unknown = await asked({
      ...deduct({ reference: 'nobody' }),
      customerId: SECOND.customerId,
      cardId: SECOND.cardId,
    });
    if (channel.errors !== 'graphql') expect(foreign.bytes.equals(unknown.bytes)).toBe(true);
  });

  it('takes an advice for a wallet of another programme as unmatched', async () => {
    const call = {
      ...stop({ reference: SECOND.reference }),
      customerId: SECOND.customerId,
      cardId: SECOND.cardId,
    };
    const before = bench().wallet.calls.length;
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    expect(bench().wallet.calls.length).toBe(before);
    expect(bench().ledger.rows().at(-1)).toMatchObject({
      state: 'unmatched',
      method_name: 'Stop',
      programme: 'sandbox',
    });
  });

  it('takes the card that KLV 002 names, else the default one', async () => {
    const { reference, customerId, cardId, trackedCardId, trackingNumber } = TWO_CARDS;
    for (const [tracked, expected] of [
      [trackingNumber, trackedCardId],
      ['627028100000000', cardId],
    ] as const) {
      const transaction_data = klvText([['002', tracked]]);
      const call = { ...deduct({ reference, transaction_data }), customerId, cardId: expected };
      expectAnswer(channel, await channel.call(bench().url, call), 1);
      const { customer_id, card_id, request_id } = bench().wallet.calls.at(-1)!.envelope();
      expect({ customer_id, card_id }).toEqual({ customer_id: customerId, card_id: expected });
      expect(request_id).toBe(requestIdOf(call, channel.checksumForm));
    }
  });

  it('takes HMAC-SHA1 of a terminal that was switched to it, and nothing else', async () => {
    const call = deduct({ terminal_id: SHA1_TERMINAL });
    const checksum = checksumOf(call, channel.checksumForm, 'sha1');
    expectAnswer(channel, await channel.call(bench().url, { ...call, checksum }), 1);
    expectError(channel, await untraced(deduct({ terminal_id: SHA1_TERMINAL })), 'UNAUTHENTICATED');
  });
}

/** Tests the reach of callers with a key. */
export function keyReachContract(channel: Channel, bench: () => Bench): void {
  const untraced = (call: Call, key?: string) =>
    withoutTrace(bench(), () => channel.call(bench().url, call, key === undefined ? {} : { key }));

  /** The same bytes and headers, except the headers that are new with each call. */
  const told = ({ status, headers, bytes }: Reply) => {
    const { 'x-request-id': _id, date: _date, ...rest } = headers;
    return { status, headers: rest, body: bytes.toString('utf8') };
  };

  it('refuses a terminal of another programme like one that does not exist', async () => {
    const unknown = { terminal_id: '9999999999' };
    const calls: readonly (readonly [Call, Call, string | undefined])[] = [
      [secondDeduct(), secondDeduct(unknown), undefined],
      [{ ...secondDeduct(), password: 'wrong' }, { ...secondDeduct(unknown), password: 'wrong' }, undefined],
      [deduct(), deduct(unknown), SECOND.key],
    ];
    for (const [foreign, missing, key] of calls) {
      const heard = await untraced(foreign, key);
      expectError(channel, heard, 'UNAUTHENTICATED');
      expect(told(heard)).toEqual(told(await untraced(missing, key)));
    }
  });

  it('serves a bound key at its terminal only, and tells it nothing about any other', async () => {
    expectAnswer(channel, await channel.call(bench().url, deduct(), { key: BOUND_CLIENT }), 1);
    const elsewhere = deduct({ terminal_id: '0029504320' });
    const heard = await untraced(elsewhere, BOUND_CLIENT);
    expectError(channel, heard, 'FORBIDDEN', 'terminal_id');
    for (const terminal_id of [SECOND.terminalId, '9999999999']) {
      for (const call of [deduct({ terminal_id }), secondDeduct({ terminal_id })]) {
        const other = { ...call, customerId: elsewhere.customerId, cardId: elsewhere.cardId };
        expect(told(await untraced(other, BOUND_CLIENT))).toEqual(told(heard));
      }
    }
    expectAnswer(channel, await channel.call(bench().url, elsewhere), 1);
  });

  it.each([
    { title: 'customer', owner: { customerId: 1002 } },
    { title: 'card', owner: { cardId: 5002 } },
    { title: 'card that nobody has', owner: { cardId: 7777 } },
  ])('refuses a $title that is not the wallet’s own', async ({ owner }) => {
    const heard = await untraced({ ...deduct(), ...owner });
    expectAnswer(channel, heard, -4);
  });

  it('never tells one key what another one heard', async () => {
    const call = deduct();
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    const heard = await untraced(call, OTHER_CLIENT);
    expectError(channel, heard, 'IDEMPOTENCY_CONFLICT', 'request_id');
    expect(heard.bytes.toString('utf8')).not.toContain('balanceAmount":626900');
  });

  it('computes no checksum for a terminal outside the key’s reach', async () => {
    const heard = await untraced({ ...secondDeduct(), checksum: null });
    expectError(channel, heard, channel.errors === 'graphql' ? 'UNAUTHENTICATED' : 'BAD_REQUEST');
    const missing = await untraced({ ...secondDeduct({ terminal_id: '9999999999' }), checksum: null });
    expect(told(heard)).toEqual(told(missing));
  });
}

function ownKey(channel: Channel, key: string): { key?: string } {
  return channel.takesKey ? { key } : {};
}

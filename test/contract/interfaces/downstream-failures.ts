import {
  balance,
  deduct,
  requestIdOf,
  stop,
  type Bench,
  type Call,
  type Channel,
  type LedgerRow,
} from '../../support/channels/index.js';
import {
  answer,
  cut,
  methodResponseText,
  rawForm,
  redirect,
  respond,
  type WalletAnswer,
} from '../../support/wallet/index.js';
import { expectAnswer, expectError, type Code } from './register.js';

const NORMALIZED = rawForm({ response: methodResponseText({ resultCode: 1 }), customerId: 1001 });

/** Returns a usable answer of this many bytes. */
function answerOfBytes(count: number): WalletAnswer {
  const body = (text: string): string =>
    JSON.stringify({ customerId: 1001, response: { resultCode: 1, resultText: text } });
  return respond({ body: body('x'.repeat(count - body('').length)) });
}

/** Returns an answer of `members` members besides `customerId`, `response` and `resultCode`. */
function objectOf(members: number): string {
  const more = Array.from({ length: members }, (_, index) => [`m${index}`, index]);
  return JSON.stringify({
    customerId: 1001,
    response: { ...Object.fromEntries(more), resultCode: 1 },
  });
}

/**
 * Answers that leave open whether the money moved (docs/reference/transactions.md#outcomes).
 * test/unit/downstream/classification.test.ts and test/unit/core/normalise.test.ts have all of them.
 */
const UNUSABLE: readonly { readonly title: string; readonly reply: WalletAnswer }[] = [
  { title: 'HTTP 500 with an answer in it', reply: respond({ status: 500, body: NORMALIZED }) },
  { title: 'a connection that is cut', reply: cut() },
  { title: 'an answer of 256 KiB and a byte', reply: answerOfBytes(262_145) },
  { title: 'more than 5,000 members', reply: respond({ body: objectOf(5000) }) },
  { title: 'another customer', reply: answer({ resultCode: 1 }, { customerId: 1002 }) },
];

/** Two of the statuses that test/unit/downstream/classification.test.ts has. */
const REFUSING = [401, 429];

const rowOf = (bench: Bench, channel: Channel, call: Call): LedgerRow =>
  bench.ledger.row(requestIdOf(call, channel.checksumForm));

/**
 * Tests failures of the wallet service: the callers' replies, and the rows in the ledger
 * (docs/reference/transactions.md#outcomes, docs/reference/protocol.md#errors).
 */
export function downstreamFailuresContract(channel: Channel, bench: () => Bench): void {
  const sentFor = (call: Call) => bench().sent(requestIdOf(call, channel.checksumForm)).length;
  const failing = async (reply: WalletAnswer, call: Call, code: Code) => {
    bench().wallet.behave(reply);
    const heard = await channel.call(bench().url, call);
    expectError(channel, heard, code);
    expect(heard.field).toBeNull();
    expect(heard.bytes.toString('utf8')).not.toContain('127.0.0.1');
    return heard;
  };

  it.each(UNUSABLE)('hears 502 of $title; the Deduct is in doubt and not sent again', async ({ reply }) => {
    const call = deduct();
    await failing(reply, call, 'DOWNSTREAM_INVALID');
    expect(rowOf(bench(), channel, call)).toMatchObject({
      state: 'in_doubt',
      error_code: 'DOWNSTREAM_INVALID',
      replied_result_code: -9,
      answer: null,
    });
    // A terminal hears its reply again, a backend that its call is in doubt.
    const code = channel.takesKey ? 'IN_DOUBT' : 'DOWNSTREAM_INVALID';
    expectError(channel, await channel.call(bench().url, call), code);
    expect(sentFor(call)).toBe(1);
  });

  it.each([
    { title: 'exactly 256 KiB', reply: answerOfBytes(262_144) },
    { title: 'exactly 5,000 members', reply: respond({ body: objectOf(4997) }) },
  ])('gets an answer of $title', async ({ reply }) => {
    bench().wallet.behave(reply);
    const call = deduct();
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    expect(rowOf(bench(), channel, call)).toMatchObject({ state: 'answered', error_code: null });
  });

  it('follows no redirect', async () => {
    const before = bench().wallet.calls.length;
    await failing(redirect(bench().wallet.url, 302), deduct(), 'DOWNSTREAM_INVALID');
    expect(bench().wallet.calls.length).toBe(before + 1);
  });

  it.each(REFUSING)(
    `hears 502 of a bare HTTP %i; the Deduct was not processed, and is ${channel.takesKey ? '' : 'never '}sent again`,
    async (status) => {
      const call = deduct();
      await failing(respond({ status, body: 'no' }), call, 'DOWNSTREAM_REFUSED');
      expect(rowOf(bench(), channel, call)).toMatchObject({
        state: 'refused',
        error_code: 'DOWNSTREAM_REFUSED',
      });
      bench().wallet.behave(answer({ resultCode: 1 }, { customerId: 1001 }));
      const again = await channel.call(bench().url, call);
      if (!channel.takesKey) {
        expectError(channel, again, 'DOWNSTREAM_REFUSED');
        expect(rowOf(bench(), channel, call)).toMatchObject({ state: 'refused', attempt: 1 });
        return;
      }
      expectAnswer(channel, again, 1);
      expect(again.replayed).toBe(false);
      expect(rowOf(bench(), channel, call)).toMatchObject({
        state: 'answered',
        attempt: 2,
        error_code: null,
      });
    },
  );

  it('sends a Balance again after a cut connection', async () => {
    const call = balance();
    await failing(cut(), call, 'DOWNSTREAM_INVALID');
    expect(rowOf(bench(), channel, call).state).toBe('refused');
    bench().wallet.behave(answer({ resultCode: 1, balanceAmount: 7 }, { customerId: 1002 }));
    const again = await channel.call(bench().url, call);
    expectAnswer(channel, again, 1);
    expect(again.replayed).toBe(false);
    expect(sentFor(call)).toBe(2);
  });

  it.each([
    { title: 'HTTP 500', reply: respond({ status: 500 }), state: 'in_doubt' },
    { title: 'a refusing status', reply: respond({ status: 429 }), state: 'queued' },
    {
      title: 'a decline',
      reply: answer({ resultCode: -9 }, { customerId: 1001, status: 'failed' }),
      state: 'answered',
    },
  ])('gets 1 for an advice, for every answer of the wallet service: $title', async ({ reply, state }) => {
    bench().wallet.behave(reply);
    const call = stop();
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    expect(rowOf(bench(), channel, call)).toMatchObject({ state, reply_reason: 'advice_accepted' });
    const again = await channel.call(bench().url, call);
    expectAnswer(channel, again, 1);
    expect(again.replayed).toBe(true);
    expect(sentFor(call)).toBe(1);
  });
}

/** Tests an address where nobody listens. */
export function unreachableContract(channel: Channel, bench: () => Bench): void {
  it('hears 502; the Deduct was not processed', async () => {
    const call = deduct();
    expectError(channel, await channel.call(bench().url, call), 'DOWNSTREAM_REFUSED');
    expect(rowOf(bench(), channel, call)).toMatchObject({
      state: 'refused',
      replied_result_code: -9,
      sent_at_ms: null,
    });
    // A backend's retry is tried again. Every retry gets the same reply.
    expectError(channel, await channel.call(bench().url, call), 'DOWNSTREAM_REFUSED');
    const attempt = channel.takesKey ? 2 : 1;
    expect(rowOf(bench(), channel, call)).toMatchObject({ state: 'refused', attempt });
  });

  it('gets 1 for an advice, which waits', async () => {
    const call = stop();
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    expect(rowOf(bench(), channel, call).state).toBe('queued');
    expect(rowOf(bench(), channel, call)['next_attempt_at_ms']).toBeGreaterThan(Date.now());
  });
}

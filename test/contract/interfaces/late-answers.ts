import {
  balance,
  deduct,
  requestIdOf,
  stop,
  validatePin,
  type Bench,
  type Call,
  type Channel,
  type Reply,
} from '../../support/channels/index.js';
import { answer, gate, hang, type Behaviour } from '../../support/wallet/index.js';
import { expectAnswer, expectError } from './register.js';

interface Passed {
  readonly call: Call;
  readonly first: Reply;
}

/**
 * Passes all deadlines at once and checks each: one after another would cost a deadline each. On a busy machine the deadline may
 * pass before a call is sent. Another one is then made.
 */
async function passAll<Name extends string>(
  channel: Channel,
  bench: Bench,
  calls: Readonly<Record<Name, () => Call>>,
): Promise<Record<Name, Passed>> {
  const entries = Object.entries<() => Call>(calls).map(async ([name, make]) => {
    let passed: Passed;
    do {
      const call = make();
      passed = { call, first: await channel.call(bench.url, call) };
    } while (bench.sent(requestIdOf(passed.call, channel.checksumForm)).length === 0);
    return [name, passed] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, Passed>;
}

/**
 * Tests replies when no answer comes in time (docs/reference/transactions.md#timeout-replies, docs/reference/protocol.md#errors).
 */
export function timeOutsContract(channel: Channel, bench: () => Bench): void {
  let heard: Record<'deduct' | 'pin' | 'balance' | 'advice', Passed>;
  const rowOf = ({ call }: Passed) => bench().ledger.row(requestIdOf(call, channel.checksumForm));

  beforeAll(async () => {
    bench().wallet.behave(hang());
    heard = await passAll(channel, bench(), {
      deduct: () => deduct(),
      pin: () => validatePin(),
      balance: () => balance(),
      advice: () => stop(),
    });
  });

  it.each(['deduct', 'pin'] as const)(
    'hears 504 for %s, which is in doubt and not sent again',
    async (name) => {
      const { call, first } = heard[name];
      expectError(channel, first, 'DOWNSTREAM_TIMEOUT');
      const told = { state: 'in_doubt', replied_result_code: -7, reply_reason: 'timeout' };
      expect(rowOf(heard[name])).toMatchObject(told);
      // A terminal hears its reply to a money call again.
      const isSame = !channel.takesKey && name === 'deduct';
      const again = await channel.call(bench().url, call);
      expectError(channel, again, isSame ? 'DOWNSTREAM_TIMEOUT' : 'IN_DOUBT');
      expect(bench().sent(requestIdOf(call))).toHaveLength(1);
    },
  );

  it('hears 504 for a Balance, which is sent again', async () => {
    const { call, first } = heard.balance;
    expectError(channel, first, 'DOWNSTREAM_TIMEOUT');
    expect(rowOf(heard.balance).state).toBe('refused');
    bench().wallet.behave(answer({ resultCode: 1, balanceAmount: 7 }, { customerId: 1002 }));
    const again = await channel.call(bench().url, call);
    expectAnswer(channel, again, 1);
    expect(again.replayed).toBe(false);
    expect(bench().sent(requestIdOf(call))).toHaveLength(2);
  });

  it('gets 1 for an advice', () => {
    expectAnswer(channel, heard.advice.first, 1);
    expect(rowOf(heard.advice)).toMatchObject({ state: 'in_doubt', reply_reason: 'advice_accepted' });
  });
}

/** Tests an answer that comes after the caller got 504 (docs/reference/transactions.md#doubt). */
export function lateAnswersContract(channel: Channel, bench: () => Bench): void {
  let heard: Record<'approval' | 'decline', Passed>;
  const rowOf = ({ call }: Passed) => settled(bench(), requestIdOf(call, channel.checksumForm));

  beforeAll(async () => {
    const open = gate();
    bench().wallet.behave(answeringLate(open.opened));
    heard = await passAll(channel, bench(), {
      approval: () => deduct({ request_amount: '1' }),
      decline: () => deduct({ request_amount: '2' }),
    });
    open.open();
  });

  it(`hears ${channel.takesKey ? 'the late decline' : 'what it heard before'} on a retry after a decline`, async () => {
    expectError(channel, heard.decline.first, 'DOWNSTREAM_TIMEOUT');
    expect((await rowOf(heard.decline)).state).toBe('answered');
    const again = await channel.call(bench().url, heard.decline.call);
    if (channel.takesKey) expectAnswer(channel, again, -17);
    else expect(again).toMatchObject({ status: heard.decline.first.status, resultCode: -7 });
    expect(bench().sent(requestIdOf(heard.decline.call))).toHaveLength(1);
  });

  it(`hears ${channel.takesKey ? 'the late approval' : 'what it heard before'} on a retry`, async () => {
    const { call, first } = heard.approval;
    expectError(channel, first, 'DOWNSTREAM_TIMEOUT');
    // Only a terminal acted on the decline that it got.
    expect((await rowOf(heard.approval)).state).toBe(channel.takesKey ? 'answered' : 'contradicted');
    const again = await channel.call(bench().url, call);
    if (channel.takesKey) expectAnswer(channel, again, 1);
    else expect(again).toMatchObject({ status: first.status, resultCode: first.resultCode });
    expect(bench().sent(requestIdOf(call))).toHaveLength(1);
  });
}

function answeringLate(opened: Promise<void>): Behaviour {
  return async (call) => {
    const { request_amount: amount } = call.envelope()['request'] as { request_amount: number };
    await opened;
    const isApproved = amount === 1;
    const status = isApproved ? 'success' : 'failed';
    return answer({ resultCode: isApproved ? 1 : -17 }, { customerId: 1001, status });
  };
}

async function settled(bench: Bench, requestId: string) {
  for (;;) {
    const row = bench.ledger.row(requestId);
    if (row.state !== 'in_doubt' && row.state !== 'pending') return row;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

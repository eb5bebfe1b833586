import {
  balance,
  deduct,
  requestIdOf,
  reversalOf,
  signatureOf,
  USUAL,
  type Bench,
  type Call,
  type Channel,
} from '../../support/channels/index.js';
import {
  cut,
  flood,
  gate,
  hang,
  redirect,
  respond,
  type WalletAnswer,
  type TestWallet,
} from '../../support/wallet/index.js';
import { expectAnswer, expectError, withoutSending, withoutTrace } from './register.js';

/** A gateway whose directory only has the sandbox's wallets, and the service that has the others. */
export interface LookupBench extends Bench {
  readonly service: TestWallet;
}

let made = 0;

/** Returns a wallet that nobody has asked for yet. Customer and card have the same number. */
function stranger(): { reference: string; id: number } {
  made += 1;
  const id = 700_000 + made;
  return { reference: `9${String(id)}`, id };
}

const known = (id: number, more: object = {}) => ({
  known: true,
  reference: `9${String(id)}`,
  customer_id: id,
  cards: [{ card_id: id }],
  ...more,
});

/** Answers with a wallet for any reference, by `known`. */
export const KNOWS_ALL = ({ envelope }: { envelope: () => Record<string, unknown> }): WalletAnswer => {
  const reference = String(envelope()['reference']);
  return said(known(Number(reference.slice(1))));
};

const said = (body: unknown, status = 200): WalletAnswer => respond({ status, body: JSON.stringify(body) });

function callOf({ reference, id }: ReturnType<typeof stranger>, make: typeof deduct = deduct): Call {
  return { ...make({ reference }), customerId: id, cardId: id };
}

/** Tests a wallet that the directory does not have, and a service that has it (docs/administration.md). */
export function walletLookupContract(channel: Channel, bench: () => LookupBench): void {
  const asked = (reference: string) =>
    bench().service.calls.filter((call) => call.envelope()['reference'] === reference);
  const sent = (call: Call) => bench().sent(requestIdOf(call, channel.checksumForm));
  const using = async <T>(behaviour: Parameters<TestWallet['behave']>[0], run: () => Promise<T>) => {
    bench().service.behave(behaviour);
    try {
      return await run();
    } finally {
      bench().service.behave(KNOWS_ALL);
    }
  };

  it('is carried with the customer and the card that the service names', async () => {
    const one = stranger();
    const call = callOf(one);
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    expect(sent(call)[0]!.envelope()).toMatchObject({ customer_id: one.id, card_id: one.id });
  });

  it('is asked for by reference and programme, signed like every call to a wallet service', async () => {
    const one = stranger();
    await channel.call(bench().url, callOf(one));
    const [question] = asked(one.reference);
    expect(question!.method).toBe('POST');
    expect(question!.envelope()).toEqual({ reference: one.reference, programme: 'sandbox' });
    expect(question!.headers['x_msg_signature']).toBe(signatureOf(question!.body));
  });

  it('is asked for once, however many calls come', async () => {
    const one = stranger();
    const open = gate();
    await using(
      async (call) => {
        await open.opened;
        return KNOWS_ALL(call);
      },
      async () => {
        const calls = Array.from({ length: 5 }, () => channel.call(bench().url, callOf(one)));
        await bench().service.called(bench().service.calls.length + 1);
        open.open();
        for (const reply of await Promise.all(calls)) expectAnswer(channel, reply, 1);
      },
    );
    expectAnswer(channel, await channel.call(bench().url, callOf(one)), 1);
    expect(asked(one.reference)).toHaveLength(1);
  });

  it('is -4 when the service says that there is none, and not asked for again at once', async () => {
    const one = stranger();
    await using(said({ known: false, reference: one.reference }, 404), async () => {
      for (const call of [callOf(one), callOf(one)]) {
        expectAnswer(channel, await withoutSending(bench(), () => channel.call(bench().url, call)), -4);
      }
    });
    expect(asked(one.reference)).toHaveLength(1);
  });

  it('is -29 for money when it is blocked, and its balance goes through', async () => {
    const one = stranger();
    await using(said(known(one.id, { blocked: true })), async () => {
      expectAnswer(channel, await withoutSending(bench(), () => channel.call(bench().url, callOf(one))), -29);
      expectAnswer(channel, await channel.call(bench().url, callOf(one, balance)), 1);
    });
  });

  const answersThatSayNothing: readonly { title: string; reply: (id: number) => WalletAnswer }[] = [
    { title: 'HTTP 500', reply: (id) => said(known(id), 500) },
    { title: 'a bare 404', reply: () => respond({ status: 404, body: 'not found' }) },
    { title: 'a redirect', reply: () => redirect('http://127.0.0.1:1/') },
    { title: 'no answer', reply: hang },
    { title: 'a connection that is cut', reply: cut },
    { title: 'more than is read', reply: () => flood(100_000) },
    { title: 'no JSON', reply: () => respond({ body: '<html>' }) },
    { title: 'neither yes nor no', reply: (id) => said({ reference: `9${String(id)}` }) },
    { title: 'another reference', reply: (id) => said(known(id, { reference: '1' })) },
    { title: 'no customer', reply: (id) => said(known(id, { customer_id: null })) },
    { title: 'a card that is no number', reply: (id) => said(known(id, { cards: [{ card_id: '5' }] })) },
  ];

  it.each(answersThatSayNothing)(
    'is UNAVAILABLE on $title, leaves no trace, and is served when the service is back',
    async ({ reply }) => {
      const one = stranger();
      const call = callOf(one);
      const heard = await using(reply(one.id), () =>
        withoutTrace(bench(), () => channel.call(bench().url, call)),
      );
      expectError(channel, heard, 'UNAVAILABLE');
      expect(heard.bytes.toString('utf8')).not.toContain('127.0.0.1');
      expectAnswer(channel, await channel.call(bench().url, call), 1);
    },
  );

  it('leaves an advice with the processor while the service cannot say', async () => {
    const one = stranger();
    const advice = { ...reversalOf(callOf(one)), customerId: one.id, cardId: one.id };
    const heard = await using(respond({ status: 503 }), () =>
      withoutTrace(bench(), () => channel.call(bench().url, advice)),
    );
    expect(heard.resultCode).toBeNull();
    if (channel.errors === 'graphql') expect(heard.errorCode).toBe('UNAVAILABLE');
    else expect(heard.status).toBe(503);
  });

  it('is not asked for when the directory has the wallet', async () => {
    const before = bench().service.calls.length;
    expectAnswer(channel, await channel.call(bench().url, deduct()), 1);
    expect(bench().service.calls.length).toBe(before);
  });
}

/** Tests that an answer is replayed whatever happens to the service. Nothing is cached here. */
export function lookupReplayContract(channel: Channel, bench: () => LookupBench): void {
  const WITHOUT_SERVICE = [
    { title: 'answers with errors', reply: () => respond({ status: 500 }) },
    {
      title: 'does not know the wallet any more',
      reply: (id: number) => said({ known: false, reference: `9${String(id)}` }),
    },
    {
      title: 'names another card',
      reply: (id: number) => said(known(id, { cards: [{ card_id: id + 1_000_000 }] })),
    },
  ];

  it.each(WITHOUT_SERVICE)('is replayed when the service $title', async ({ reply }) => {
    const one = stranger();
    const call = callOf(one);
    const first = await channel.call(bench().url, call);
    expectAnswer(channel, first, 1);
    const questions = bench().service.calls.length;
    bench().service.behave(reply(one.id));
    const again = await withoutTrace(bench(), () => channel.call(bench().url, call));
    bench().service.behave(KNOWS_ALL);
    expect(again).toMatchObject({ status: 200, replayed: true, resultCode: 1 });
    expect(again.fields).toEqual(first.fields);
    expect(bench().service.calls.length).toBe(questions);
  });

  it('is sent again after a refusal for a backend only, and only while the service knows the wallet', async () => {
    const one = stranger();
    const call = callOf(one);
    bench().wallet.behave(respond({ status: 403 }));
    expectError(channel, await channel.call(bench().url, call), 'DOWNSTREAM_REFUSED');
    bench().wallet.behave(USUAL);
    if (!channel.takesKey) {
      expectError(channel, await channel.call(bench().url, call), 'DOWNSTREAM_REFUSED');
      return;
    }
    bench().service.behave(said({ known: false, reference: one.reference }));
    expectAnswer(channel, await withoutTrace(bench(), () => channel.call(bench().url, call)), -4);
    bench().service.behave(KNOWS_ALL);
    expectAnswer(channel, await channel.call(bench().url, call), 1);
    expect(bench().sent(requestIdOf(call, channel.checksumForm))).toHaveLength(2);
  });
}
